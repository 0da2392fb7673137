#include "l2bench/size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "l2bench/error.hpp"
#include "l2bench/number.hpp"
#include "l2bench/words.hpp"

namespace l2bench {
namespace {

constexpr std::uint64_t line_bytes = 128;

struct Unit {
  std::string_view word;
  std::uint64_t bytes;
};
// Largest first within a kind: the first one that divides a size names it.
constexpr std::array<Unit, 3> binary_units{{{"GiB", GiB}, {"MiB", MiB}, {"KiB", KiB}}};
constexpr std::array<Unit, 3> decimal_units{{{"GB", 1'000'000'000}, {"MB", 1'000'000}, {"KB", 1'000}}};
constexpr std::array<std::string_view, 7> unit_words{"KiB", "MiB", "GiB", "KB", "MB", "GB", "xL2"};

constexpr std::string_view allowed =
    "Write bytes (4096), a number with KiB, MiB, GiB, KB, MB or GB (256MiB), or a multiple of L2 (1.5xL2).";

[[noreturn]] void reject(std::string_view text, std::string_view reason) {
  throw UsageError(fmt::format("{} is not a size{} {}", in_quotes(text), reason, allowed));
}

std::optional<std::uint64_t> unit_bytes(std::string_view word) {
  if (word.empty()) return 1;
  for (const auto& units : {binary_units, decimal_units}) {
    for (const Unit& unit : units) {
      if (unit.word == word) return unit.bytes;
    }
  }
  return std::nullopt;
}

constexpr std::size_t most_decimals = 9;  // x 1 GiB still fits in 64 bits

/// `number` x `unit` in exact arithmetic. Empty if that is not a whole number of bytes; above max_size_bytes if it is
/// too large.
std::optional<std::uint64_t> whole_bytes(std::string_view number, std::uint64_t unit) {
  const std::size_t point = std::min(number.find('.'), number.size());
  std::string_view decimals = number.substr(std::min(point + 1, number.size()));
  while (!decimals.empty() && decimals.back() == '0') decimals.remove_suffix(1);
  if (decimals.size() > most_decimals) return std::nullopt;
  std::uint64_t scale = 1;
  for (std::size_t i = 0; i < decimals.size(); ++i) scale *= 10;
  const std::uint64_t fraction = parse_whole(decimals).value_or(0) * unit;
  if (fraction % scale != 0) return std::nullopt;
  const std::optional<std::uint64_t> whole = parse_whole(number.substr(0, point));
  if (!whole || *whole > max_size_bytes / unit) return max_size_bytes + 1;
  return *whole * unit + fraction / scale;
}

Size multiple_of_l2(std::string_view text, double multiple) {
  if (multiple == 0.0) reject(text, ": a size is more than 0.");
  if (multiple > max_l2_multiple) reject(text, fmt::format(": at most {}xL2.", max_l2_multiple));
  return {.l2_multiple = multiple};
}

std::string in_units(std::uint64_t bytes, const std::array<Unit, 3>& units) {
  for (const Unit& unit : units) {
    if (bytes != 0 && bytes % unit.bytes == 0) return fmt::format("{}{}", bytes / unit.bytes, unit.word);
  }
  return fmt::format("{}", bytes);
}

}  // namespace

std::uint64_t resolve(const Size& size, std::uint64_t l2_bytes) {
  const std::uint64_t bytes = size.l2_multiple > 0.0
                                  ? static_cast<std::uint64_t>(size.l2_multiple * static_cast<double>(l2_bytes))
                                  : size.bytes;
  return std::max(line_bytes, bytes / line_bytes * line_bytes);
}

Size parse_size(std::string_view text) {
  const std::size_t unit_at = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string_view number = text.substr(0, unit_at);
  const std::string_view word = text.substr(unit_at);
  const std::optional<double> value = parse_decimal(number);
  if (!value) reject(text, ".");
  if (word == "xL2" || word == "x") return multiple_of_l2(text, *value);
  const std::optional<std::uint64_t> unit = unit_bytes(word);
  if (!unit) reject(text, suggestion(word, unit_words) + ".");
  const std::optional<std::uint64_t> bytes = whole_bytes(number, *unit);
  if (!bytes) reject(text, fmt::format(": it must come to whole bytes, with {} decimals at most.", most_decimals));
  if (*bytes == 0) reject(text, ": a size is more than 0.");
  if (*bytes > max_size_bytes) reject(text, fmt::format(": at most {}.", format_bytes(max_size_bytes)));
  return {.bytes = *bytes};
}

std::vector<Size> parse_size_range(std::string_view text) {
  const std::optional<RangeText> range = parse_range(text);
  if (!range) return {parse_size(text)};
  const Size first = parse_size(range->first);
  const Size last = parse_size(range->last);
  const bool multiples = first.l2_multiple > 0.0;
  if (multiples != (last.l2_multiple > 0.0)) {
    throw UsageError(fmt::format("{} mixes bytes with multiples of L2: write both ends in one kind.", in_quotes(text)));
  }
  std::vector<Size> sizes;
  if (multiples) {
    // A hair above the end is the end: 0.1x times 3 is not 0.3x in binary.
    const double end = last.l2_multiple * (1 + 1e-9);
    for (double m = first.l2_multiple; m <= end; m *= static_cast<double>(range->factor)) {
      sizes.push_back({.l2_multiple = std::min(m, last.l2_multiple)});
    }
  } else {
    for (std::uint64_t b = first.bytes; b <= last.bytes; b *= range->factor) sizes.push_back({.bytes = b});
  }
  if (sizes.empty()) {
    throw UsageError(fmt::format("{} is empty: a range goes up from its first value to its last.", in_quotes(text)));
  }
  return sizes;
}

std::string to_string(const Size& size) {
  if (size.l2_multiple > 0.0) return format_decimal(size.l2_multiple) + "xL2";
  const std::array<std::string, 3> ways{in_units(size.bytes, binary_units), in_units(size.bytes, decimal_units),
                                        fmt::format("{}", size.bytes)};
  return *std::min_element(ways.begin(), ways.end(),
                           [](const std::string& a, const std::string& b) { return a.size() < b.size(); });
}

std::string format_bytes(std::uint64_t bytes) {
  return in_units(bytes, binary_units);
}

}  // namespace l2bench
