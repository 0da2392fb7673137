#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "app/commands.hpp"
#include "app/dry_run.hpp"
#include "app/exports.hpp"
#include "app/interrupt.hpp"
#include "app/progress.hpp"
#include "app/run_options.hpp"
#include "l2bench/analyze.hpp"
#include "l2bench/error.hpp"
#include "l2bench/processes.hpp"

namespace l2bench {
namespace {

/// The measuring process is this program again.
const std::vector<std::string> worker_command_line{"/proc/self/exe", "worker"};

void finish(Record& record, const ExportFiles& files) {
  judge(record);
  record.findings = analyze(record);
  files.write(record);
}

/// Measures into `record`. What was measured is on disk after each round, and also when this throws.
RunEnd measure_into(Record& record, const RunOptions& options, const ExportFiles& files, const Interrupt& interrupt) {
  Progress progress(record.spec, progress_style(options.quiet));
  const RunHooks hooks{.on_message =
                           [&](int replicate, const Message& message) {
                             apply(record, replicate, message);
                             progress.take(replicate, message);
                             if (std::holds_alternative<RoundDone>(message)) finish(record, files);
                           },
                       .interrupted = [&] { return interrupt.signal() != 0; }};
  try {
    const RunEnd end = run_processes(record.spec, worker_command_line, hooks);
    progress.finish();
    return end;
  } catch (...) {
    progress.finish();
    finish(record, files);
    throw;
  }
}

void print_results(const Record& record, const RunOptions& options, const ExportFiles& files) {
  if (files.uses_stdout()) {
    files.print(record);
    if (!options.quiet) fmt::print(stderr, "{}", render_table(record, {}));
  } else if (!options.quiet) {
    fmt::print("{}", render_table(record, {.colour = use_colour(options.colour)}));
  }
}

std::vector<std::string> full_command(const Arguments& arguments) {
  std::vector<std::string> argv{"l2bench", "run"};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  return argv;
}

}  // namespace

int run_command(const Arguments& arguments) {
  const RunOptions options = parse_run(arguments);
  if (!options.help.empty()) {
    fmt::print("{}", options.help);
    return 0;
  }
  const Spec spec = parse_spec(options.source);
  if (options.print_spec) {
    fmt::print("{}\n", to_json(spec).dump(2));
    return 0;
  }
  const ExportFiles files(options.exports, options.force);
  if (options.dry_run) {
    fmt::print("{}", dry_run_text(spec));
    return 0;
  }
  const Interrupt interrupt;
  Record record = begin_record(spec, full_command(arguments));
  const RunEnd end = measure_into(record, options, files, interrupt);
  finish(record, files);
  print_results(record, options, files);
  if (end == RunEnd::interrupted) return 128 + interrupt.signal();
  return static_cast<int>(exit_of(record));
}

}  // namespace l2bench
