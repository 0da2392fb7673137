#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <vector>

#include "l2bench/device.hpp"
#include "src/cuda/handles.hpp"

namespace l2bench {

/// A pair of CUDA events a slot. Slots come into being when they are first used.
class EventTimer final : public Timer {
 public:
  explicit EventTimer(cudaStream_t stream);
  void queue_start(int slot) override;
  void queue_stop(int slot) override;
  double elapsed_ns(int slot) override;

 private:
  struct Pair {
    Event start;
    Event stop;
  };
  Pair& pair(int slot);
  void queue_record(cudaEvent_t event) const;

  cudaStream_t stream_;
  std::vector<Pair> pairs_;
};

/// %globaltimer written by a kernel of one thread before and after the call. The stamps go to device memory and are
/// copied when they are asked for: a store to the host would have to cross the bus before its kernel counts as done,
/// and that wait would fall between the stamp and the call. It costs one dirty sector of L2 a sample.
class StampTimer final : public Timer {
 public:
  static constexpr int slots = 65536;

  explicit StampTimer(cudaStream_t stream);
  void queue_start(int slot) override;
  void queue_stop(int slot) override;
  double elapsed_ns(int slot) override;

 private:
  struct Stamps {
    std::uint64_t start;
    std::uint64_t stop;
  };
  Stamps* at(int slot) const;

  cudaStream_t stream_;
  DeviceMemory<Stamps> stamps_;  ///< never moved: graphs hold its addresses
  PinnedMemory<Stamps> copy_;
};

}  // namespace l2bench
