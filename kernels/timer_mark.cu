#include "kernels/timer_mark.hpp"
#include "src/cuda/check.hpp"

namespace {

constexpr int start_threads = 32;
constexpr int stop_threads = 64;

}  // namespace

// Not mangled, so that the name in a trace is this one.
extern "C" __global__ void l2bench_timer_mark() {}

namespace l2bench {

void launch_timer_mark(const TimerMark& mark, cudaStream_t stream) {
  l2bench_timer_mark<<<mark.slot + 1, mark.edge == MarkEdge::start ? start_threads : stop_threads, 0, stream>>>();
  check(cudaGetLastError(), "mark a timed call");
}

std::optional<TimerMark> read_timer_mark(std::string_view kernel_name, int grid_x, int block_x) {
  if (kernel_name != "l2bench_timer_mark") return std::nullopt;
  return TimerMark{block_x == start_threads ? MarkEdge::start : MarkEdge::stop, grid_x - 1};
}

}  // namespace l2bench
