#include "kernels/clock.cuh"
#include "kernels/stamp.hpp"
#include "src/cuda/check.hpp"

namespace l2bench {
namespace {

__global__ void stamp_kernel(std::uint64_t* slot) {
  *slot = global_timer_ns();
}

}  // namespace

void launch_stamp(std::uint64_t* slot, cudaStream_t stream) {
  stamp_kernel<<<1, 1, 0, stream>>>(slot);
  check(cudaGetLastError(), "launch a time stamp");
}

}  // namespace l2bench
