#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "kernels/element.hpp"
#include "kernels/reference.hpp"
#include "l2bench/device.hpp"
#include "src/cuda/handles.hpp"

namespace l2bench {

/// How a workload stores its operands.
struct GemvTypes {
  Element weight = Element::bf16;
  Element input = Element::bf16;
  Element output = Element::bf16;
  bool has_scale = false;  ///< one float a row of the weight
};

/// Sizes in bytes of the operands of y[rows, n] = scale[n] * x[rows, k] weight[n, k]^T.
struct GemvBytes {
  std::uint64_t weight = 0;  ///< one copy
  std::uint64_t scale = 0;   ///< one copy
  std::uint64_t x = 0;
  std::uint64_t y = 0;
  std::uint64_t reference = 0;  ///< y in double precision
};
GemvBytes gemv_bytes(const WorkloadRequest& request, const GemvTypes& types);

/// Device memory that GemvData takes.
std::uint64_t allocated_bytes(const WorkloadRequest& request, const GemvTypes& types);

/// The operands of a workload in device memory, the weight and its scales `copies` times with different random data.
class GemvData {
 public:
  GemvData(const WorkloadRequest& request, const GemvTypes& types, cudaStream_t stream);

  const GemvSizes& sizes() const { return sizes_; }
  const GemvBytes& bytes() const { return bytes_; }
  int copies() const { return copies_; }
  const void* weight(int copy) const;
  const float* scale(int copy) const;  ///< null without scales
  const void* x() const { return x_.get(); }
  void* y() const { return y_.get(); }

  /// Queues new random data for x.
  void fill_input(std::uint64_t seed);
  /// Queues the data that x holds once more.
  void refill_input() { fill_input(input_seed_); }
  /// Queues 0xFF over all of y: NaN in every floating-point type.
  void poison_output();
  /// Queues a read of copy 0's weight and scales, and of x.
  void queue_touch();
  /// Largest relative error of y against the double-precision reference for copy `copy`. Waits.
  double worst_error(int copy);

 private:
  std::byte* weight_at(int copy) const;
  std::byte* scale_at(int copy) const;
  void fill_weights(std::uint64_t seed);

  GemvTypes types_;
  Init init_;
  GemvSizes sizes_;
  GemvBytes bytes_;
  int copies_;
  std::uint64_t input_seed_ = 0;  ///< of what x holds
  cudaStream_t stream_;
  DeviceMemory<std::byte> weights_;
  DeviceMemory<std::byte> scales_;
  DeviceMemory<std::byte> x_;
  DeviceMemory<std::byte> y_;
  DeviceMemory<double> reference_;
  DeviceMemory<Comparison> result_;
};

}  // namespace l2bench
