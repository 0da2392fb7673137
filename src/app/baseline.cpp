#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <nlohmann/json.hpp>

#include "app/baseline_store.hpp"
#include "app/command_line.hpp"
#include "app/commands.hpp"
#include "l2bench/error.hpp"
#include "l2bench/words.hpp"

namespace l2bench {
namespace {

int add_baseline(const Arguments& arguments) {
  CLI::App app("Copies a record into a folder of baselines, which never change.", "l2bench baseline add");
  std::string folder;
  std::string record;
  std::string pin;
  app.add_option("folder", folder, "folder of baselines; made if it is not there")->required()->type_name("FOLDER");
  app.add_option("record", record, "record to add (JSON)")->required()->type_name("RECORD");
  app.add_option("--pin", pin, "name of a release, to compare with for good")->type_name("NAME");
  if (!parse_command_line(app, arguments)) return 0;
  const BaselineEntry entry = BaselineStore(folder).add_record(record, pin);
  fmt::print("{}{}\n", entry.id, entry.passing ? "" : " (not passing: it is left out of the latest runs)");
  return 0;
}

int list_baselines(const Arguments& arguments) {
  CLI::App app("Lists the baselines of a folder, oldest first.", "l2bench baseline list");
  std::string folder;
  bool json = false;
  app.add_option("folder", folder, "folder of baselines")->required()->type_name("FOLDER");
  app.add_flag("--json", json, "the index as JSON");
  if (!parse_command_line(app, arguments)) return 0;
  const BaselineIndex index = BaselineStore(folder).index();
  if (json) {
    fmt::print("{}\n", safe_json(to_json(index).dump(1)));
    return 0;
  }
  for (const BaselineEntry& entry : index.entries) {
    fmt::print("{}  {:<11}  {:<12}  {}  {}\n", entry.id, entry.passing ? "passing" : "not passing",
               entry.pin.empty() ? "-" : entry.pin, entry.git_revision, entry.device);
  }
  return 0;
}

int show_baseline(const Arguments& arguments) {
  CLI::App app("Prints the record that compare would use for FOLDER@NAME.", "l2bench baseline show");
  std::string folder;
  std::string name;
  app.add_option("folder", folder, "folder of baselines")->required()->type_name("FOLDER");
  app.add_option("name", name, "a pin, an id, or the latest passing runs such as last5")->required()->type_name("NAME");
  if (!parse_command_line(app, arguments)) return 0;
  const Record record = BaselineStore(folder).read(name);
  for (const Warning& warning : record.warnings) fmt::print(stderr, "{}: {}\n", warning.id, warning.text);
  fmt::print("{}\n", safe_json(to_json(record).dump(1)));
  return 0;
}

constexpr std::array<Word<int (*)(const Arguments&)>, 3> action_table{{
    {add_baseline, "add", "copy a record into a folder of baselines"},
    {list_baselines, "list", "list the baselines of a folder"},
    {show_baseline, "show", "print a baseline as a record"},
}};

std::string usage() {
  std::string text = "Usage: l2bench baseline <action> ...\n\nActions:\n";
  for (const auto& row : action_table) text += fmt::format("  {:<5} {}\n", row.word, row.help);
  return text + "\nThen: l2bench compare FOLDER@last5 new.json, l2bench compare FOLDER@RELEASE new.json\n";
}

}  // namespace

int baseline_command(const Arguments& arguments) {
  const bool help = !arguments.empty() && (arguments[0] == "--help" || arguments[0] == "-h");
  if (arguments.empty() || help) {
    fmt::print("{}", usage());
    return help ? 0 : static_cast<int>(Exit::usage);
  }
  const auto* action = find_word(action_table, arguments[0]);
  if (action == nullptr) {
    const std::vector<std::string_view> known = words_of(action_table);
    throw UsageError(fmt::format("baseline: {} is not an action{}. Actions: {}.", in_quotes(arguments[0]),
                                 suggestion(arguments[0], known), joined_words(action_table)));
  }
  return action->value({arguments.begin() + 1, arguments.end()});
}

}  // namespace l2bench
