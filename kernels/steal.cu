#include <cooperative_groups.h>

#include <algorithm>
#include <cuda/barrier>

#include "kernels/clock.cuh"
#include "kernels/steal.hpp"
#include "l2bench/size.hpp"
#include "src/cuda/check.hpp"

namespace l2bench {
namespace {

constexpr long long period_cycles = 160'000;  // about 80 us: long against a chunk, which is finished once asked for
constexpr int lanes = 32;
constexpr unsigned slots = 2;  // chunks on their way
constexpr std::size_t most_chunk_bytes = 96 * KiB;
constexpr unsigned idle_ns = 500;
constexpr unsigned spin_ns = 1000;  // about as long as a chunk takes from memory
constexpr int spin_rounds = 8;
constexpr std::size_t l2_part_chunks = 2;  // small enough to stay in L2, whatever the card

// Where steal_kernel would put what it computed. It never does; the compiler cannot know.
__device__ std::uint32_t steal_sink;

/// What a block does next.
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

/// Chunks on their way to shared memory, `slots` at a time; the first is number 0.
class Chunks {
 public:
  using Ready = cuda::barrier<cuda::thread_scope_block>;

  __device__ Chunks(std::byte* landing, std::size_t chunk_bytes, Ready* ready)
      : landing_(landing), chunk_bytes_(chunk_bytes), ready_(ready) {
    if (threadIdx.x < slots) init(ready_ + threadIdx.x, lanes);
    __syncwarp();
  }

  /// Waits for the oldest if as many are on their way as there are slots; returns the bytes that have come.
  __device__ std::size_t make_room() {
    if (issued_ - come_ < slots) return 0;
    wait();
    return chunk_bytes_;
  }
  __device__ void issue(const std::byte* from) {
    const unsigned slot = issued_++ % slots;
    const auto warp = cooperative_groups::this_thread_block();
    cuda::memcpy_async(warp, landing_ + slot * chunk_bytes_, from, cuda::aligned_size_t<16>(chunk_bytes_),
                       ready_[slot]);
    static_cast<void>(ready_[slot].arrive());
  }
  /// The block may not end before its last chunk has come.
  __device__ void drain() {
    while (come_ < issued_) wait();
  }

 private:
  __device__ void wait() {
    ready_[come_ % slots].wait_parity((come_ / slots) % 2 != 0);
    ++come_;
  }

  std::byte* landing_;
  std::size_t chunk_bytes_;
  Ready* ready_;
  unsigned issued_ = 0;
  unsigned come_ = 0;
};

/// What the blocks cost the call by being there: the same without memory.
__device__ std::uint32_t spin(std::uint32_t sum) {
  __nanosleep(spin_ns);
#pragma unroll
  for (int i = 0; i < spin_rounds; ++i) sum = sum * 1664525u + 1013904223u;
  return sum;
}

/// A block is one warp, and a chunk is asked for by one instruction, cp.async.bulk (before sm_90 by one cp.async for
/// each 16 bytes a lane), into shared memory: threads, registers and turns to issue would all be taken from the call on
/// the same SM. The chunks are large since among warps that have always something to issue this one seldom gets a turn.
/// The blocks' periods are shifted against each other, so that also a call that is shorter than a period has its share
/// taken.
template <bool reads>
__global__ void __launch_bounds__(lanes)
    steal_kernel(StealerData data, std::size_t part_chunks, long long busy_cycles, unsigned long long* moved,
                 const std::uint32_t* stop, std::uint64_t timeout_ns) {
  extern __shared__ __align__(128) std::byte landing[];
  __shared__ std::aligned_storage_t<sizeof(Chunks::Ready), alignof(Chunks::Ready)> ready[slots];
  Chunks chunks(landing, data.chunk_bytes, reinterpret_cast<Chunks::Ready*>(ready));
  const std::byte* part = data.first + blockIdx.x * stealer_part_chunks * data.chunk_bytes;
  Duty duty{busy_cycles, stop, timeout_ns, clock64() - period_cycles * blockIdx.x / gridDim.x, global_timer_ns()};
  std::size_t next = 0;
  unsigned long long total = 0;
  std::uint32_t sum = threadIdx.x;
  for (;;) {
    const Phase now = duty.next();
    if (now == Phase::stop) break;
    if (now == Phase::idle) {
      __nanosleep(idle_ns);  // a warp that asks for the time again and again takes turns from the call's warps
      continue;
    }
    if constexpr (reads) {
      total += chunks.make_room();
      if (threadIdx.x == 0) *static_cast<volatile unsigned long long*>(moved + blockIdx.x) = total;
      chunks.issue(part + next * data.chunk_bytes);
      next = next + 1 == part_chunks ? 0 : next + 1;
    } else {
      sum = spin(sum);
    }
  }
  chunks.drain();
  if (sum == 0x9E3779B9u && part_chunks == 0) steal_sink = sum;  // never: a part has chunks
}

/// One warp: a look is short against the call, and what the stealer moves meanwhile is taken out by a second look.
__global__ void __launch_bounds__(lanes) mark_kernel(const unsigned long long* moved, int blocks, StealMark* mark) {
  const std::uint64_t ns = global_timer_ns();
  unsigned long long bytes = 0;
  for (int i = static_cast<int>(threadIdx.x); i < blocks; i += lanes) {
    bytes += *static_cast<const volatile unsigned long long*>(moved + i);
  }
  for (int offset = lanes / 2; offset > 0; offset /= 2) bytes += __shfl_down_sync(0xFFFFFFFFu, bytes, offset);
  if (threadIdx.x == 0) *mark = {bytes, ns};
}

template <bool reads>
void launch(int blocks, StealerData data, std::size_t part_chunks, long long busy_cycles, unsigned long long* moved,
            const std::uint32_t* stop, std::uint64_t timeout_ns, cudaStream_t stream) {
  const auto landing_bytes = static_cast<int>(slots * data.chunk_bytes);
  check(cudaFuncSetAttribute(steal_kernel<reads>, cudaFuncAttributeMaxDynamicSharedMemorySize, landing_bytes),
        "give the stealer shared memory");
  steal_kernel<reads>
      <<<blocks, lanes, landing_bytes, stream>>>(data, part_chunks, busy_cycles, moved, stop, timeout_ns);
  check(cudaGetLastError(), "launch the stealer");
}

}  // namespace

std::size_t stealer_chunk_bytes(std::size_t shared_bytes) {
  const std::size_t for_data = shared_bytes - KiB;  // the kernel has a few bytes of its own
  return std::min(most_chunk_bytes, for_data / slots / KiB * KiB);
}

void launch_steal(const Steal& steal, int blocks, StealerData data, unsigned long long* moved,
                  const std::uint32_t* stop, std::uint64_t timeout_ns, cudaStream_t stream) {
  const long long busy_cycles = period_cycles * steal.percent / 100;
  const std::size_t part_chunks = steal.kind == StealKind::l2 ? l2_part_chunks : stealer_part_chunks;
  const auto launch_kind = steal.kind == StealKind::spin ? launch<false> : launch<true>;
  launch_kind(blocks, data, part_chunks, busy_cycles, moved, stop, timeout_ns, stream);
}

void launch_steal_mark(const unsigned long long* moved, int blocks, StealMark* mark, cudaStream_t stream) {
  mark_kernel<<<1, lanes, 0, stream>>>(moved, blocks, mark);
  check(cudaGetLastError(), "look at the stealer");
}

}  // namespace l2bench
