#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "l2bench/words.hpp"

namespace l2bench {
namespace {

/// Bytes of the UTF-8 character at `text[0]`; 0 if there is none (overlong, surrogate, above U+10FFFF, cut off).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const bool overlong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
  const bool surrogate = lead == 0xED && byte(1) > 0x9F;
  const bool above = lead == 0xF4 && byte(1) > 0x8F;
  return overlong || surrogate || above ? 0 : length;
}

/// The code point of one well-formed character.
std::uint32_t code_point(std::string_view character) {
  const auto lead = static_cast<std::uint8_t>(character[0]);
  if (character.size() == 1) return lead;
  std::uint32_t code = lead & (0xFFU >> (character.size() + 1));
  for (const char c : character.substr(1)) code = code << 6 | (static_cast<std::uint8_t>(c) & 0x3FU);
  return code;
}

struct CodeRange {
  std::uint32_t first;
  std::uint32_t last;
};
/// Characters that drive a terminal or show a text as another one.
constexpr std::array<CodeRange, 9> unsafe_ranges{{
    {0x00, 0x1F},        // C0
    {0x7F, 0x9F},        // DEL and C1
    {0x061C, 0x061C},    // Arabic letter mark
    {0x200B, 0x200F},    // of no width, and marks of direction
    {0x2028, 0x202E},    // separators of lines; embeddings and overrides of direction
    {0x2060, 0x206F},    // of no width; isolates of direction
    {0xFEFF, 0xFEFF},    // byte order mark
    {0xFFF9, 0xFFFB},    // interlinear annotation
    {0xE0000, 0xE007F},  // tags
}};

bool is_unsafe(std::uint32_t code) {
  return std::any_of(unsafe_ranges.begin(), unsafe_ranges.end(),
                     [code](const CodeRange& range) { return code >= range.first && code <= range.last; });
}

/// Calls `take` with every character, and whether it is well-formed; a byte that is not counts as one.
template <typename Take>
void for_each_character(std::string_view text, const Take& take) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    if (!take(character, length != 0)) return;
    text.remove_prefix(character.size());
  }
}

std::string printable_but(std::string_view text, std::size_t most_bytes, std::string_view kept) {
  std::string out;
  for_each_character(text, [&](std::string_view character, bool whole) {
    if (out.size() >= most_bytes) {
      out += "...";
      return false;
    }
    const bool safe = whole && (character == kept || !is_unsafe(code_point(character)));
    if (safe) out += character;
    for (const char c : safe ? std::string_view() : character) {
      out += fmt::format("\\x{:02x}", static_cast<std::uint8_t>(c));
    }
    return true;
  });
  return out;
}

/// "\u202e"; a pair above U+FFFF.
std::string json_escape_of(std::uint32_t code) {
  if (code < 0x10000) return fmt::format("\\u{:04x}", code);
  code -= 0x10000;
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (code >> 10), 0xDC00 + (code & 0x3FF));
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string printable(std::string_view text, std::size_t most_bytes) {
  return printable_but(text, most_bytes, "");
}

std::string printable_lines(std::string_view text) {
  return printable_but(text, std::string_view::npos, "\n");
}

std::string safe_json(std::string_view json) {
  std::string out;
  for_each_character(json, [&](std::string_view character, bool whole) {
    const std::uint32_t code = whole ? code_point(character) : 0;
    const bool is_layout = character == "\n" || character == "\t" || character == "\r";
    out += whole && !is_layout && is_unsafe(code) ? json_escape_of(code) : std::string(character);
    return true;
  });
  return out;
}

std::string in_quotes(std::string_view text) {
  return fmt::format("'{}'", printable(text));
}

}  // namespace l2bench
