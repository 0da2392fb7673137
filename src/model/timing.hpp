#pragma once

#include <vector>

#include "l2bench/model.hpp"
#include "model/l2.hpp"

namespace l2bench {

/// Time of one kernel: a constant, and the longer of what DRAM and what L2 needs for its bytes. Reads and writes share
/// the memory's rate, and where both occur each MB of the lesser costs a turnaround on top.
double kernel_ns(const ModelCard& card, const Traffic& traffic);

/// What a timer shows for kernels that ran one after the other between its start and its stop, in its steps.
double shown_ns(const ModelCard& card, TimerKind timer, const std::vector<double>& kernels_ns);

}  // namespace l2bench
