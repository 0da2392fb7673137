#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <optional>

#include "kernels/steal.hpp"
#include "src/cuda/handles.hpp"

namespace l2bench {

/// What was moved while the call between the first two looks ran, a second; the last two have nothing between them.
/// Empty where the call was no longer than a look. Throws DeviceError for looks that went backwards.
std::optional<double> stolen_bytes_per_s(const std::array<StealMark, 3>& looks);

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
  /// By the three looks, which must have run.
  std::optional<double> bytes_per_s();

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
