#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace l2bench {

/// What a JSON text may be before anything is built from it.
struct JsonLimits {
  std::size_t bytes = 0;
  int depth = 0;  ///< brackets around a value
};

/// Throws UsageError saying why: too long, too deep, or no JSON, with line and column.
nlohmann::json parse_limited(std::string_view text, const JsonLimits& limits);

}  // namespace l2bench
