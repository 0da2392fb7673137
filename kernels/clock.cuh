#pragma once

#include <cstdint>

namespace l2bench {

/// Nanoseconds of the device's global timer (PTX ISA, "%globaltimer"); its step differs from device to device.
__device__ inline std::uint64_t global_timer_ns() {
  std::uint64_t now = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

}  // namespace l2bench
