#pragma once

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdlib>
#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands.hpp"
#include "app/exports.hpp"

namespace l2bench {

/// Parses with CLI11, and words its errors as this program does. False if help was asked for, which was printed.
/// Throws UsageError naming the flag, with the closest known flag for an unknown one.
bool parse_command_line(CLI::App& app, const Arguments& arguments);

/// "3%", "0.5%" as a share. Throws UsageError naming the flag unless it is above 0 and below 100%.
double parse_percent(std::string_view flag, std::string_view text);

/// The --export-<word> flags of a table of formats.
template <typename Row, typename Value>
class ExportFlags {
 public:
  template <typename Table>
  ExportFlags(CLI::App& app, const Table& table) {
    for (const Row& row : table) {
      Flag& flag = flags_.emplace_back(Flag{&row, {}});
      app.add_option("--export-" + std::string(row.word), flag.paths, std::string(row.help))
          ->type_name("FILE")
          ->allow_extra_args(false)
          ->type_size(1)
          ->group("What comes out");
    }
  }

  std::vector<ExportOf<Row>> given() const {
    std::vector<ExportOf<Row>> exports;
    for (const Flag& flag : flags_) {
      for (const std::string& path : flag.paths) exports.push_back({flag.row, path});
    }
    return exports;
  }

 private:
  struct Flag {
    const Row* row;
    std::vector<std::string> paths;
  };
  std::list<Flag> flags_;  // a list: CLI11 holds references into it
};

/// For a number that has to be above zero. CLI11's own says so with all 309 digits of the largest double.
inline CLI::Validator above_zero() {
  const auto check = [](const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !std::isfinite(value)) return "'" + text + "' is not a number";
    return value > 0.0 ? std::string() : "'" + text + "' is not above 0";
  };
  return CLI::Validator(check, "");
}

}  // namespace l2bench
