#include <string>
#include <string_view>

#include "kernels/flush.hpp"
#include "kernels/grid.hpp"
#include "l2bench/error.hpp"
#include "src/cuda/check.hpp"

// Stores and loads are 16 bytes a thread, neighbours side by side, over a grid that fills the card.

namespace l2bench {
namespace {

// Where read_kernel would put what it loaded. It never does; the compiler cannot know.
__device__ uint4 read_sink;

__global__ void __launch_bounds__(threads_per_block) store_kernel(uint4* data, std::size_t count, std::uint32_t word) {
  const uint4 value = make_uint4(word, word, word, word);
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride) {
    data[i] = value;
  }
}

__device__ void mix(uint4& sum, uint4 value) {
  sum.x ^= value.x;
  sum.y ^= value.y;
  sum.z ^= value.z;
  sum.w ^= value.w;
}

/// One load in flight a thread: a full card of them takes all of the memory's rate, and the pass goes through `data` in
/// the order of its addresses, which decides what it leaves of other data in L2 (docs/handoff.md).
__global__ void __launch_bounds__(threads_per_block) read_kernel(const uint4* data, std::size_t count, int tail_bytes) {
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  uint4 sum = make_uint4(0, 0, 0, 0);
#pragma unroll 1
  for (std::size_t i = first; i < count; i += stride) mix(sum, data[i]);
  if (first < static_cast<std::size_t>(tail_bytes)) {
    sum.x ^= reinterpret_cast<const unsigned char*>(data + count)[first];
  }
  // All 128 bits must match: this has no chance to happen, and would do no harm.
  if (sum.x == 0x9E3779B9u && sum.y == 0x7F4A7C15u && sum.z == 0xBF58476Du && sum.w == 0x1CE4E5B9u) read_sink = sum;
}

__global__ void __launch_bounds__(threads_per_block) discard_kernel(char* data, std::size_t lines) {
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < lines; i += stride) {
    asm volatile("discard.global.L2 [%0], 128;" ::"l"(__cvta_generic_to_global(data + i * line_bytes)) : "memory");
  }
}

__global__ void nop_kernel() {}

void require_whole_lines(std::string_view attempted, const void* data, std::size_t bytes) {
  if (bytes % line_bytes == 0 && reinterpret_cast<std::uintptr_t>(data) % line_bytes == 0) return;
  throw DeviceError("Could not " + std::string(attempted) + " over " + std::to_string(bytes) +
                        " bytes: it works on whole, aligned lines of " + std::to_string(line_bytes) + " bytes.",
                    false);
}

void launch_store(std::string_view attempted, void* data, std::size_t bytes, std::uint32_t word, cudaStream_t stream) {
  require_whole_lines(attempted, data, bytes);
  const std::size_t count = bytes / sizeof(uint4);
  store_kernel<<<grid_for(count), threads_per_block, 0, stream>>>(static_cast<uint4*>(data), count, word);
  check(cudaGetLastError(), attempted);
}

}  // namespace

void launch_zero(void* data, std::size_t bytes, cudaStream_t stream) {
  launch_store("run the step zero", data, bytes, 0, stream);
}

void launch_write(void* data, std::size_t bytes, cudaStream_t stream) {
  launch_store("run the step write", data, bytes, write_pattern, stream);
}

void launch_read(const void* data, std::size_t bytes, cudaStream_t stream) {
  const std::size_t count = bytes / sizeof(uint4);
  const int tail_bytes = static_cast<int>(bytes % sizeof(uint4));
  read_kernel<<<grid_for(count), threads_per_block, 0, stream>>>(static_cast<const uint4*>(data), count, tail_bytes);
  check(cudaGetLastError(), "run the step read");
}

void launch_discard(void* data, std::size_t bytes, cudaStream_t stream) {
  require_whole_lines("run the step discard", data, bytes);
  const std::size_t lines = bytes / line_bytes;
  discard_kernel<<<grid_for(lines), threads_per_block, 0, stream>>>(static_cast<char*>(data), lines);
  check(cudaGetLastError(), "run the step discard");
}

void launch_nop(cudaStream_t stream) {
  nop_kernel<<<1, 1, 0, stream>>>();
  check(cudaGetLastError(), "run the step nop");
}

}  // namespace l2bench
