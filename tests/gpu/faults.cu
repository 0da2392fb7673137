#include <cuda_runtime_api.h>

#include "faults.hpp"

namespace l2bench {
namespace {

/// Ends by itself, should nobody end it: a card is never left busy by a test.
constexpr unsigned long long hang_ns = 120'000'000'000ULL;

__global__ void spin(unsigned long long ns) {
  unsigned long long start = 0;
  unsigned long long now = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
  do {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  } while (now - start < ns);
}

__global__ void write_nowhere() {
  *reinterpret_cast<volatile int*>(0x10) = 1;
}

}  // namespace

void hang() {
  spin<<<1, 1>>>(hang_ns);
  static_cast<void>(cudaDeviceSynchronize());
}

void fault() {
  write_nowhere<<<1, 1>>>();
  static_cast<void>(cudaDeviceSynchronize());  // the next checked call reports it, as in a run
}

}  // namespace l2bench
