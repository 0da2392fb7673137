#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>

#include "kernels/steal.hpp"
#include "src/cuda/handles.hpp"

namespace l2bench {

/// The kernel that runs beside timed calls, on a stream of its own. Its memory is allocated with the first look or the
/// first start: a run that steals nothing pays nothing.
class Stealer {
 public:
  Stealer() = default;
  ~Stealer();
  Stealer(const Stealer&) = delete;
  Stealer& operator=(const Stealer&) = delete;

  void begin(const Steal& steal);
  void end();
  /// Queues look `which` (0, 1 or 2) on `stream`.
  void queue_mark(int which, cudaStream_t stream);
  /// While what lay between looks 0 and 1 ran; all three must have run.
  double bytes_per_s();

 private:
  void prepare();
  void clear_counts() const;
  void set_stop(int value, cudaStream_t stream) const;

  bool running_ = false;
  int blocks_ = 0;
  std::size_t chunk_bytes_ = 0;
  Stream stream_;
  Stream switch_stream_;  ///< the stealer's own is busy until the switch is thrown
  DeviceMemory<std::byte> data_;
  DeviceMemory<unsigned long long> moved_;
  DeviceMemory<StealMark> marks_;
  DeviceMemory<std::uint32_t> stop_;
};

}  // namespace l2bench
