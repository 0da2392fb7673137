#include <nlohmann/json.hpp>

#include "l2bench/render_comparison.hpp"
#include "l2bench/words.hpp"

namespace l2bench {

std::string render_comparison_json(const Comparison& comparison) {
  return safe_json(to_json(comparison).dump(1, ' ', false, nlohmann::json::error_handler_t::replace)) + '\n';
}

}  // namespace l2bench
