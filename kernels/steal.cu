#include "kernels/clock.cuh"
#include "kernels/steal.hpp"
#include "src/cuda/check.hpp"

namespace l2bench {
namespace {

constexpr long long period_cycles = 20'000;  // about 10 us: short against the calls that are worth stealing from
constexpr int loads = 4;                     // in flight a thread
constexpr unsigned idle_ns = 200;
constexpr int spin_rounds = 256;  // about as long as a chunk takes from memory
constexpr std::size_t chunk_bytes = std::size_t{stealer_threads} * loads * sizeof(uint4);
static_assert(stealer_l2_part_bytes % chunk_bytes == 0 && stealer_part_bytes % chunk_bytes == 0);

// Where steal_kernel would put what it loaded. It never does; the compiler cannot know.
__device__ std::uint32_t steal_sink;

/// Past L1, which would otherwise serve the small part.
__device__ std::uint32_t load_chunk(const uint4* chunk) {
  std::uint32_t sum = 0;
#pragma unroll
  for (int i = 0; i < loads; ++i) {
    const uint4 value = __ldcg(chunk + i * stealer_threads + threadIdx.x);
    sum += value.x ^ value.y ^ value.z ^ value.w;
  }
  return sum;
}

/// What a block does next: its first thread decides, so that all of them do the same.
enum class Phase { stop, busy, idle };

struct Duty {
  long long busy_cycles;
  const std::uint32_t* stop;
  std::uint64_t timeout_ns;
  long long period_begin;
  std::uint64_t begin_ns;

  __device__ Phase next() {
    const long long now = clock64();
    if (now - period_begin >= period_cycles) {
      period_begin += (now - period_begin) / period_cycles * period_cycles;
      const bool stopped = *static_cast<const volatile std::uint32_t*>(stop) != 0;
      if (stopped || global_timer_ns() - begin_ns > timeout_ns) return Phase::stop;
    }
    return now - period_begin < busy_cycles ? Phase::busy : Phase::idle;
  }
};

template <bool reads>
__global__ void __launch_bounds__(stealer_threads)
    steal_kernel(const char* data, std::size_t part_bytes, long long busy_cycles, unsigned long long* moved,
                 const std::uint32_t* stop, std::uint64_t timeout_ns) {
  __shared__ Phase phase;
  const char* part = data + blockIdx.x * stealer_part_bytes;
  Duty duty{busy_cycles, stop, timeout_ns, clock64(), global_timer_ns()};
  std::size_t at = 0;
  unsigned long long total = 0;
  std::uint32_t sum = threadIdx.x;
  for (;;) {
    if (threadIdx.x == 0) phase = duty.next();
    __syncthreads();
    const Phase now = phase;
    __syncthreads();
    if (now == Phase::stop) break;
    if (now == Phase::idle) {
      __nanosleep(idle_ns);  // a warp that spins takes turns from the call's warps on its SM
      continue;
    }
    if constexpr (reads) {
      sum += load_chunk(reinterpret_cast<const uint4*>(part + at));
      at = at + chunk_bytes == part_bytes ? 0 : at + chunk_bytes;
      total += chunk_bytes;
      if (__syncthreads_or(sum == 0x9E3779B9u && part_bytes == 1)) steal_sink = sum;  // never: waits for the loads
      if (threadIdx.x == 0) *static_cast<volatile unsigned long long*>(moved + blockIdx.x) = total;
    } else {
      for (int i = 0; i < spin_rounds; ++i) sum = sum * 1664525u + 1013904223u;
    }
  }
  if (sum == 0x9E3779B9u && part_bytes == 1) steal_sink = sum;  // never: a part is whole chunks
}

__global__ void mark_kernel(const unsigned long long* moved, int blocks, StealMark* mark) {
  unsigned long long bytes = 0;
  for (int i = static_cast<int>(threadIdx.x); i < blocks; i += 32) {
    bytes += *static_cast<const volatile unsigned long long*>(moved + i);
  }
  for (int offset = 16; offset > 0; offset /= 2) bytes += __shfl_down_sync(0xFFFFFFFFu, bytes, offset);
  if (threadIdx.x == 0) *mark = {bytes, global_timer_ns()};
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
  mark_kernel<<<1, 32, 0, stream>>>(moved, blocks, mark);
  check(cudaGetLastError(), "look at the stealer");
}

}  // namespace l2bench
