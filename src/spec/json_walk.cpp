#include "spec/json_walk.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "spec/json_text.hpp"

namespace l2bench {
namespace {

/// Recurses once a bracket: `visit` has to stop the walk before the stack ends.
class Walk {
 public:
  Walk(std::string_view text, const std::function<bool(const JsonSpot&)>& visit) : text_(text), visit_(visit) {}

  bool value(JsonSpot spot, const std::string& pointer) {
    skip_space();
    spot.pointer = pointer;
    spot.value_offset = at_;
    if (!visit_(spot)) return false;
    const char first = text_[at_];
    if (first == '{') return members(spot.depth + 1, pointer);
    if (first == '[') return elements(spot.depth + 1, pointer);
    if (first == '"') {
      skip_string();
    } else {
      at_ = text_.find_first_of(",]} \t\r\n", at_);
    }
    return true;
  }

 private:
  bool members(int depth, const std::string& pointer) {
    std::set<std::string> keys;
    while (next('}')) {
      JsonSpot spot{.key_offset = at_, .depth = depth};
      skip_string();
      const auto key = nlohmann::json::parse(text_.substr(spot.key_offset, at_ - spot.key_offset)).get<std::string>();
      spot.repeated = !keys.insert(key).second;
      at_ = text_.find(':', at_) + 1;
      if (!value(spot, pointer_to(pointer, key))) return false;
    }
    return true;
  }

  bool elements(int depth, const std::string& pointer) {
    for (std::size_t index = 0; next(']'); ++index) {
      if (!value({.key_offset = at_, .depth = depth}, pointer_to(pointer, std::to_string(index)))) return false;
    }
    return true;
  }

  /// Steps over an opening bracket or a comma; false, and over it, at `close`.
  bool next(char close) {
    skip_space();
    if (text_[at_] != close) {
      ++at_;
      skip_space();
    }
    if (text_[at_] != close) return true;
    ++at_;
    return false;
  }

  void skip_space() { at_ = text_.find_first_not_of(" \t\r\n", at_); }

  void skip_string() {
    for (++at_; text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    ++at_;
  }

  std::string_view text_;
  const std::function<bool(const JsonSpot&)>& visit_;
  std::size_t at_ = 0;
};

}  // namespace

void walk_json(std::string_view text, const std::function<bool(const JsonSpot&)>& visit) {
  Walk(text, visit).value({}, "");
}

}  // namespace l2bench
