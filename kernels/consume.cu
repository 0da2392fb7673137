#include <algorithm>

#include "kernels/consume.hpp"
#include "kernels/grid.hpp"
#include "src/cuda/check.hpp"

// Stores and loads are 16 bytes a thread, neighbours side by side. Whatever the card, one walk serves those that store
// the block, that touch it and that consume it: what is left of a block depends on whether it is read in the order in
// which it was stored (docs/handoff.md).

namespace l2bench {
namespace {

// A segment is walked by up to this many blocks of threads, 8 MiB side by side; the segments come one after another.
// There are more blocks of threads than fit at once, and each has little to do, so that where a neighbour slows an SM
// down, the others take over. One that computes takes longer for its bytes, and gets fewer.
constexpr std::size_t words_per_segment = std::size_t{256} * 1024 * 1024 / sizeof(uint4);
constexpr std::size_t words_per_computed_segment = words_per_segment / 4;
constexpr std::size_t blocks_per_segment = 2048;

constexpr int lanes = 8;  // independent chains of multiply-adds: enough to hide their latency

// Where consume_kernel would put the result of its arithmetic. It never does; the compiler cannot know.
__device__ float arithmetic_sink;

constexpr std::size_t segment_words(bool computes) {
  return computes ? words_per_computed_segment : words_per_segment;
}

dim3 walkers(std::size_t count, bool computes) {
  const std::size_t words = std::min(count, segment_words(computes));
  const std::size_t blocks = std::min(blocks_per_segment, (words + threads_per_block - 1) / threads_per_block);
  const std::size_t segments = (count + segment_words(computes) - 1) / segment_words(computes);
  return dim3(static_cast<unsigned>(std::max<std::size_t>(1, blocks)),
              static_cast<unsigned>(std::max<std::size_t>(1, segments)));
}

/// The words of this thread: first, first + stride, ... below end.
struct Walk {
  std::size_t first;
  std::size_t end;
  std::size_t stride;
};

template <bool computes>
__device__ Walk walk_of(std::size_t count) {
  constexpr std::size_t words = segment_words(computes);
  const std::size_t segment = blockIdx.y * words;
  return {segment + static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x, min(count, segment + words),
          static_cast<std::size_t>(gridDim.x) * blockDim.x};
}

__global__ void __launch_bounds__(threads_per_block)
    produce_kernel(uint4* data, std::size_t count, std::uint64_t seed) {
  const Walk walk = walk_of<false>(count);
  for (std::size_t i = walk.first; i < walk.end; i += walk.stride) {
    data[i] = make_uint4(produced_word(seed, 4 * i), produced_word(seed, 4 * i + 1), produced_word(seed, 4 * i + 2),
                         produced_word(seed, 4 * i + 3));
  }
}

__device__ std::uint32_t sum_of(uint4 value) {
  return value.x + value.y + value.z + value.w;
}

/// 2 x lanes operations a round, that is one for each of the 16 bytes of `value`.
__device__ void compute(float (&chains)[lanes], uint4 value, int rounds) {
  const float x = __uint_as_float((value.x & 0x007FFFFFu) | 0x3F000000u);  // in [0.5, 1)
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (float& chain : chains) chain = fmaf(chain, x, 0.25f);
  }
}

/// The warp's sums, then the block's, in the block's own word of `sums`.
__device__ void store_sum(std::uint32_t sum, std::uint32_t* sums) {
  __shared__ std::uint32_t of_warps[threads_per_block / 32];
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xFFFFFFFFu, sum, offset);
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x != 0) return;
  std::uint32_t total = 0;
  for (const std::uint32_t of_warp : of_warps) total += of_warp;
  sums[blockIdx.y * gridDim.x + blockIdx.x] = total;
}

template <bool backward, bool computes>
__global__ void __launch_bounds__(threads_per_block)
    consume_kernel(const uint4* data, std::size_t count, int rounds, std::uint32_t* sums) {
  const Walk walk = walk_of<computes>(count);
  const std::size_t stride = walk.stride;
  const auto at = [&](std::size_t i) { return data[backward ? count - 1 - i : i]; };
  std::uint32_t sum = 0;
  float chains[lanes] = {};
  const auto take = [&](uint4 value) {
    sum += sum_of(value);
    if constexpr (computes) compute(chains, value, rounds);
  };
  std::size_t i = walk.first;
  for (; i + 3 * stride < walk.end; i += 4 * stride) {  // four loads in flight hide the latency of memory
    const uint4 a = at(i);
    const uint4 b = at(i + stride);
    const uint4 c = at(i + 2 * stride);
    const uint4 d = at(i + 3 * stride);
    take(a);
    take(b);
    take(c);
    take(d);
  }
  for (; i < walk.end; i += stride) take(at(i));
  if constexpr (computes) {
    float total = 0.0f;
    for (const float chain : chains) total += chain;
    if (total == -1.0f) arithmetic_sink = total;  // all terms are positive
  }
  if (sums != nullptr) store_sum(sum, sums);
}

template <bool backward>
void launch_in_order(int flops_per_byte, const uint4* data, std::size_t count, dim3 blocks, std::uint32_t* sums,
                     cudaStream_t stream) {
  if (flops_per_byte == 0) {
    consume_kernel<backward, false><<<blocks, threads_per_block, 0, stream>>>(data, count, 0, sums);
  } else {
    consume_kernel<backward, true><<<blocks, threads_per_block, 0, stream>>>(data, count, flops_per_byte, sums);
  }
}

}  // namespace

int consume_sums(const ConsumeConfig& config, std::size_t bytes) {
  const dim3 blocks = walkers(bytes / sizeof(uint4), config.flops_per_byte > 0);
  return static_cast<int>(blocks.x * blocks.y);
}

void launch_produce(void* data, std::size_t bytes, std::uint64_t seed, cudaStream_t stream) {
  const std::size_t count = bytes / sizeof(uint4);
  produce_kernel<<<walkers(count, false), threads_per_block, 0, stream>>>(static_cast<uint4*>(data), count, seed);
  check(cudaGetLastError(), "run the step produce");
}

void launch_touch(const void* data, std::size_t bytes, cudaStream_t stream) {
  const std::size_t count = bytes / sizeof(uint4);
  launch_in_order<false>(0, static_cast<const uint4*>(data), count, walkers(count, false), nullptr, stream);
  check(cudaGetLastError(), "run the step touch");
}

void launch_consume(const ConsumeConfig& config, const void* data, std::size_t bytes, std::uint32_t* sums,
                    cudaStream_t stream) {
  const auto* words = static_cast<const uint4*>(data);
  const std::size_t count = config.order == ConsumeOrder::nothing ? 0 : bytes / sizeof(uint4);
  const dim3 blocks = walkers(bytes / sizeof(uint4), config.flops_per_byte > 0);
  if (config.order == ConsumeOrder::backward) {
    launch_in_order<true>(config.flops_per_byte, words, count, blocks, sums, stream);
  } else {
    launch_in_order<false>(config.flops_per_byte, words, count, blocks, sums, stream);
  }
  check(cudaGetLastError(), "run consume");
}

}  // namespace l2bench
