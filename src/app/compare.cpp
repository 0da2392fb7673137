#include "l2bench/compare.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <future>
#include <map>
#include <nlohmann/json.hpp>

#include "app/baseline_store.hpp"
#include "app/command_line.hpp"
#include "app/commands.hpp"
#include "app/read_record.hpp"
#include "app/run_options.hpp"
#include "l2bench/calibrate.hpp"
#include "l2bench/error.hpp"
#include "l2bench/render_comparison.hpp"

namespace l2bench {
namespace {

constexpr std::string_view about_compare =
    "Compares two records, case by case, and says what changed. The process is the unit: take 7 or more a side.\n"
    "  l2bench compare base.json new.json --threshold 3% --export-junit report.xml";

std::string footer() {
  std::string text = "Verdicts:\n";
  for (const VerdictRow& row : verdict_table) {
    text += fmt::format("  {:<15} exit {}  {}\n", row.word, static_cast<int>(row.exit), row.help);
  }
  text += "Exit codes: 1 with a SLOWER case; else 4 with a case that exits 4, or if nothing was compared; else 0.\n";
  text += "Keys of --allow-mismatch:\n";
  for (const ComparabilityRow& row : comparability_table()) {
    if (row.can_be_allowed) text += fmt::format("  {:<15} {}\n", row.word, row.help);
  }
  return text;
}

std::string colour_help() {
  return "colours: " + joined_words(colour_table);
}

struct CompareCommand {
  std::string base;
  std::string candidate;
  std::string threshold = "3%";
  std::string calibration;
  std::string colour = "auto";
  CompareOptions options;
  bool force = false;
  bool quiet = false;
};

void print(const Comparison& comparison, const CompareCommand& command, const ComparisonFiles& files) {
  if (files.uses_stdout()) {
    files.print(comparison);
    if (!command.quiet) fmt::print(stderr, "{}", render_comparison_table(comparison, {}));
  } else if (!command.quiet) {
    const TableStyle style{.colour = use_colour(parse_colour(command.colour))};
    fmt::print("{}", render_comparison_table(comparison, style));
  }
}

std::map<std::string, CaseNoise> noise_of(const CompareCommand& command, const Record& candidate) {
  if (command.calibration.empty()) return {};
  const nlohmann::json j = read_json(command.calibration, "calibration");
  Calibration calibration;
  try {
    calibration = calibration_from_json(j);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}.", command.calibration, error.what()));
  }
  const std::string& device = candidate.environment.device.name;
  if (calibration.device == device) return calibration.cases;
  throw UsageError(
      fmt::format("--calibration {}: it is of {}, the new record is of {}. Calibrate the machine that the "
                  "record is from.",
                  command.calibration, calibration.device, device));
}

/// Reading takes most of the time, so both are read at once.
Comparison compare_files(const CompareCommand& command) {
  auto base = std::async(std::launch::async, [&] { return read_record_or_baseline(command.base); });
  const Record candidate = read_record(command.candidate);
  CompareOptions options = command.options;
  options.noise = noise_of(command, candidate);
  Comparison comparison = compare(base.get(), candidate, options);
  comparison.base.path = command.base;
  comparison.candidate.path = command.candidate;
  return comparison;
}

}  // namespace

int compare_command(const Arguments& arguments) {
  CompareCommand command;
  CLI::App app(std::string(about_compare), "l2bench compare");
  app.footer(footer());
  app.add_option("base", command.base, "record to compare with (JSON), or FOLDER@NAME: a baseline")
      ->required()
      ->type_name("BASE");
  app.add_option("new", command.candidate, "record to judge (JSON)")->required()->type_name("NEW");
  app.add_option("--threshold", command.threshold, "least change that counts; never below two timer steps")
      ->type_name("SHARE")
      ->capture_default_str();
  app.add_option("--calibration", command.calibration, "what `calibrate` wrote: refuses cases too noisy to judge")
      ->type_name("FILE");
  app.add_option("--allow-mismatch", command.options.allowed, "a fact that may differ; repeatable, see below")
      ->type_name("KEY")
      ->allow_extra_args(false);
  app.add_flag("--require-baseline", command.options.require_baseline, "exit 4 if a case has no baseline");
  const ExportFlags<ComparisonRendererRow, Comparison> exports(app, comparison_renderer_table);
  app.add_flag("--quiet", command.quiet, "no table")->group("What comes out");
  app.add_flag("--force", command.force, "replace files that exist")->group("What comes out");
  app.add_option("--color", command.colour, colour_help())->type_name("WHEN")->group("What comes out");
  if (!parse_command_line(app, arguments)) return 0;

  parse_colour(command.colour);
  command.options.threshold = parse_percent("--threshold", command.threshold);
  for (const std::string& word : command.options.allowed) check_can_be_allowed(word);
  const ComparisonFiles files(exports.given(), command.force);
  const Comparison comparison = compare_files(command);
  files.write(comparison);
  print(comparison, command, files);
  return static_cast<int>(exit_of(comparison));
}

}  // namespace l2bench
