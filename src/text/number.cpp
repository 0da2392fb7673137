#include "l2bench/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include "l2bench/error.hpp"
#include "l2bench/words.hpp"

namespace l2bench {
namespace {

constexpr std::uint64_t largest_factor = 1024;

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::optional<std::uint64_t> parse_whole(std::string_view text) {
  if (!all_digits(text)) return std::nullopt;
  std::uint64_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc{}) return std::nullopt;
  return value;
}

std::optional<double> parse_decimal(std::string_view text) {
  const std::size_t point = text.find('.');
  const bool well_formed =
      all_digits(text.substr(0, point)) && (point == std::string_view::npos || all_digits(text.substr(point + 1)));
  if (!well_formed) return std::nullopt;
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (result.ec != std::errc{}) return std::nullopt;
  return value;
}

std::string format_decimal(double value) {
  std::array<char, 400> buffer{};  // the longest double without an exponent has 309 digits before its point
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed);
  return {buffer.data(), result.ptr};
}

std::optional<RangeText> parse_range(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const std::size_t star = text.find('*', dots);
  const std::optional<std::uint64_t> factor =
      star == std::string_view::npos ? std::nullopt : parse_whole(text.substr(star + 1));
  if (!factor || *factor < 2 || *factor > largest_factor) {
    throw UsageError(
        fmt::format("{} is not a range: write first..last*factor with a whole factor from 2 to {}, such as {}..{}*2.",
                    in_quotes(text), largest_factor, 1024, 16384));
  }
  return RangeText{text.substr(0, dots), text.substr(dots + 2, star - dots - 2), *factor};
}

std::vector<std::uint64_t> parse_whole_range(std::string_view text, std::uint64_t least, std::uint64_t most) {
  const auto read = [&](std::string_view part) {
    const std::optional<std::uint64_t> value = parse_whole(part);
    if (!value || *value < least || *value > most) {
      throw UsageError(fmt::format("{} is not a whole number from {} to {}.", in_quotes(part), least, most));
    }
    return *value;
  };
  const std::optional<RangeText> range = parse_range(text);
  if (!range) return {read(text)};
  const std::uint64_t first = read(range->first);
  const std::uint64_t last = read(range->last);
  if (first == 0 || first > last) {
    throw UsageError(
        fmt::format("{} is empty: a range goes up from its first value, above 0, to its last.", in_quotes(text)));
  }
  std::vector<std::uint64_t> values;
  for (std::uint64_t value = first; value <= last; value *= range->factor) values.push_back(value);
  return values;
}

}  // namespace l2bench
