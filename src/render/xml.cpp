#include "render/xml.hpp"

#include <fmt/format.h>

#include "l2bench/words.hpp"

namespace l2bench {

std::string xml_text(std::string_view text) {
  const std::string safe = printable_lines(text);
  std::string escaped;
  for (const char c : safe) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\n':
        escaped += "&#10;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string xml_element(std::string_view name, const XmlAttributes& attributes, const std::string& content) {
  std::string text = fmt::format("<{}", name);
  for (const auto& [key, value] : attributes) text += fmt::format(" {}=\"{}\"", key, xml_text(value));
  return content.empty() ? text + "/>\n" : fmt::format("{}>{}</{}>\n", text, content, name);
}

}  // namespace l2bench
