#include "l2bench/ledger.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "app/command_line.hpp"
#include "app/commands.hpp"
#include "app/read_record.hpp"

namespace l2bench {
namespace {

constexpr std::string_view about_ledger =
    "Sums what the handoffs through L2 of a model's step are worth: survival x bytes x kappa, each from records.\n"
    "  l2bench ledger configs/llama31_8b_layer.json handoff_survival.json handoff_kappa.json --step-ms 60";

std::string ledger_footer() {
  std::string text = "Cases:\n";
  for (const LedgerCaseRow& row : ledger_case_table) text += fmt::format("  {:<8} {}\n", row.word, row.help);
  return text;
}

using LedgerFiles = ExportFilesOf<LedgerRendererRow, Ledger>;

}  // namespace

int ledger_command(const Arguments& arguments) {
  std::string layer_path;
  std::vector<std::string> paths;
  std::string polluter;
  LedgerOptions options;
  bool force = false;
  bool quiet = false;
  CLI::App app(std::string(about_ledger), "l2bench ledger");
  app.footer(ledger_footer());
  app.add_option("layer", layer_path, "the handoffs of a layer (JSON), such as configs/llama31_8b_layer.json")
      ->required()
      ->type_name("LAYER");
  app.add_option("record", paths, "records with survival and kappas, of one device")->required()->type_name("RECORD");
  app.add_option("--step-ms", options.step_ms, "time of a whole step in ms, to give shares of it")
      ->type_name("MS")
      ->check(above_zero());
  app.add_option("--tokens", options.tokens, "tokens of a step, in place of the layer's")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
  app.add_option("--polluter", polluter, "traffic of the loaded case, in place of the layer's, such as read:16MiB")
      ->type_name("STEP");
  const ExportFlags<LedgerRendererRow, Ledger> exports(app, ledger_renderer_table);
  app.add_flag("--force", force, "replace files that exist")->group("What comes out");
  app.add_flag("--quiet", quiet, "no table")->group("What comes out");
  if (!parse_command_line(app, arguments)) return 0;

  if (!polluter.empty()) options.polluter = parse_polluter(polluter);
  const LedgerFiles files(exports.given(), force);
  const Layer layer = parse_layer(read_text(layer_path, "layer"), layer_path);
  std::vector<NamedRecord> records;
  for (const std::string& path : paths) records.push_back({path, read_record(path)});
  const Ledger ledger = make_ledger(layer, records, options);
  files.write(ledger);
  files.print(ledger);
  if (!quiet && !files.uses_stdout()) fmt::print("{}", render_ledger_text(ledger));
  return 0;
}

}  // namespace l2bench
