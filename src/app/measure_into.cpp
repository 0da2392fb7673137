#include "app/measure_into.hpp"

#include <fmt/format.h>

#include "app/in_turn.hpp"
#include "app/progress.hpp"
#include "l2bench/analyze.hpp"
#include "l2bench/error.hpp"
#include "l2bench/evaluate.hpp"
#include "l2bench/model.hpp"

namespace l2bench {
namespace {

/// One run as its messages come in.
class RunInto {
 public:
  RunInto(Record& record, const ExportFiles& files, const MeasureOptions& options)
      : record_(record),
        files_(files),
        options_(options),
        predictor_(record.spec),
        progress_(record.spec, progress_style(options.quiet)) {
    for (const Reported& reported : options.before) predictor_.take(record, reported.message);
  }

  void take(int replicate, const Message& message) {
    const auto* opened = std::get_if<DeviceOpened>(&message);
    if (opened != nullptr && !options_.before.empty()) check_same_device(record_.environment.device, opened->device);
    apply(record_, replicate, message);
    predictor_.take(record_, message);
    progress_.take(replicate, message);
    if (options_.journal != nullptr) {
      options_.journal->take(replicate, message);
    } else if (std::holds_alternative<RoundDone>(message)) {
      finish(record_, files_);
    }
  }

  void end(RunEnd how) {
    progress_.finish();
    if (options_.journal != nullptr) options_.journal->flush();
    finish(record_, files_);
    if (how == RunEnd::complete && options_.journal != nullptr) options_.journal->remove();
  }

  /// What was measured is worth more than a second error: both are told.
  [[noreturn]] void end_with(const Error& error) {
    progress_.finish();
    try {
      if (options_.journal != nullptr) options_.journal->flush();
      finish(record_, files_);
    } catch (const Error& second) {
      throw Error(error.exit, fmt::format("{} {}", error.what(), second.what()));
    }
    throw error;
  }

 private:
  Record& record_;
  const ExportFiles& files_;
  const MeasureOptions& options_;
  Predictor predictor_;
  Progress progress_;
};

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

RunEnd measure_into(Record& record, const ExportFiles& files, const Interrupt& interrupt,
                    const MeasureOptions& options) {
  RunInto run(record, files, options);
  const auto interrupted = [&] { return interrupt.signal() != 0; };
  GpuLock lock(options.lock, interrupted);
  const RunHooks hooks{.on_message = [&](int replicate, const Message& message) { run.take(replicate, message); },
                       .interrupted = interrupted,
                       .on_device = [&](const std::string& uuid) { lock.hold(uuid); },
                       .before = options.before};
  try {
    const RunEnd end = run_processes(record.spec, own_worker_command(), hooks);
    run.end(end);
    return end;
  } catch (const UsageError&) {  // another device than the journal's: nothing was measured, nothing is written
    throw;
  } catch (const Error& error) {
    run.end_with(error);
  }
}

Record measured(const Spec& spec, const Arguments& arguments) {
  const Interrupt interrupt;
  Record record = begin_record(spec, arguments);
  if (measure_into(record, ExportFiles({}, false), interrupt, {.quiet = true}) == RunEnd::interrupted) {
    throw Error(static_cast<Exit>(128 + interrupt.signal()), "Interrupted: nothing was compared.");
  }
  return record;
}

}  // namespace l2bench
