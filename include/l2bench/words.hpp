#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace l2bench {

/// One row of a word table: what the user types, what the code switches on, what `--help` says.
/// Every list of the program (steps, workloads, timers, renderers, ...) is one constexpr array of rows
/// whose first two members are these; help, parsing and validation read the same array.
template <typename Value>
struct Word {
  Value value;
  std::string_view word;
  std::string_view help;
};

template <typename Row, std::size_t N>
constexpr const Row* find_word(const std::array<Row, N>& table, std::string_view word) {
  for (const Row& row : table) {
    if (row.word == word) return &row;
  }
  return nullptr;
}

template <typename Row, std::size_t N, typename Value>
constexpr const Row& row_of(const std::array<Row, N>& table, Value value) {
  for (const Row& row : table) {
    if (row.value == value) return row;
  }
  return table.front();  // unreachable: every enumerator has a row (static_assert beside each table)
}

template <typename Row, std::size_t N>
std::string joined_words(const std::array<Row, N>& table) {
  std::string text;
  for (const Row& row : table) {
    if (!text.empty()) text += ' ';
    text += row.word;
  }
  return text;
}

/// The candidate closest to `text` by edit distance, if it is close enough to be a slip of the hand.
std::optional<std::string> did_you_mean(std::string_view text, std::span<const std::string_view> candidates);

/// " (did you mean 'read'?)" or "".
std::string suggestion(std::string_view text, std::span<const std::string_view> candidates);

/// `text` for messages: characters that drive a terminal or turn the direction of a text, and bytes that are no UTF-8,
/// as \xNN; cut after about `most_bytes`.
std::string printable(std::string_view text, std::size_t most_bytes = 80);

/// The same of several lines, nothing cut off.
std::string printable_lines(std::string_view text);

/// A JSON text with the same characters as \uNNNN: only strings can hold them, so it means the same.
std::string safe_json(std::string_view json);

/// `text` as printable() shows it, in single quotes.
std::string in_quotes(std::string_view text);

/// True if `text` is well-formed UTF-8, which is all that JSON can hold.
bool is_utf8(std::string_view text);

template <typename Row, std::size_t N>
std::vector<std::string_view> words_of(const std::array<Row, N>& table) {
  std::vector<std::string_view> words;
  for (const Row& row : table) words.push_back(row.word);
  return words;
}

}  // namespace l2bench
