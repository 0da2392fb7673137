#include <fmt/format.h>

#include "app/commands.hpp"
#include "l2bench/build_info.hpp"
#include "l2bench/device.hpp"
#include "l2bench/error.hpp"
#include "l2bench/processes.hpp"
#include "l2bench/spec.hpp"
#include "l2bench/words.hpp"

namespace l2bench {
namespace {

std::vector<std::string_view> known_commands() {
  std::vector<std::string_view> known;
  for (const CommandRow& row : command_table) {
    if (!row.hidden) known.push_back(row.word);
  }
  return known;
}

std::string unknown_command(const std::string& word) {
  std::string text = fmt::format("'{}' is not a command{}. Commands:", word, suggestion(word, known_commands()));
  for (const std::string_view known : known_commands()) text += fmt::format(" {}", known);
  if (word.ends_with(".json")) text += fmt::format(". To run a spec: l2bench run {}", word);
  return text + ".";
}

}  // namespace

std::string version_text() {
  const Tool tool = this_build();
  std::string text = fmt::format("{} {} ({})\n", tool.name, tool.version, tool.git_revision);
  text += fmt::format("compiler   {}\n", tool.compiler);
  text += tool.cuda ? fmt::format("cuda       {}\n", *tool.cuda) : "cuda       not built in: no GPU can be timed\n";
  text += fmt::format("workloads  {}\n", joined_words(workload_table));
  return text;
}

int worker_command(const Arguments&) {
  return serve_worker(open_rig, uuid_of_device);
}

int dispatch(const Arguments& arguments) {
  if (arguments.size() == 1 && (arguments[0] == "--version" || arguments[0] == "-V")) {
    fmt::print("{}", version_text());
    return 0;
  }
  if (arguments.empty() || arguments[0].starts_with('-')) return run_command(arguments);
  const CommandRow* row = find_word(command_table, arguments[0]);
  if (row == nullptr) throw UsageError(unknown_command(arguments[0]));
  return row->value({arguments.begin() + 1, arguments.end()});
}

}  // namespace l2bench
