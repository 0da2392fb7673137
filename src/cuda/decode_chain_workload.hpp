#pragma once

#include <cuda_bf16.h>
#include <cuda_runtime_api.h>

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "kernels/decode_chain_plan.hpp"
#include "kernels/reference.hpp"
#include "l2bench/device.hpp"
#include "src/cuda/cublas_workload.hpp"
#include "src/cuda/handles.hpp"

namespace l2bench {

/// The kernels of `layers` Llama layers in order on one stream, over `rows` tokens: projections by cuBLAS, the rest by
/// kernels of its own. Weights are random and of unit variance: projections are scaled by 1 / sqrt(K) in their alpha.
class DecodeChainWorkload final : public Workload {
 public:
  /// `library` must outlive the workload.
  DecodeChainWorkload(const WorkloadRequest& request, const CublasLibrary& library, cudaStream_t stream);
  const WorkloadInfo& info() const override { return info_; }
  int copies() const override { return 1; }
  void queue_call(int copy) override;
  void queue_call_between(int copy, const std::function<void()>& between) override;
  void queue_touch() override;
  void queue_produce() override;
  MemoryRange input() const override;
  /// Each kernel of the first and the last layer against double precision, on its own input as stored; of many tokens
  /// the first and the last few.
  std::optional<Verification> verify(std::uint64_t seed) override;

 private:
  using Bf16 = __nv_bfloat16;

  Bf16* tensor(ChainTensor which) const { return tensors_[static_cast<std::size_t>(which)].get(); }
  Bf16* weight(ChainWeight which, int layer) const;
  void fill_input(std::uint64_t seed);
  void fill_weights(std::uint64_t seed);
  void queue_kernel(const ChainKernel& kernel);
  void queue_gemm(const ChainKernel& kernel);
  std::vector<double> downloaded(const Bf16* from, std::uint64_t count) const;
  std::vector<double> row_of_tensor(ChainTensor which, std::int64_t row) const;
  std::vector<double> gemm_reference(const ChainKernel& kernel, std::int64_t row);
  std::vector<double> reference_of(const ChainKernel& kernel, std::int64_t row);
  double worst_error(const ChainKernel& kernel);
  void describe(const WorkloadRequest& request);

  ChainSizes sizes_;
  std::vector<ChainKernel> kernels_;
  Init init_;
  std::uint64_t input_seed_ = 0;
  const CublasLibrary& library_;
  cudaStream_t stream_;
  std::array<DeviceMemory<Bf16>, chain_tensors.size()> tensors_;
  std::array<DeviceMemory<Bf16>, chain_weights.size()> weights_;  ///< of all layers, one after the other
  DeviceMemory<double> reference_;                                ///< one row
  WorkloadInfo info_;
};

/// Device memory that a DecodeChainWorkload takes, with cuBLAS's workspace.
std::uint64_t decode_chain_workload_bytes(const WorkloadRequest& request);

}  // namespace l2bench
