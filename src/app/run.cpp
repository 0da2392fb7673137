#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "app/against.hpp"
#include "app/commands.hpp"
#include "app/dry_run.hpp"
#include "app/measure_into.hpp"
#include "app/resume.hpp"
#include "app/run_options.hpp"
#include "l2bench/words.hpp"

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

void say_how_to_go_on(const Journal& journal, const OwnCode& code) {
  fmt::print(stderr, "l2bench: interrupted; what was measured is kept. Go on with: l2bench run --resume '{}'{}\n",
             printable(journal.path(), 1000), code.kernel || code.plugin ? " --allow-code" : "");
}

int carry_out(const RunOptions& options, StartedRun run) {
  const Interrupt interrupt;
  const MeasureOptions how{options.quiet, options.lock, run.journal ? &*run.journal : nullptr, std::move(run.before)};
  const RunEnd end = measure_into(run.record, run.files, interrupt, how);
  print_results(run.record, options, run.files);
  if (end == RunEnd::complete) return static_cast<int>(exit_of(run.record));
  if (run.journal) say_how_to_go_on(*run.journal, run.record.spec.code);
  return 128 + interrupt.signal();
}

}  // namespace

int run_command(const Arguments& arguments) {
  const RunOptions options = parse_run(arguments);
  if (!options.help.empty()) {
    fmt::print("{}", options.help);
    return 0;
  }
  if (!options.resume.empty()) return carry_out(options, resume_run(options, full_command(arguments)));
  const Spec spec = parse_spec(options.source);
  if (options.print_spec) {
    fmt::print("{}\n", safe_json(to_json(spec).dump(2)));
    return 0;
  }
  if (!options.against.empty() && !options.dry_run) return run_against(options, spec, full_command(arguments));
  if (options.dry_run) {
    const ExportFiles checked(options.exports, options.force);
    fmt::print("{}", dry_run_text(spec));
    return 0;
  }
  if (options.profile_calls > 0) {
    profile(spec, options.profile_calls, *open_rig(spec.device));
    return 0;
  }
  return carry_out(options, begin_run(options, spec, full_command(arguments)));
}

}  // namespace l2bench
