#include "render/escape.hpp"

#include <algorithm>

#include "l2bench/words.hpp"

namespace l2bench {

std::string shown(std::string_view text) {
  return printable(text, std::string_view::npos);
}

std::string csv_text(std::string_view text) {
  constexpr std::string_view formula_starts = "=+-@\t\r";
  constexpr std::string_view needs_quotes = "\",\r\n";
  std::string safe = shown(text);
  if (!text.empty() && formula_starts.find(text.front()) != std::string_view::npos) safe.insert(0, 1, '\'');
  if (safe.find_first_of(needs_quotes) == std::string::npos) return safe;
  std::string quoted = "\"";
  for (const char c : safe) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string markdown_text(std::string_view text) {
  constexpr std::string_view marks = "\\`*_[]<>|~#&!";
  std::string escaped;
  for (const char c : shown(text)) {
    if (marks.find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::size_t display_width(std::string_view text) {
  const auto starts_character = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

}  // namespace l2bench
