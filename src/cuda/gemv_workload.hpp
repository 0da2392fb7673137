#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "l2bench/device.hpp"
#include "src/cuda/gemv_data.hpp"

namespace l2bench {

/// What every workload of the kind y = x W^T shares: its data, its verification, its description. A derived class
/// queues the call, and calls describe() once it can.
class GemvWorkload : public Workload {
 public:
  const WorkloadInfo& info() const override { return info_; }
  int copies() const override { return data_.copies(); }
  void queue_touch() override { data_.queue_touch(); }
  void queue_produce() override { data_.refill_input(); }
  MemoryRange input() const override { return {reinterpret_cast<std::uintptr_t>(data_.x()), data_.bytes().x}; }
  std::optional<Verification> verify(std::uint64_t seed) override;

 protected:
  GemvWorkload(const WorkloadRequest& request, const GemvTypes& types, double tolerance, cudaStream_t stream);
  /// Runs one call, so that its kernels are loaded, then records another to list them. `info` brings api, compute_type
  /// and config.
  void describe(WorkloadInfo info, std::uint64_t workspace_bytes);

  const GemvData& data() const { return data_; }
  cudaStream_t stream() const { return stream_; }

 private:
  cudaStream_t stream_;
  double tolerance_;
  GemvData data_;
  WorkloadInfo info_;
};

}  // namespace l2bench
