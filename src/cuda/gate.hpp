#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "kernels/gate.hpp"
#include "src/cuda/handles.hpp"

namespace l2bench {

/// Holds a stream while the host queues a sample behind it.
class Gate {
 public:
  /// How long a gate waits for its release before it opens by itself.
  static constexpr std::uint64_t timeout_ns = 2'000'000'000;

  Gate();
  /// The next queue() gets a ticket of its own; from now on release() opens that one.
  void arm();
  void queue(cudaStream_t stream);
  void release() noexcept;
  /// True if the gate queued last opened by its timeout. Valid once the stream has been waited for.
  bool timed_out() const;

 private:
  PinnedMemory<GateWords> words_;
  std::uint32_t ticket_ = 0;
};

}  // namespace l2bench
