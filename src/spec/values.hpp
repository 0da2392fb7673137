#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "l2bench/error.hpp"
#include "l2bench/spec_keys.hpp"
#include "l2bench/words.hpp"

// How single values are read from JSON. All throw UsageError without a place; see Givens::read.

namespace l2bench {

/// The first row of a key in spec_key_table; none for an unknown key.
const SpecKey* find_spec_key(std::string_view key);

/// The first row of a key that is there.
const SpecKey& spec_key(std::string_view key);

std::string text_of(const nlohmann::json& value, std::string_view example);

/// Letters, digits and `punctuation`, at least one and at most `most_characters`: safe in a path, a key and a shell.
struct NameRule {
  std::string_view example;
  std::string_view punctuation;
  std::size_t most_characters;
};
std::string name_of(const nlohmann::json& value, const NameRule& rule);

/// "'abc' is not a whole number from 1 to 64."
[[noreturn]] void reject_number(std::string_view text, const SpecKey& key);

/// A whole number in the limits of `key`.
std::uint64_t whole_of(const nlohmann::json& value, const SpecKey& key);

/// A number in the limits of `key`.
double number_of(const nlohmann::json& value, const SpecKey& key);

/// The row of `table` for a word of `key`.
template <typename Row, std::size_t N>
const Row& word_of(const nlohmann::json& value, const std::array<Row, N>& table, std::string_view key) {
  const std::string text = text_of(value, table.front().word);
  if (const Row* row = find_word(table, text)) return *row;
  const std::vector<std::string_view> known = words_of_key(key);
  throw UsageError(fmt::format("{} is not a value of {}{}. Known: {}.", in_quotes(text), key, suggestion(text, known),
                               fmt::join(known, " ")));
}

}  // namespace l2bench
