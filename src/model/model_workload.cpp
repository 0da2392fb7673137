#include "model/model_workload.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "kernels/int8_gemv_configs.hpp"
#include "l2bench/error.hpp"

namespace l2bench {
namespace {

/// One row a workload of workload_table: how it stores its operands.
struct WorkloadModel {
  std::string_view workload;
  std::string_view api;
  bool has_scale;            ///< one float a row of the weight
  int vector_bytes;          ///< an element of x and y; 0: that of the weight
  int integer_output_bytes;  ///< an element of y if the weight is int8 and vector_bytes is 0
};
constexpr std::array<WorkloadModel, 2> workload_models{{
    {"cublas", "cublasGemmEx", false, 0, 4},
    {"int8-gemv", "int8_gemv", true, 2, 2},
}};
static_assert(workload_models.size() == workload_table.size(), "every workload has a row");

const WorkloadModel& model_of(const WorkloadRequest& request) {
  for (const WorkloadModel& row : workload_models) {
    if (row.workload == request.workload) return row;
  }
  throw DeviceError(
      fmt::format("The model has no workload '{}'. It has: {}.", request.workload, joined_words(workload_table)),
      false);
}

std::string config_of(const WorkloadRequest& request) {
  if (request.workload != "int8-gemv") return "";
  if (request.config.empty()) return std::string(default_int8_gemv_config().name);
  if (const Int8GemvConfig* config = find_int8_gemv_config(request.config)) return std::string(config->name);
  std::vector<std::string_view> names;
  for (const Int8GemvConfig& config : int8_gemv_configs()) names.push_back(config.name);
  throw DeviceError(fmt::format("int8-gemv has no configuration {}{}. It has: {}.", in_quotes(request.config),
                                suggestion(request.config, names), fmt::join(names, " ")),
                    false);
}

}  // namespace

WorkloadInfo modelled_workload(const WorkloadRequest& request) {
  const WorkloadModel& model = model_of(request);
  const auto n = static_cast<std::uint64_t>(request.shape.n);
  const auto k = static_cast<std::uint64_t>(request.shape.k);
  const auto rows = static_cast<std::uint64_t>(request.rows);
  const auto weight_element = static_cast<std::uint64_t>(row_of(dtype_table, request.dtype).bytes);
  const bool as_weight = model.vector_bytes == 0;
  const auto x_element = as_weight ? weight_element : static_cast<std::uint64_t>(model.vector_bytes);
  const bool integers = as_weight && request.dtype == Dtype::int8;
  const auto y_element = integers ? static_cast<std::uint64_t>(model.integer_output_bytes) : x_element;

  WorkloadInfo info;
  info.api = model.api;
  info.compute_type = integers ? "int32" : "fp32";
  info.config = config_of(request);
  info.kernels = {{fmt::format("simulated {}", model.api)}};
  info.operands = {{"W", n * k * weight_element, true}};
  if (model.has_scale) info.operands.push_back({"scale", n * sizeof(float), true});
  info.operands.push_back({"x", rows * k * x_element, false});
  info.weight_bytes = n * k * weight_element;
  for (const Operand& operand : info.operands) info.read_bytes += operand.bytes;
  info.write_bytes = rows * n * y_element;
  info.operands.push_back({"y", info.write_bytes, false});
  return info;
}

std::uint64_t modelled_bytes(const WorkloadRequest& request) {
  std::uint64_t bytes = 0;
  for (const Operand& operand : modelled_workload(request).operands) {
    bytes += operand.bytes * static_cast<std::uint64_t>(operand.rotates ? request.copies : 1);
  }
  return bytes;
}

ModelWorkload::ModelWorkload(const WorkloadRequest& request, ModelStream& stream)
    : info_(modelled_workload(request)),
      copies_(request.copies),
      stream_(stream),
      operands_(stream.simulation().place(info_, copies_)) {}

void ModelWorkload::queue_call(int copy) {
  stream_.queue_kernel(info_.kernels.front().name, [operands = operands_, copy](Simulation& simulation) {
    return simulation.run_call(operands, copy);
  });
}

void ModelWorkload::queue_touch() {
  stream_.queue_kernel("touch",
                       [operands = operands_](Simulation& simulation) { return simulation.run_touch(operands); });
}

Verification ModelWorkload::verify(std::uint64_t) {
  for (int copy = 0; copy < copies_; ++copy) queue_call(copy);
  return {.max_rel_error = 0.0, .tolerance = 0.0};
}

}  // namespace l2bench
