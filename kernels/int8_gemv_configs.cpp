#include "kernels/int8_gemv_configs.hpp"

#include <algorithm>

#include "kernels/int8_gemv_table.hpp"

namespace l2bench {

std::span<const Int8GemvConfig> int8_gemv_configs() {
  return int8_gemv::table;
}

const Int8GemvConfig* find_int8_gemv_config(std::string_view name) {
  const auto configs = int8_gemv_configs();
  const auto found = std::find_if(configs.begin(), configs.end(), [&](const auto& c) { return c.name == name; });
  return found == configs.end() ? nullptr : &*found;
}

const Int8GemvConfig& default_int8_gemv_config() {
  return *find_int8_gemv_config("r16-k8x2-c128x2-smem-digits-persistent");
}

}  // namespace l2bench
