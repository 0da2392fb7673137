#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "l2bench/conditions.hpp"

// A kernel that runs beside a timed call on blocks that stay where they are, busy for a share of each period, and
// counts what it moves. Sizes are in bytes.

namespace l2bench {

/// What the stealer had moved, and when, as one look found it.
struct StealMark {
  std::uint64_t bytes = 0;
  std::uint64_t ns = 0;  ///< of %globaltimer
};

inline constexpr int stealer_threads = 1024;
inline constexpr int stealer_warps = stealer_threads / 32;

/// Counts that `blocks` blocks of the stealer keep: one a warp.
constexpr int stealer_counters(int blocks) {
  return blocks * stealer_warps;
}

/// Each block reads a part of its own: larger than any L2 in sum for `dram`, small enough to stay for `l2`.
inline constexpr std::size_t stealer_part_bytes = 8 * 1024 * 1024;
inline constexpr std::size_t stealer_l2_part_bytes = 64 * 1024;

/// Queues the stealer: `blocks` blocks, block b over data[b * stealer_part_bytes ...), its bytes counted in `moved`,
/// which has stealer_counters(blocks) elements. It ends when *stop is no longer 0, or after `timeout_ns`. `stop` is
/// device memory: many blocks that look at a word of the host wait for each other on the bus, and everybody else with
/// them.
void launch_steal(const Steal& steal, int blocks, const void* data, unsigned long long* moved,
                  const std::uint32_t* stop, std::uint64_t timeout_ns, cudaStream_t stream);

/// Queues a look: the sum of the counts of `blocks` blocks and the time, to `mark`.
void launch_steal_mark(const unsigned long long* moved, int blocks, StealMark* mark, cudaStream_t stream);

}  // namespace l2bench
