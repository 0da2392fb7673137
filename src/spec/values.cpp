#include "spec/values.hpp"

#include <algorithm>
#include <stdexcept>

namespace l2bench {
namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_between(double value, const SpecKey& key) {
  return value >= key.least && value <= key.most;
}

}  // namespace

const SpecKey* find_spec_key(std::string_view key) {
  for (const SpecKey& row : spec_key_table) {
    if (row.key == key) return &row;
  }
  return nullptr;
}

const SpecKey& spec_key(std::string_view key) {
  if (const SpecKey* row = find_spec_key(key)) return *row;
  throw std::logic_error("no row of spec_key_table: " + std::string(key));
}

std::string text_of(const nlohmann::json& value, std::string_view example) {
  if (!value.is_string()) {
    throw UsageError(fmt::format("it must be a text, such as \"{}\", not {}.", example, printable(value.dump())));
  }
  return value.get<std::string>();
}

std::string name_of(const nlohmann::json& value, const NameRule& rule) {
  const std::string text = text_of(value, rule.example);
  const bool fits =
      !text.empty() && text.size() <= rule.most_characters && std::all_of(text.begin(), text.end(), [&](char c) {
        return is_letter_or_digit(c) || rule.punctuation.find(c) != std::string_view::npos;
      });
  if (!fits) {
    throw UsageError(fmt::format("{} is not a name such as {}: 1 to {} letters, digits or {}", in_quotes(text),
                                 rule.example, rule.most_characters, rule.punctuation));
  }
  return text;
}

void reject_number(std::string_view text, const SpecKey& key) {
  if (key.least == key.most) {
    throw UsageError(fmt::format("{} is not {:.16g}, which this version reads.", in_quotes(text), key.least));
  }
  // 16 digits show every limit exactly, and no more than was written.
  throw UsageError(fmt::format("{} is not a {} from {:.16g} to {:.16g}.", in_quotes(text),
                               key.kind == KeyKind::whole ? "whole number" : "number", key.least, key.most));
}

std::uint64_t whole_of(const nlohmann::json& value, const SpecKey& key) {
  // 2^53 is where a double stops to be exact, and no limit is above it.
  if (!value.is_number_integer() || !is_between(value.get<double>(), key)) reject_number(value.dump(), key);
  return value.get<std::uint64_t>();
}

double number_of(const nlohmann::json& value, const SpecKey& key) {
  if (!value.is_number() || !is_between(value.get<double>(), key)) reject_number(value.dump(), key);
  return value.get<double>();
}

}  // namespace l2bench
