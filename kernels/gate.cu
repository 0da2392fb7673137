#include "kernels/clock.cuh"
#include "kernels/gate.hpp"
#include "src/cuda/check.hpp"

namespace l2bench {
namespace {

__device__ bool is_open(const GateWords* words, std::uint32_t ticket) {
  const std::uint32_t opened = *static_cast<const volatile std::uint32_t*>(&words->opened);
  return ticket_reached(opened, ticket);
}

__global__ void gate_kernel(GateWords* words, std::uint32_t ticket, std::uint64_t timeout_ns) {
  const std::uint64_t begin = global_timer_ns();
  while (!is_open(words, ticket)) {
    if (global_timer_ns() - begin > timeout_ns) {
      *static_cast<volatile std::uint32_t*>(&words->timed_out) = ticket;
      __threadfence_system();
      return;
    }
  }
}

__global__ void pause_kernel(std::uint64_t ns) {
  const std::uint64_t begin = global_timer_ns();
  while (global_timer_ns() - begin < ns) {
  }
}

}  // namespace

void launch_gate(GateWords* words, std::uint32_t ticket, std::uint64_t timeout_ns, cudaStream_t stream) {
  gate_kernel<<<1, 1, 0, stream>>>(words, ticket, timeout_ns);
  check(cudaGetLastError(), "launch the gate");
}

void launch_pause(std::uint64_t ns, cudaStream_t stream) {
  pause_kernel<<<1, 1, 0, stream>>>(ns);
  check(cudaGetLastError(), "launch a pause");
}

}  // namespace l2bench
