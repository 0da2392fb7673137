#include "src/cuda/kernel_workload.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "kernels/reference.hpp"
#include "l2bench/error.hpp"

namespace l2bench {
namespace {

/// How far two right kernels may be apart, by the rounding of the output: see gemm_table in cublas_workload.cpp.
struct ToleranceRow {
  BufferType type;
  double tolerance;
};
constexpr std::array<ToleranceRow, 5> tolerance_table{{
    {BufferType::bf16, 1e-2},
    {BufferType::fp16, 2e-3},
    {BufferType::fp32, 1e-4},
    {BufferType::int8, 0.0},
    {BufferType::int32, 0.0},
}};

double tolerance_of(BufferType type) {
  const auto row = std::find_if(tolerance_table.begin(), tolerance_table.end(),
                                [&](const ToleranceRow& candidate) { return candidate.type == type; });
  return row == tolerance_table.end() ? 0.0 : row->tolerance;
}

/// The error as a multiple of what is tolerated.
double excess(const Verification& found) {
  if (found.tolerance > 0.0) return found.max_rel_error / found.tolerance;
  return found.max_rel_error > 0.0 ? std::numeric_limits<double>::infinity() : 0.0;
}

}  // namespace

Verification verify_outputs(const std::vector<Output>& found, const std::vector<Output>& wanted,
                            std::optional<double> tolerance) {
  Verification worst{.max_rel_error = 0.0, .tolerance = tolerance.value_or(0.0)};
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const Verification one{.max_rel_error = host_relative_error(found.at(i).values, wanted[i].values),
                           .tolerance = tolerance.value_or(tolerance_of(wanted[i].type))};
    if (i == 0 || excess(one) > excess(worst)) worst = one;
  }
  return worst;
}

KernelWorkload::Ready::Ready(const KernelCall& of, const Kernel& kernel, const std::string& capability,
                             const AmountNames& names, const KernelData& data)
    : call(of), module(of, kernel.options, kernel.include, capability) {
  check_arguments(call, module.parameter_bytes());
  module.allow_shared_memory(call, names);
  for (int copy = 0; copy < data.copies(); ++copy) {
    arguments.emplace_back(call, names, [&](const std::string& buffer) { return data.address(buffer, copy); });
  }
}

KernelWorkload::KernelWorkload(const WorkloadRequest& request, const std::string& capability, cudaStream_t stream)
    : kernel_(*request.code.kernel),
      names_{request.shape.n, request.shape.k, request.rows},
      stream_(stream),
      data_(request, stream),
      timed_(kernel_.call, kernel_, capability, names_, data_) {
  if (kernel_.reference) reference_.emplace(*kernel_.reference, kernel_, capability, names_, data_);
  if ((kernel_.reference || !kernel_.expected.empty()) && !data_.has_outputs()) {
    throw UsageError("The kernel has a reference, but no buffer with the role output that could be compared.");
  }
  const KernelBytes bytes = bytes_of(kernel_, names_);
  info_.api = "cuLaunchKernel";
  info_.compute_type = "own";
  info_.weight_bytes = bytes.weight;
  info_.read_bytes = bytes.read;
  info_.write_bytes = bytes.write;
  info_.operands = data_.operands();
  queue_call(0);  // the first launch loads the module
  check(cudaStreamSynchronize(stream_), "run the first call of the kernel " + kernel_.call.name);
}

void KernelWorkload::launch(Ready& ready, int copy) {
  ready.module.launch(ready.call, names_, ready.arguments.at(static_cast<std::size_t>(copy)), stream_);
}

void KernelWorkload::queue_call(int copy) {
  launch(timed_, copy);
}

std::vector<Output> KernelWorkload::reference_outputs(int copy) {
  if (!reference_) return data_.expected_outputs();
  data_.poison_outputs();
  launch(*reference_, copy);
  return data_.outputs();
}

std::optional<Verification> KernelWorkload::verify(std::uint64_t seed) {
  data_.fill_inputs(seed);
  if (!reference_ && kernel_.expected.empty()) return std::nullopt;
  std::optional<Verification> worst;
  for (int copy = 0; copy < copies(); ++copy) {
    const std::vector<Output> wanted = reference_outputs(copy);
    data_.poison_outputs();
    queue_call(copy);
    const Verification one = verify_outputs(data_.outputs(), wanted, kernel_.tolerance);
    if (!worst || excess(one) > excess(*worst)) worst = one;
  }
  return worst;
}

}  // namespace l2bench
