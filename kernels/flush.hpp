#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

// The steps of a prep. Each launcher queues exactly one kernel; sizes are in bytes.
// Source of discard: PTX ISA, "discard" (sm_80, the size must be 128 and the address 128-byte aligned).

namespace l2bench {

inline constexpr std::size_t line_bytes = 128;

/// What `write` stores, in every 32-bit word.
inline constexpr std::uint32_t write_pattern = 0x5EED1234;

/// Stores zeros to `data`. `bytes` is a multiple of line_bytes, `data` aligned to it.
void launch_zero(void* data, std::size_t bytes, cudaStream_t stream);

/// Stores write_pattern to `data`. `bytes` is a multiple of line_bytes, `data` aligned to it.
void launch_write(void* data, std::size_t bytes, cudaStream_t stream);

/// Loads all of `data` (aligned to 16 bytes, any size) and keeps nothing of it.
void launch_read(const void* data, std::size_t bytes, cudaStream_t stream);

/// Drops the L2 lines of `data` without writing them back: the content is indeterminate afterwards.
/// `bytes` is a multiple of line_bytes, `data` aligned to it.
void launch_discard(void* data, std::size_t bytes, cudaStream_t stream);

/// Does nothing, on one thread.
void launch_nop(cudaStream_t stream);

}  // namespace l2bench
