#include <nlohmann/json.hpp>

#include "l2bench/render.hpp"
#include "l2bench/words.hpp"

namespace l2bench {
namespace {

using nlohmann::json;

constexpr std::size_t line_length = 200;  // a block of samples or a counter reading fits
constexpr std::size_t indent_step = 1;

/// Bytes that are no UTF-8, which JSON cannot hold, become U+FFFD instead of an exception.
std::string on_one_line(const json& value) {
  return safe_json(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

/// Without making the text of what is surely too long.
bool is_short(const json& value, std::size_t room) {
  if (value.size() * 2 > room) return false;
  if (!value.is_structured()) return on_one_line(value).size() <= room;
  for (const json& inner : value) {
    if (!is_short(inner, room)) return false;
  }
  return on_one_line(value).size() <= room;
}

/// Samples, medians, names: one line, however long, so that a thousand samples are not a thousand lines.
bool is_array_of_plain_values(const json& value) {
  if (!value.is_array()) return false;
  for (const json& inner : value) {
    if (inner.is_structured()) return false;
  }
  return true;
}

std::string indented(const json& value, std::size_t indent) {
  if (!value.is_structured() || is_array_of_plain_values(value) || is_short(value, line_length - indent)) {
    return on_one_line(value);
  }
  const std::string inner_blanks(indent + indent_step, ' ');
  const bool is_object = value.is_object();
  std::string text(1, is_object ? '{' : '[');
  const char* separator = "\n";
  for (const auto& item : value.items()) {
    text += separator + inner_blanks;
    if (is_object) text += on_one_line(item.key()) + ": ";
    text += indented(item.value(), indent + indent_step);
    separator = ",\n";
  }
  text += '\n' + std::string(indent, ' ');
  return text + (is_object ? '}' : ']');
}

}  // namespace

std::string render_json(const Record& record) {
  return indented(to_json(record), 0) + '\n';
}

}  // namespace l2bench
