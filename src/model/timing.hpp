#pragma once

#include <vector>

#include "l2bench/model.hpp"
#include "model/l2.hpp"

namespace l2bench {

/// Time of one kernel: a constant, and the longest of what DRAM and what L2 needs for its bytes and of what its `flops`
/// single-precision operations take. Reads and writes share the memory's rate, and where both occur each MB of the
/// lesser costs a turnaround on top.
double kernel_ns(const ModelCard& card, const Traffic& traffic, double flops = 0);

/// Time between a timer's start and its stop, with kernels that ran one after the other in between.
double between_ns(const ModelCard& card, TimerKind timer, const std::vector<double>& kernels_ns);

/// The step of the clock that the timer reads.
double step_ns(const ModelCard& card, TimerKind timer);

/// What a clock that advances by `step_ns` shows of `ns`, if the start came `phase` of a step (0 to 1) after a tick.
double shown_ns(double ns, double step_ns, double phase);

}  // namespace l2bench
