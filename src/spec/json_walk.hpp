#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace l2bench {

/// A value met on a walk through the text of a JSON document.
struct JsonSpot {
  std::string_view pointer;  ///< valid during the call
  std::size_t value_offset = 0;
  std::size_t key_offset = 0;  ///< of the key's opening quote; the value's own offset for array elements
  bool repeated = false;       ///< its object has held this key before
  int depth = 0;               ///< brackets around it
};

/// Calls `visit` for every value of `text`, which must be valid JSON, in the order written, until it returns false.
void walk_json(std::string_view text, const std::function<bool(const JsonSpot&)>& visit);

}  // namespace l2bench
