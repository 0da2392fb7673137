#pragma once

#include <cuda_runtime_api.h>

#include <optional>
#include <string_view>

namespace l2bench {

enum class MarkEdge { start, stop };

/// Where a timed call starts or stops, as a launch that does nothing and touches no memory: the name of its kernel and
/// the sizes of its launch say so in whatever traces the device, on a stream and in a graph alike.
struct TimerMark {
  MarkEdge edge = MarkEdge::start;
  int slot = 0;
  friend bool operator==(const TimerMark&, const TimerMark&) = default;
};

/// Queues the mark as one kernel of slot + 1 blocks.
void launch_timer_mark(const TimerMark& mark, cudaStream_t stream);

/// The mark that a traced kernel was, from its name and the x sizes of its launch; empty for any other kernel.
std::optional<TimerMark> read_timer_mark(std::string_view kernel_name, int grid_x, int block_x);

}  // namespace l2bench
