#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "kernels/consume_config.hpp"
#include "l2bench/device.hpp"
#include "src/cuda/handles.hpp"

namespace l2bench {

/// A kernel that reads a block once, as the consumer of what another kernel left. Copies have different data.
class ConsumeWorkload final : public Workload {
 public:
  ConsumeWorkload(const WorkloadRequest& request, cudaStream_t stream);
  const WorkloadInfo& info() const override { return info_; }
  int copies() const override { return copies_; }
  void queue_call(int copy) override;
  void queue_touch() override;
  void queue_produce() override;
  MemoryRange input() const override;
  std::optional<Verification> verify(std::uint64_t seed) override;

 private:
  std::byte* block(int copy) const { return blocks_.get() + bytes_ * static_cast<std::uint64_t>(copy); }
  std::uint64_t seed_of(int copy) const;
  void produce(int copy);
  std::uint32_t sum();

  ConsumeConfig config_;
  bool zeros_;
  std::uint64_t bytes_;  ///< of one block
  int copies_;
  std::uint64_t seed_;
  cudaStream_t stream_;
  std::size_t sums_count_;
  DeviceMemory<std::byte> blocks_;
  DeviceMemory<std::uint32_t> sums_;
  WorkloadInfo info_;
};

/// Device memory that a ConsumeWorkload takes.
std::uint64_t consume_workload_bytes(const WorkloadRequest& request);

}  // namespace l2bench
