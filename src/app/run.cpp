#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "app/against.hpp"
#include "app/commands.hpp"
#include "app/dry_run.hpp"
#include "app/measure_into.hpp"
#include "app/run_options.hpp"
#include "l2bench/processes.hpp"

namespace l2bench {
namespace {

void print_results(const Record& record, const RunOptions& options, const ExportFiles& files) {
  if (files.uses_stdout()) {
    files.print(record);
    if (!options.quiet) fmt::print(stderr, "{}", render_table(record, {.plot = options.plot}));
  } else if (!options.quiet) {
    fmt::print("{}", render_table(record, {.colour = use_colour(options.colour), .plot = options.plot}));
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
  if (!options.against.empty() && !options.dry_run) return run_against(options, spec, full_command(arguments));
  const ExportFiles files(options.exports, options.force);
  if (options.dry_run) {
    fmt::print("{}", dry_run_text(spec));
    return 0;
  }
  if (options.profile_calls > 0) {
    profile(spec, options.profile_calls, *open_rig(spec.device));
    return 0;
  }
  const Interrupt interrupt;
  Record record = begin_record(spec, full_command(arguments));
  const RunEnd end = measure_into(record, files, interrupt, options.quiet);
  print_results(record, options, files);
  if (end == RunEnd::interrupted) return 128 + interrupt.signal();
  return static_cast<int>(exit_of(record));
}

}  // namespace l2bench
