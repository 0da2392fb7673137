#include "l2bench/fit.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "app/card_output.hpp"
#include "app/command_line.hpp"
#include "app/commands.hpp"
#include "app/read_record.hpp"

namespace l2bench {
namespace {

constexpr std::string_view about_fit =
    "Fits a card of the L2 model to a record with counters, and shows every point beside the model's figure.\n"
    "  l2bench fit probe.json -o my_card.json\n"
    "  l2bench --device model:./my_card.json ...    or    l2bench --model-file my_card.json ...\n"
    "l2bench probe measures such a record and fits it.";

}  // namespace

int fit_command(const Arguments& arguments) {
  std::string path;
  CardOutput output;
  CLI::App app(std::string(about_fit), "l2bench fit");
  app.add_option("record", path, "a record that --export-json wrote")->required()->type_name("RECORD");
  app.add_option("-o,--output", output.path, "the card to write; - is standard output")->type_name("FILE");
  app.add_option("--card-name", output.name, "the card's name; made of the device's if left out")->type_name("NAME");
  app.add_flag("--force", output.force, "replace a file that exists");
  if (!parse_command_line(app, arguments)) return 0;

  output.check();
  const Fit fitted = fit_with_progress(read_record(path), output, false);
  fmt::print(output.path == "-" ? stderr : stdout, "{}", fit_text(fitted));
  output.write(fitted);
  return 0;
}

}  // namespace l2bench
