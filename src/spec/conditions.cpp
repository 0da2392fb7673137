#include "l2bench/conditions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "l2bench/error.hpp"
#include "l2bench/number.hpp"

namespace l2bench {
namespace {

[[noreturn]] void reject_protection(std::string_view text) {
  const std::vector<std::string_view> known = words_of(protect_table);
  throw UsageError(
      fmt::format("{} is not a protection{}. Write one of: {}; input and foreign with a ratio above 0, at "
                  "most 1, if wanted: input:0.5.",
                  in_quotes(text), suggestion(text, known), fmt::join(known, " ")));
}

[[noreturn]] void reject_steal(std::string_view text) {
  throw UsageError(
      fmt::format("{} is not a theft: write 0, or the share of the time that the stealer is busy, whole "
                  "percent up to 100%: 25%; l2:25% and spin:25% are its controls.",
                  in_quotes(text)));
}

bool takes_ratio(ProtectKind kind) {
  return kind == ProtectKind::input || kind == ProtectKind::foreign;
}

}  // namespace

Protection parse_protection(std::string_view text) {
  const std::size_t colon = text.find(':');
  const auto* row = find_word(protect_table, text.substr(0, colon));
  if (row == nullptr) reject_protection(text);
  if (colon == std::string_view::npos) return {row->value};
  const std::optional<double> ratio = parse_decimal(text.substr(colon + 1));
  if (!takes_ratio(row->value) || !ratio || *ratio <= 0.0 || *ratio > 1.0) reject_protection(text);
  return {row->value, *ratio};
}

std::string to_string(const Protection& protection) {
  const std::string word(row_of(protect_table, protection.kind).word);
  return protection.ratio == 1.0 ? word : word + ':' + format_decimal(protection.ratio);
}

Steal parse_steal(std::string_view text) {
  if (text == "0") return {};
  const std::size_t colon = text.find(':');
  const bool named = colon != std::string_view::npos;
  const auto* row = named ? find_word(steal_table, text.substr(0, colon)) : &steal_table.front();
  std::string_view share = named ? text.substr(colon + 1) : text;
  if (row == nullptr || !share.ends_with('%')) reject_steal(text);
  share.remove_suffix(1);
  const std::optional<std::uint64_t> percent = parse_whole(share);
  if (!percent || *percent < 1 || *percent > 100) reject_steal(text);
  return {row->value, static_cast<int>(*percent)};
}

std::string to_string(const Steal& steal) {
  if (!steal.on()) return "0";
  const std::string share = fmt::format("{}%", steal.percent);
  return steal.kind == StealKind::dram ? share : fmt::format("{}:{}", row_of(steal_table, steal.kind).word, share);
}

}  // namespace l2bench
