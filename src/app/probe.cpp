#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/card_output.hpp"
#include "app/commands.hpp"
#include "app/measure_into.hpp"
#include "app/probe_spec.hpp"
#include "app/run_options.hpp"
#include "l2bench/error.hpp"
#include "l2bench/fit.hpp"
#include "l2bench/spec_io.hpp"
#include "l2bench/spec_keys.hpp"

namespace l2bench {
namespace {

constexpr std::string_view about_probe =
    "Measures what the L2 model needs to know of a card, says it in words, and fits a model card.\n"
    "  l2bench probe -o my_card.json --export-json probe.json\n"
    "The sweeps are those of configs/probe.json. Takes the flags of run, but no spec and no grid.\n"
    "  -o, --output FILE    the card to write; - is standard output\n"
    "  --card-name NAME     its name; made of the device's if left out\n";

/// Takes this command's own flags out of `arguments`; the others are run's.
CardOutput take_output(Arguments& arguments) {
  CardOutput output;
  CLI::App app("", "l2bench probe");
  app.set_help_flag();
  app.allow_extras();
  app.add_option("-o,--output", output.path);
  app.add_option("--card-name", output.name);
  try {
    app.parse(Arguments(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    throw UsageError(std::string(error.what()) + ". See l2bench probe --help.");
  }
  arguments = app.remaining();
  return output;
}

void give_probe_spec(RunOptions& options) {
  if (!options.source.text.empty()) {
    throw UsageError(
        fmt::format("probe measures its own sweeps and takes no spec: leave {} out.", options.source.path));
  }
  for (const FlagValue& flag : options.source.flags) {
    const auto key = std::find_if(spec_key_table.begin(), spec_key_table.end(),
                                  [&](const SpecKey& row) { return row.key == flag.key; });
    if (key != spec_key_table.end() && key->axis) {
      throw UsageError(fmt::format("probe measures its own sweeps, which {} would change: leave it out.", flag.flag));
    }
  }
  options.source.path = "configs/probe.json";
  options.source.text = std::string(probe_spec);
}

std::string facts_text(const std::vector<Finding>& facts) {
  std::string text;
  for (const Finding& fact : facts) text += fmt::format("{:<15} {}\n", fact.id, fact.text);
  return text;
}

bool any_counters(const Record& record) {
  return std::any_of(record.cases.begin(), record.cases.end(),
                     [](const CaseResult& c) { return c.counters.has_value(); });
}

}  // namespace

int probe_command(const Arguments& arguments) {
  Arguments for_run = arguments;
  CardOutput output = take_output(for_run);
  RunOptions options = parse_run(for_run);
  if (!options.help.empty()) {
    fmt::print("{}\n{}", about_probe, options.help);
    return 0;
  }
  refuse_other_modes(options, "probe");
  give_probe_spec(options);
  output.force = options.force;
  output.check();
  const ExportFiles files(options.exports, options.force);

  const Interrupt interrupt;
  std::vector<std::string> argv{"l2bench", "probe"};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  Record record = begin_record(parse_spec(options.source), argv);
  if (measure_into(record, files, interrupt, {.quiet = options.quiet}) == RunEnd::interrupted)
    return 128 + interrupt.signal();

  std::string text = record.environment.device.simulated ? "SIMULATED: nothing here was measured.\n" : "";
  text += fmt::format("{}\n\n{}", record.environment.device.name, facts_text(find_card_facts(record)));
  const bool fits = any_counters(record);
  if (fits) {
    const Fit fitted = fit_with_progress(record, output, options.quiet);
    text += '\n' + fit_text(fitted);
    output.write(fitted);
  } else {
    text += fmt::format(
        "\nNo card was fitted: what L2 does with dirty lines shows in DRAM bytes only, and there are no counters here "
        "({}). {}\n",
        record.environment.counters.word, record.environment.counters.remedy);
  }
  const bool text_aside = output.path == "-" || files.uses_stdout();
  if (files.uses_stdout()) files.print(record);
  if (!options.quiet) fmt::print(text_aside ? stderr : stdout, "{}", text);
  return static_cast<int>(fits ? Exit::ok : Exit::invalid);
}

}  // namespace l2bench
