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

/// What the stealer reads, a part for each of its blocks, in chunks that a block asks for at once.
struct StealerData {
  const std::byte* first = nullptr;  ///< aligned to 16 bytes
  std::size_t chunk_bytes = 0;
};

/// Chunks of a part: larger than any L2 in sum. What hits L2 reads the first few of each part.
inline constexpr std::size_t stealer_part_chunks = 96;

/// The chunk of a block that may have `shared_bytes` of shared memory, as cudaDevAttrMaxSharedMemoryPerBlockOptin says.
std::size_t stealer_chunk_bytes(std::size_t shared_bytes);

/// Queues the stealer: `blocks` blocks, each over its stealer_part_chunks chunks of `data`, the bytes of block b
/// counted in moved[b]. It ends when *stop is no longer 0, or after `timeout_ns`. `stop` is device memory: many blocks
/// that look at a word of the host wait for each other on the bus, and everybody else with them.
void launch_steal(const Steal& steal, int blocks, StealerData data, unsigned long long* moved,
                  const std::uint32_t* stop, std::uint64_t timeout_ns, cudaStream_t stream);

/// Queues a look: the sum of the counts of `blocks` blocks and the time, to `mark`.
void launch_steal_mark(const unsigned long long* moved, int blocks, StealMark* mark, cudaStream_t stream);

}  // namespace l2bench
