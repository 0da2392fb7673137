#include "l2bench/calibrate.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/in_turn.hpp"
#include "app/run_options.hpp"
#include "l2bench/error.hpp"

namespace l2bench {
namespace {

constexpr std::string_view about_calibrate =
    "Compares this build with itself: how small a change each case can show on this machine.\n"
    "  l2bench calibrate SPEC --processes 7 --export-json calibration.json\n"
    "  l2bench compare base.json new.json --calibration calibration.json\n"
    "Takes the flags of run. --processes is that of a side; four times as many are run, in turn. Only --export-json.\n";

void check_calibration(const RunOptions& options, const Spec& spec) {
  for (const Export& file : options.exports) {
    if (file.format->word != "json") {
      throw UsageError(
          fmt::format("calibrate writes JSON only: use --export-json, not --export-{}.", file.format->word));
    }
  }
  if (static_cast<std::size_t>(spec.sampling.processes) < least_processes) {
    throw UsageError(
        fmt::format("calibrate compares processes: give --processes {} or more, as many as the comparisons "
                    "will have (7 is usual).",
                    least_processes));
  }
}

std::string table_of(const Calibration& calibration) {
  std::string text = fmt::format(
      "{}, {} processes a side. A ratio of 1 strays by the floor; a threshold below the "
      "smallest cannot tell SAME.\n\n{:>8}  {:>18}  case\n",
      calibration.device, calibration.processes, "floor", "smallest threshold");
  for (const auto& [key, noise] : calibration.cases) {
    text += fmt::format("{:>7.2f}%  {:>17.2f}%  {}\n", 100.0 * noise.floor, 100.0 * noise.smallest_threshold, key);
  }
  for (const std::string& key : calibration.left_out)
    text += fmt::format("{:>8}  {:>18}  {} is not ok\n", "-", "-", key);
  return text;
}

/// The two records are only the way to the calibration, so they are not written.
Calibration measure(Spec spec, const Arguments& arguments, bool quiet) {
  const auto processes = static_cast<std::size_t>(spec.sampling.processes);
  spec.sampling.processes *= calibration_pool;
  const Interrupt interrupt;
  std::vector<BuildInTurn> builds;
  for (int side = 0; side < 2; ++side) {
    builds.push_back({own_worker_command(), begin_record(spec, arguments), ExportFiles({}, false)});
  }
  if (measure_in_turn(builds, interrupt, quiet, GpuLock::Wish::refuse) == RunEnd::interrupted) {
    throw Error(static_cast<Exit>(128 + interrupt.signal()), "Interrupted: nothing was calibrated.");
  }
  return calibrate(builds[0].record, builds[1].record, processes);
}

}  // namespace

int calibrate_command(const Arguments& arguments) {
  const RunOptions options = parse_run(arguments);
  if (!options.help.empty()) {
    fmt::print("{}\n{}", about_calibrate, options.help);
    return 0;
  }
  refuse_other_modes(options, "calibrate");
  const Spec spec = parse_spec(options.source);
  check_calibration(options, spec);
  const ExportFiles checked(options.exports, options.force);
  const Calibration calibration = measure(spec, arguments, options.quiet);
  const std::string text = to_json(calibration).dump(1) + '\n';
  for (const Export& file : options.exports) {
    if (file.path != "-") write_whole(file.path, text);
  }
  if (checked.uses_stdout()) {
    fmt::print("{}", text);
  } else if (!options.quiet) {
    fmt::print("{}", table_of(calibration));
  }
  return static_cast<int>(calibration.left_out.empty() ? Exit::ok : Exit::invalid);
}

}  // namespace l2bench
