#include "spec/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "l2bench/error.hpp"
#include "l2bench/spec_io.hpp"
#include "l2bench/words.hpp"
#include "spec/json_walk.hpp"

namespace l2bench {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Finds the first error of a text with its offset, which the exceptions of json::parse do not all carry.
class FirstError : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::optional<std::size_t> offset;
  std::string reason;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) override {
    offset = position == 0 ? 0 : position - 1;
    reason = error.what();
    // "[json.exception...] parse error at line 1, column 2: syntax error ..." has a position of its own.
    for (const std::string_view before : {"column ", "] "}) {
      if (const std::size_t at = reason.find(before); at != std::string::npos) {
        const std::size_t start = before == "column " ? reason.find(": ", at) + 2 : at + before.size();
        reason.erase(0, start);
        break;
      }
    }
    return false;
  }
};

}  // namespace

JsonText::JsonText(std::string_view path, std::string_view text)
    : path_(path.empty() ? "spec" : printable(path, 1000)), text_(text) {
  if (text_.substr(0, byte_order_mark.size()) == byte_order_mark) text_.remove_prefix(byte_order_mark.size());
}

nlohmann::json JsonText::parse() const {
  if (text_.size() > max_spec_bytes) {
    throw UsageError(fmt::format("{}: it has {} bytes; a spec has at most {}.", path_, text_.size(), max_spec_bytes));
  }
  FirstError error;
  if (!nlohmann::json::sax_parse(text_, &error))
    reject(error.offset.value_or(0), "not JSON: " + printable(error.reason, 200) + ".");
  walk_json(text_, [&](const JsonSpot& spot) {
    if (spot.depth > max_spec_depth) {
      reject(spot.value_offset, fmt::format("it is nested deeper than {} brackets.", max_spec_depth));
    }
    if (spot.repeated) {
      reject(spot.key_offset, fmt::format("{} is written twice. Keep one.", in_quotes(spot.pointer)));
    }
    return true;
  });
  return nlohmann::json::parse(text_);
}

std::string JsonText::where(const std::string& pointer, Part part) const {
  std::size_t offset = 0;
  walk_json(text_, [&](const JsonSpot& spot) {
    if (spot.pointer != pointer) return true;
    offset = part == Part::key ? spot.key_offset : spot.value_offset;
    return false;
  });
  return position(offset) + (pointer.empty() ? "" : printable(pointer) + ": ");
}

void JsonText::reject(std::size_t offset, const std::string& reason) const {
  throw UsageError(position(offset) + reason);
}

std::string JsonText::position(std::size_t offset) const {
  const std::string_view before = text_.substr(0, std::min(offset, text_.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::string_view in_line = before.substr(before.find_last_of('\n') + 1);  // npos + 1 is 0
  // Editors count characters, not bytes: continuation bytes of UTF-8 do not count.
  const auto column = 1 + std::count_if(in_line.begin(), in_line.end(),
                                        [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  return fmt::format("{}:{}:{}: ", path_, line, column);
}

std::string pointer_to(const std::string& pointer, std::string_view key) {
  std::string longer = pointer + '/';
  for (const char c : key) {
    if (c == '~') {
      longer += "~0";
    } else if (c == '/') {
      longer += "~1";
    } else {
      longer += c;
    }
  }
  return longer;
}

}  // namespace l2bench
