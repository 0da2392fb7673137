#include "kernels/clock.cuh"
#include "kernels/steal.hpp"
#include "src/cuda/check.hpp"

namespace l2bench {
namespace {

constexpr long long period_cycles = 40'000;  // about 20 us: short against the calls that are worth stealing from
constexpr int lanes = 32;
constexpr int mark_threads = 1024;
constexpr int loads = 4;  // in flight a thread
constexpr unsigned idle_ns = 500;
constexpr unsigned spin_ns = 1000;  // about as long as a chunk takes from memory
constexpr int spin_rounds = 8;      // about as many instructions as loading a chunk
constexpr std::size_t chunk_bytes = std::size_t{lanes} * loads * sizeof(uint4);  // of a warp
static_assert(stealer_part_bytes % (stealer_warps * chunk_bytes) == 0);
static_assert(stealer_l2_part_bytes % (stealer_warps * chunk_bytes) == 0);

// Where steal_kernel would put what it loaded. It never does; the compiler cannot know.
__device__ std::uint32_t steal_sink;

/// Past L1, which would otherwise serve the small part.
__device__ std::uint32_t load_chunk(const uint4* chunk) {
  std::uint32_t sum = 0;
#pragma unroll
  for (int i = 0; i < loads; ++i) {
    const uint4 value = __ldcg(chunk + i * lanes + threadIdx.x % lanes);
    sum += value.x ^ value.y ^ value.z ^ value.w;
  }
  return sum;
}

/// The same without memory: what the blocks cost the call by being there.
__device__ std::uint32_t spin(std::uint32_t sum) {
  __nanosleep(spin_ns);
#pragma unroll
  for (int i = 0; i < spin_rounds; ++i) sum = sum * 1664525u + 1013904223u;
  return sum;
}

/// What a warp does next.
enum class Phase { stop, busy, idle };

struct Duty {
  long long busy_cycles;
  const std::uint32_t* stop;
  std::uint64_t timeout_ns;
  long long period_begin;
  std::uint64_t begin_ns;

  /// The same for all threads of the warp.
  __device__ Phase next() {
    const long long now = __shfl_sync(0xFFFFFFFFu, clock64(), 0);
    if (now - period_begin >= period_cycles) {
      period_begin += (now - period_begin) / period_cycles * period_cycles;
      const bool stopped = *static_cast<const volatile std::uint32_t*>(stop) != 0;
      if (__any_sync(0xFFFFFFFFu, stopped || global_timer_ns() - begin_ns > timeout_ns)) return Phase::stop;
    }
    return now - period_begin < busy_cycles ? Phase::busy : Phase::idle;
  }
};

/// The warps go on their own, since a block that waits for its slowest warp moves half as much; the blocks' periods are
/// shifted against each other, so that a share is taken all the time and not all of it for a share of the time.
template <bool reads>
__global__ void __launch_bounds__(stealer_threads)
    steal_kernel(const char* data, std::size_t part_bytes, long long busy_cycles, unsigned long long* moved,
                 const std::uint32_t* stop, std::uint64_t timeout_ns) {
  const unsigned warp = threadIdx.x / lanes;
  const std::size_t piece_bytes = part_bytes / stealer_warps;
  const char* piece = data + blockIdx.x * stealer_part_bytes + warp * piece_bytes;
  unsigned long long* count = moved + blockIdx.x * stealer_warps + warp;
  Duty duty{busy_cycles, stop, timeout_ns, clock64() - period_cycles * blockIdx.x / gridDim.x, global_timer_ns()};
  std::size_t at = 0;
  unsigned long long total = 0;
  std::uint32_t sum = threadIdx.x;
  for (;;) {
    const Phase now = duty.next();
    if (now == Phase::stop) break;
    if (now == Phase::idle) {
      __nanosleep(idle_ns);  // a warp that spins takes turns from the call's warps on its SM
      continue;
    }
    if constexpr (reads) {
      sum += load_chunk(reinterpret_cast<const uint4*>(piece + at));
      at = at + chunk_bytes == piece_bytes ? 0 : at + chunk_bytes;
      total += chunk_bytes;
      if (__any_sync(0xFFFFFFFFu, sum == 0x9E3779B9u && part_bytes == 1))
        steal_sink = sum;  // never: waits for the loads
      if (threadIdx.x % lanes == 0) *static_cast<volatile unsigned long long*>(count) = total;
    } else {
      sum = spin(sum);
    }
  }
  if (sum == 0x9E3779B9u && part_bytes == 1) steal_sink = sum;  // never: a part is whole chunks
}

/// One block, so wide that a look takes about as long as one load: what the stealer moves meanwhile, with no call
/// beside it, counts for the call.
__global__ void __launch_bounds__(mark_threads)
    mark_kernel(const unsigned long long* moved, int counters, StealMark* mark) {
  __shared__ unsigned long long bytes;
  if (threadIdx.x == 0) bytes = 0;
  __syncthreads();
  const std::uint64_t ns = global_timer_ns();
  unsigned long long mine = 0;
  for (int i = static_cast<int>(threadIdx.x); i < counters; i += mark_threads) {
    mine += *static_cast<const volatile unsigned long long*>(moved + i);
  }
  for (int offset = lanes / 2; offset > 0; offset /= 2) mine += __shfl_down_sync(0xFFFFFFFFu, mine, offset);
  if (threadIdx.x % lanes == 0) atomicAdd(&bytes, mine);
  __syncthreads();
  if (threadIdx.x == 0) *mark = {bytes, ns};
}

}  // namespace

void launch_steal(const Steal& steal, int blocks, const void* data, unsigned long long* moved,
                  const std::uint32_t* stop, std::uint64_t timeout_ns, cudaStream_t stream) {
  const auto* bytes = static_cast<const char*>(data);
  const long long busy_cycles = period_cycles * steal.percent / 100;
  const std::size_t part = steal.kind == StealKind::l2 ? stealer_l2_part_bytes : stealer_part_bytes;
  if (steal.kind == StealKind::spin) {
    steal_kernel<false><<<blocks, stealer_threads, 0, stream>>>(bytes, part, busy_cycles, moved, stop, timeout_ns);
  } else {
    steal_kernel<true><<<blocks, stealer_threads, 0, stream>>>(bytes, part, busy_cycles, moved, stop, timeout_ns);
  }
  check(cudaGetLastError(), "launch the stealer");
}

void launch_steal_mark(const unsigned long long* moved, int blocks, StealMark* mark, cudaStream_t stream) {
  mark_kernel<<<1, mark_threads, 0, stream>>>(moved, stealer_counters(blocks), mark);
  check(cudaGetLastError(), "look at the stealer");
}

}  // namespace l2bench
