#include "app/measure_into.hpp"

#include "app/progress.hpp"
#include "l2bench/analyze.hpp"
#include "l2bench/error.hpp"
#include "l2bench/evaluate.hpp"
#include "l2bench/model.hpp"

namespace l2bench {
namespace {

/// The measuring process is this program again.
const std::vector<std::string> worker_command_line{"/proc/self/exe", "worker"};

}  // namespace

void finish(Record& record, const ExportFiles& files) {
  judge(record);
  record.findings = analyze(record);
  if (record.expect) {
    record.expect->results = evaluate(record);
    for (Finding& finding : findings_of(record.expect->results)) record.findings.push_back(std::move(finding));
  }
  files.write(record);
}

RunEnd measure_into(Record& record, const ExportFiles& files, const Interrupt& interrupt, bool quiet) {
  const Predictor predictor(record.spec);
  Progress progress(record.spec, progress_style(quiet));
  const RunHooks hooks{.on_message =
                           [&](int replicate, const Message& message) {
                             apply(record, replicate, message);
                             predictor.take(record, message);
                             progress.take(replicate, message);
                             if (std::holds_alternative<RoundDone>(message)) finish(record, files);
                           },
                       .interrupted = [&] { return interrupt.signal() != 0; }};
  try {
    const RunEnd end = run_processes(record.spec, worker_command_line, hooks);
    progress.finish();
    finish(record, files);
    return end;
  } catch (...) {
    progress.finish();
    finish(record, files);
    throw;
  }
}

Record measured(const Spec& spec, const Arguments& arguments) {
  const Interrupt interrupt;
  Record record = begin_record(spec, arguments);
  if (measure_into(record, ExportFiles({}, false), interrupt, true) == RunEnd::interrupted) {
    throw Error(static_cast<Exit>(128 + interrupt.signal()), "Interrupted: nothing was compared.");
  }
  return record;
}

}  // namespace l2bench
