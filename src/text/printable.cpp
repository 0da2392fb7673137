#include <fmt/format.h>

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

/// Control characters can drive a terminal: C0, DEL, and C1 (U+0080 to U+009F).
bool is_control(std::string_view character) {
  const auto lead = static_cast<std::uint8_t>(character[0]);
  if (character.size() == 1) return lead < 0x20 || lead == 0x7F;
  return lead == 0xC2 && static_cast<std::uint8_t>(character[1]) < 0xA0;
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
  std::string out;
  while (!text.empty()) {
    if (out.size() >= most_bytes) return out + "...";
    const std::size_t length = utf8_length(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    if (length == 0 || is_control(character)) {
      for (const char c : character) out += fmt::format("\\x{:02x}", static_cast<std::uint8_t>(c));
    } else {
      out += character;
    }
    text.remove_prefix(character.size());
  }
  return out;
}

std::string in_quotes(std::string_view text) {
  return fmt::format("'{}'", printable(text));
}

}  // namespace l2bench
