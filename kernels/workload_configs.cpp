#include "kernels/workload_configs.hpp"

#include <fmt/format.h>

#include "kernels/int8_gemv_configs.hpp"
#include "l2bench/size.hpp"

namespace l2bench {
namespace {

std::vector<WorkloadConfig> int8_gemv_rows() {
  std::vector<WorkloadConfig> configs;
  for (const Int8GemvConfig& config : int8_gemv_configs()) {
    configs.push_back({std::string(config.name),
                       fmt::format("{} x {} warps a block over rows x columns, {} rows a warp, {} in flight a block",
                                   config.row_warps, config.k_warps, config.rows,
                                   format_bytes(static_cast<std::uint64_t>(config.bytes_in_flight())))});
  }
  return configs;
}

/// Any whole number may stand after the dash; these are the ones that a sweep needs.
std::vector<WorkloadConfig> consume_rows() {
  return {{"forward", "from the first byte on, as the step produce stores them; no arithmetic"},
          {"backward", "from the last byte on: what was stored last is read first"},
          {"empty", "the same launch without a load: the baseline of byte counts"},
          {"forward-4", "4 single-precision operations for each byte; any number from 1 to 4096"},
          {"forward-16", "16 for each byte: about where an H200 is as busy with arithmetic as with memory"},
          {"forward-64", "64 for each byte: compute-bound"}};
}

/// Any numbers may stand in them; see parse_chain_config().
std::vector<WorkloadConfig> chain_rows() {
  return {{"layers-1", "one layer; any number from 1 to 256, or --layers N"},
          {"layers-1-kv-256", "with 256 keys and values in each layer's cache instead of 1024; any number to 8192"},
          {"layers-1-empty", "an empty launch in place of each kernel: what scrub:SIZE puts between them, alone"}};
}

}  // namespace

std::vector<WorkloadConfig> workload_configs(std::string_view workload) {
  if (workload == "int8-gemv") return int8_gemv_rows();
  if (workload == "consume") return consume_rows();
  if (workload == "decode-chain") return chain_rows();
  return {};
}

std::vector<std::string> workload_config_names(std::string_view workload) {
  std::vector<std::string> names;
  for (const WorkloadConfig& config : workload_configs(workload)) names.push_back(config.name);
  return names;
}

}  // namespace l2bench
