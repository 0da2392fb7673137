#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "l2bench/number.hpp"
#include "l2bench/words.hpp"
#include "spec/given.hpp"
#include "spec/values.hpp"

namespace l2bench {
namespace {

using nlohmann::json;

struct TimeUnit {
  std::string_view word;
  double seconds;
  double parts;  // 100ms is 100 / 1000, which rounds to the double 0.1; 100 * 0.001 need not
};
constexpr std::array<TimeUnit, 4> time_units{{{"", 1, 1}, {"s", 1, 1}, {"ms", 1, 1000}, {"min", 60, 1}}};

[[noreturn]] void reject(const FlagValue& flag, const std::string& reason) {
  throw UsageError(printable(flag.flag) + ": " + reason);
}

const SpecKey& row_of_flag(const FlagValue& flag) {
  for (const SpecKey& row : spec_key_table) {
    const std::vector<std::string_view> names = split(row.flags, ',');
    const bool named = std::find(names.begin(), names.end(), flag.flag) != names.end();
    if (row.key == flag.key && named) return row;
  }
  throw UsageError(fmt::format("{} is not a flag of the spec's key {}.", in_quotes(flag.flag), in_quotes(flag.key)));
}

json seconds_of(std::string_view text) {
  const std::size_t unit_at = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::optional<double> number = parse_decimal(text.substr(0, unit_at));
  for (const TimeUnit& unit : time_units) {
    if (number && unit.word == text.substr(unit_at)) return *number * unit.seconds / unit.parts;
  }
  throw UsageError(
      fmt::format("{} is not a time. Write seconds (5), or a number with ms, s or min (100ms).", in_quotes(text)));
}

json whole_of(std::string_view text, const SpecKey& row) {
  if (const std::optional<std::uint64_t> number = parse_whole(text)) return *number;
  reject_number(text, row);
}

/// `k=v` as an object of one tag.
json tag_of(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    throw UsageError(fmt::format("{} is not a tag. Write key=value, such as runner=a100-1.", in_quotes(text)));
  }
  return {{std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))}};
}

/// The value as a file would hold it.
json value_of(std::string_view text, const SpecKey& row) {
  if (row.kind == KeyKind::tags) return tag_of(text);
  if (row.kind == KeyKind::seconds) return seconds_of(text);
  if (row.kind == KeyKind::whole && !row.axis) return whole_of(text, row);
  return std::string(text);
}

void read_text(const FlagValue& flag, const SpecKey& row, const std::string& text, std::vector<Given>& values) {
  const bool bare = text.empty() && row.argument == FlagArgument::optional;
  const std::string_view meant = bare || row.argument == FlagArgument::none ? row.implied : std::string_view(text);
  const auto parts = row.axis ? split(meant, ',') : std::vector<std::string_view>{meant};
  for (const std::string_view part : parts) {
    if (row.axis && part.empty()) reject(flag, fmt::format("{} has an empty item.", in_quotes(text)));
    try {
      values.push_back({value_of(part, row), flag.flag, ""});
    } catch (const UsageError& error) {
      reject(flag, error.what());
    }
  }
}

}  // namespace

std::map<std::string, std::vector<Given>, std::less<>> read_flags(const std::vector<FlagValue>& flags) {
  std::map<std::string, std::vector<Given>, std::less<>> by_key;
  for (const FlagValue& flag : flags) {
    const SpecKey& row = row_of_flag(flag);
    if (!std::all_of(flag.texts.begin(), flag.texts.end(), is_utf8)) reject(flag, "the text is not UTF-8.");
    std::vector<Given>& values = by_key[flag.key];
    for (const std::string& text : flag.texts) read_text(flag, row, text, values);
    if (!row.axis && row.kind != KeyKind::tags && values.size() > 1) {
      reject(flag, values.front().flag == flag.flag ? "it is given more than once. Give it once."
                                                    : values.front().flag + " sets the same. Give one of them.");
    }
  }
  std::erase_if(by_key, [](const auto& entry) { return entry.second.empty(); });
  return by_key;
}

}  // namespace l2bench
