#include "src/cuda/int8_gemv_workload.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "kernels/int8_gemv.hpp"
#include "l2bench/error.hpp"
#include "l2bench/words.hpp"

namespace l2bench {
namespace {

constexpr GemvTypes types{Element::int8, Element::bf16, Element::bf16, true};
constexpr int most_rows = 8;
// Sums are kept in fp32; the output is rounded once, by 2^-9.
constexpr double tolerance = 4e-3;

/// The variant asked for, or the default if none was named.
const Int8GemvConfig& config_of(const WorkloadRequest& request) {
  if (request.config.empty()) return default_int8_gemv_config();
  if (const Int8GemvConfig* config = find_int8_gemv_config(request.config)) return *config;
  std::vector<std::string_view> names;
  for (const Int8GemvConfig& config : int8_gemv_configs()) names.push_back(config.name);
  throw DeviceError(fmt::format("int8-gemv has no configuration '{}'{}. It has: {}.", request.config,
                                suggestion(request.config, names), fmt::join(names, " ")),
                    false);
}

const WorkloadRequest& checked_int8(const WorkloadRequest& request) {
  if (request.rows >= 1 && request.rows <= most_rows) return request;
  throw DeviceError(fmt::format("Could not set up int8-gemv for {} rows: it takes 1 to {}.", request.rows, most_rows),
                    false);
}

std::size_t workspace_bytes(const WorkloadRequest& request) {
  return int8_gemv_workspace_bytes(config_of(request), request.shape.n, request.shape.k, request.rows);
}

}  // namespace

Int8GemvWorkload::Int8GemvWorkload(const WorkloadRequest& request, cudaStream_t stream)
    : GemvWorkload(checked_int8(request), types, tolerance, stream), config_(config_of(request)) {
  const std::size_t bytes = workspace_bytes(request);
  if (bytes > 0) workspace_ = allocate_device<std::byte>(bytes, "the workspace of int8-gemv");
  WorkloadInfo info;
  info.api = "int8_gemv";
  info.compute_type = "fp32";
  info.config = config_.name;
  describe(info, bytes);
}

void Int8GemvWorkload::queue_call(int copy) {
  launch_int8_gemv(config_, static_cast<const std::int8_t*>(data().weight(copy)), data().scale(copy),
                   static_cast<const __nv_bfloat16*>(data().x()), static_cast<__nv_bfloat16*>(data().y()),
                   data().sizes().n, data().sizes().k, static_cast<int>(data().sizes().m), workspace_.get(), stream());
}

std::uint64_t int8_gemv_workload_bytes(const WorkloadRequest& request) {
  return allocated_bytes(request, types) + workspace_bytes(request);
}

}  // namespace l2bench
