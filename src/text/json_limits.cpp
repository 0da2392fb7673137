#include "l2bench/json_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "l2bench/error.hpp"
#include "l2bench/words.hpp"

namespace l2bench {
namespace {

/// The deepest nesting of brackets outside strings, whether or not the text is JSON.
int deepest(std::string_view text) {
  int depth = 0;
  int most = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string && c == '\\') {
      ++i;
    } else if (c == '"') {
      in_string = !in_string;
    } else if (!in_string && (c == '{' || c == '[')) {
      most = std::max(most, ++depth);
    } else if (!in_string && (c == '}' || c == ']')) {
      --depth;
    }
  }
  return most;
}

}  // namespace

nlohmann::json parse_limited(std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.bytes) {
    throw UsageError(fmt::format("it has {} bytes; at most {} are read", text.size(), limits.bytes));
  }
  if (deepest(text) > limits.depth) {
    throw UsageError(fmt::format("it is nested deeper than {} brackets", limits.depth));
  }
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::exception& error) {
    throw UsageError(printable(error.what(), 200));
  }
}

}  // namespace l2bench
