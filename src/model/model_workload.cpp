#include "model/model_workload.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "kernels/consume_config.hpp"
#include "kernels/int8_gemv_configs.hpp"
#include "kernels/workload_configs.hpp"
#include "l2bench/error.hpp"
#include "model/model_chain.hpp"

namespace l2bench {
namespace {

WorkloadInfo gemv_info(const WorkloadRequest& request);
WorkloadInfo consume_info(const WorkloadRequest& request);

/// One row a workload of workload_table that is modelled: how it stores its operands.
struct WorkloadModel {
  std::string_view word;
  std::string_view api;
  WorkloadInfo (*info)(const WorkloadRequest& request);
  bool has_scale;            ///< one float a row of the weight
  int vector_bytes;          ///< an element of x and y; 0: that of the weight
  int integer_output_bytes;  ///< an element of y if the weight is int8 and vector_bytes is 0
};
constexpr std::array<WorkloadModel, 4> workload_models{{
    {"cublas", "cublasGemmEx", gemv_info, false, 0, 4},
    {"int8-gemv", "int8_gemv", gemv_info, true, 2, 2},
    {"consume", "consume", consume_info, false, 0, 0},
    {"decode-chain", "decode-chain", chain_info, false, 0, 0},
}};

const WorkloadModel& model_of(const WorkloadRequest& request) {
  for (const WorkloadModel& row : workload_models) {
    if (row.word == request.workload) return row;
  }
  throw DeviceError(
      fmt::format("The model has no workload '{}'. It has: {}.", request.workload, joined_words(workload_models)),
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

WorkloadInfo gemv_info(const WorkloadRequest& request) {
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

constexpr std::uint64_t sums_bytes = 4096;  // a word for each of the blocks of threads that fill a card

WorkloadInfo consume_info(const WorkloadRequest& request) {
  const std::string name = request.config.empty() ? "forward" : request.config;
  const auto config = parse_consume_config(name);
  if (!config) {
    throw DeviceError(
        fmt::format("consume has no config {}. It has: {}, with any number from 1 to {}.", in_quotes(name),
                    fmt::join(workload_config_names("consume"), " "), most_flops_per_byte),
        false);
  }
  WorkloadInfo info;
  info.api = "consume";
  info.compute_type = config->flops_per_byte > 0 ? "fp32" : "uint32";
  info.config = name;
  info.kernels = {{"simulated consume"}};
  info.weight_bytes = request.shape.elements();
  info.read_bytes = config->order == ConsumeOrder::nothing ? 0 : info.weight_bytes;
  info.write_bytes = sums_bytes;
  info.operands = {{"block", info.weight_bytes, true}, {"y", info.write_bytes, false}};
  return info;
}

}  // namespace

WorkloadInfo modelled_workload(const WorkloadRequest& request) {
  return model_of(request).info(request);
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
      call_(stream.simulation().place(info_, copies_)) {}

void ModelWorkload::queue_call(int copy) {
  stream_.queue_kernel(info_.kernels.front().name,
                       [call = call_, copy](Simulation& simulation) { return simulation.run_call(call, copy); });
}

void ModelWorkload::queue_own_step(StepKind kind) {
  stream_.queue_kernel(std::string(row_of(step_table, kind).word),
                       [call = call_, kind](Simulation& simulation) { return simulation.run_own_step(kind, call); });
}

std::optional<Verification> ModelWorkload::verify(std::uint64_t) {
  for (int copy = 0; copy < copies_; ++copy) queue_call(copy);
  return Verification{.max_rel_error = 0.0, .tolerance = 0.0};
}

}  // namespace l2bench
