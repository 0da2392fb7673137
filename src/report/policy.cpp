#include "report/policy.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

#include "report/assets.hpp"

namespace l2bench {

std::string base64_of_hex(std::string_view hex) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr std::size_t hex_a_group = 6;  // three bytes, which are four digits of base64
  std::string text;
  for (std::size_t first = 0; first < hex.size(); first += hex_a_group) {
    const std::string_view group = hex.substr(first, hex_a_group);
    std::uint32_t bits = 0;
    std::from_chars(group.data(), group.data() + group.size(), bits, 16);
    bits <<= 4 * (hex_a_group - group.size());
    const std::size_t bytes = group.size() / 2;
    for (std::size_t i = 0; i < 4; ++i) text += i <= bytes ? digits[(bits >> (18 - 6 * i)) & 63U] : '=';
  }
  return text;
}

std::string content_security_policy() {
  std::string scripts;
  for (const Asset& script : page_scripts()) {
    scripts += fmt::format(" 'sha256-{}'", base64_of_hex(script.sha256_hex));
  }
  return fmt::format(
      "default-src 'none'; script-src{}; style-src 'sha256-{}'; img-src data:; base-uri 'none'; form-action 'none'",
      scripts, base64_of_hex(page_style().sha256_hex));
}

}  // namespace l2bench
