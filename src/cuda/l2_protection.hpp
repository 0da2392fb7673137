#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <optional>

#include "l2bench/device.hpp"
#include "src/cuda/handles.hpp"

namespace l2bench {

/// L2's set-aside for persisting lines, and the access policy window of one stream that fills it.
/// Source: CUDA programming guide, "Device Memory L2 Access Management".
class L2Protection {
 public:
  /// Throws DeviceError with the reason where `device` cannot. Waits.
  void begin(const Protection& protection, const MemoryRange& input, const DeviceInfo& device, cudaStream_t stream);
  /// Takes the window away, makes persisting lines normal ones, sets nothing aside, and reads all of it back. Waits.
  void end(cudaStream_t stream);
  /// The window that is on, for the kernels of a graph.
  const std::optional<cudaAccessPolicyWindow>& window() const { return window_; }

 private:
  void protect_foreign(const Protection& protection, std::uint64_t bytes, cudaStream_t stream);

  std::optional<cudaAccessPolicyWindow> window_;
  DeviceMemory<std::byte> foreign_;
  std::uint64_t foreign_bytes_ = 0;
};

}  // namespace l2bench
