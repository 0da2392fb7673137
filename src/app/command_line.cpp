#include "app/command_line.hpp"

#include <fmt/format.h>

#include "l2bench/error.hpp"
#include "l2bench/number.hpp"
#include "l2bench/words.hpp"

namespace l2bench {
namespace {

std::string unknown_flag(const CLI::App& app) {
  const Arguments left = app.remaining();
  const std::string word = left.empty() ? "" : left.front().substr(0, left.front().find('='));
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  return fmt::format("{} has no use for {}{}. See {} --help.", app.get_name(), in_quotes(word), suggestion(word, known),
                     app.get_name());
}

}  // namespace

bool parse_command_line(CLI::App& app, const Arguments& arguments) {
  app.set_help_flag("-h,--help", "show this help");
  app.get_formatter()->column_width(34);
  try {
    app.parse(Arguments(arguments.rbegin(), arguments.rend()));  // CLI11 takes them from the back
    return true;
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", app.help());
    return false;
  } catch (const CLI::ExtrasError&) {
    throw UsageError(unknown_flag(app));
  } catch (const CLI::ParseError& error) {
    throw UsageError(fmt::format("{}. See {} --help.", error.what(), app.get_name()));
  }
}

double parse_percent(std::string_view flag, std::string_view text) {
  const std::string_view number = text.substr(0, text.size() - (text.ends_with('%') ? 1 : 0));
  const std::optional<double> percent = text.ends_with('%') ? parse_decimal(number) : std::nullopt;
  if (!percent || *percent <= 0.0 || *percent >= 100.0) {
    throw UsageError(fmt::format("{}: {} is not a share: write a number above 0 and below 100 with %, such as 3%.",
                                 flag, in_quotes(text)));
  }
  return *percent / 100.0;
}

}  // namespace l2bench
