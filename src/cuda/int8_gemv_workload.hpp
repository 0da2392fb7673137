#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "kernels/int8_gemv_configs.hpp"
#include "src/cuda/gemv_workload.hpp"

namespace l2bench {

/// Our own kernel on an INT8 weight with one scale a row; bf16 input and output.
class Int8GemvWorkload final : public GemvWorkload {
 public:
  Int8GemvWorkload(const WorkloadRequest& request, cudaStream_t stream);
  void queue_call(int copy) override;

 private:
  const Int8GemvConfig& config_;
  DeviceMemory<std::byte> workspace_;  ///< null for a variant that needs none
};

/// Device memory that an Int8GemvWorkload takes.
std::uint64_t int8_gemv_workload_bytes(const WorkloadRequest& request);

}  // namespace l2bench
