#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace l2bench {

/// The parts of `text` between `separator`s; an empty text is one empty part.
std::vector<std::string_view> split(std::string_view text, char separator);

/// Digits and nothing else. Empty if `text` is anything else or does not fit.
std::optional<std::uint64_t> parse_whole(std::string_view text);

/// A literal of C without suffix: "-7", "1e-3" for a double. Empty if `text` is anything else or does not fit.
template <typename Number>
std::optional<Number> parse_literal(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Digits with at most one point between them: "3", "0.25". No sign, no exponent, no inf or nan.
std::optional<double> parse_decimal(std::string_view text);

/// The shortest text without an exponent that parse_decimal reads back to `value`, which is finite and not negative.
std::string format_decimal(double value);

/// The parts of "first..last*factor". Empty if `text` has no "..". Throws UsageError if it has, but is no range.
struct RangeText {
  std::string_view first;
  std::string_view last;
  std::uint64_t factor = 2;  ///< 2 to 1024
};
std::optional<RangeText> parse_range(std::string_view text);

/// Whole numbers from `least` to `most`: one ("4096"), or a range ("1024..16384*2": the first, then times 2 while not
/// above the last). Throws UsageError naming the text and what is allowed. `most` is at most 2^53.
std::vector<std::uint64_t> parse_whole_range(std::string_view text, std::uint64_t least, std::uint64_t most);

}  // namespace l2bench
