#include <nlohmann/json.hpp>

#include "l2bench/render_comparison.hpp"

namespace l2bench {

std::string render_comparison_json(const Comparison& comparison) {
  return to_json(comparison).dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

}  // namespace l2bench
