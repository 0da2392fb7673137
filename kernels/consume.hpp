#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "kernels/consume_config.hpp"

// A block handed from one kernel to the next: one stores it, one reads it once. Sizes are in bytes.

namespace l2bench {

/// Words of partial sums that a launch of consume leaves: one a block of threads.
int consume_sums(const ConsumeConfig& config, std::size_t bytes);

/// Stores produced_word(seed, i) to every word i of `data`. `bytes` is a multiple of 16, `data` aligned to it.
void launch_produce(void* data, std::size_t bytes, std::uint64_t seed, cudaStream_t stream);

/// Reads `data` once in the order in which it is produced, and keeps nothing of it. `bytes` is a multiple of 16, `data`
/// aligned to it.
void launch_touch(const void* data, std::size_t bytes, cudaStream_t stream);

/// Reads `data` once in the order of `config`, with its arithmetic, and leaves consume_sums(config, bytes) partial sums
/// of its words in `sums`. `bytes` is a multiple of 16, `data` aligned to it.
void launch_consume(const ConsumeConfig& config, const void* data, std::size_t bytes, std::uint32_t* sums,
                    cudaStream_t stream);

}  // namespace l2bench
