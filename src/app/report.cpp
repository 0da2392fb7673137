#include "l2bench/report.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "app/command_line.hpp"
#include "app/commands.hpp"
#include "app/read_record.hpp"

namespace l2bench {
namespace {

constexpr std::string_view about_report =
    "Makes one HTML page of records: verdicts, environment, figures with their tables. The page needs no network.\n"
    "  l2bench report study.json -o study.html";

}  // namespace

int report_command(const Arguments& arguments) {
  std::vector<std::string> paths;
  std::string output;
  bool force = false;
  CLI::App app(std::string(about_report), "l2bench report");
  app.add_option("record", paths, "records that --export-json wrote")->required()->type_name("RECORD");
  app.add_option("-o,--output", output, "the page to write; - is standard output")
      ->required()
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_flag("--force", force, "replace a file that exists");
  if (!parse_command_line(app, arguments)) return 0;

  if (output != "-") check_writable("-o " + output, output, force);
  std::vector<Record> records;
  for (const std::string& path : paths) records.push_back(read_record(path));
  const std::string page = report_page(records);
  if (output == "-") {
    fmt::print("{}", page);
  } else {
    write_whole(output, page);
  }
  return 0;
}

}  // namespace l2bench
