#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/timer_mark.hpp"
#include "l2bench/device.hpp"

namespace l2bench {

/// One thing that the device did: a kernel, a memset, a copy, or a mark of the timer.
struct Activity {
  std::string name;
  std::uint64_t start_ns = 0;
  std::uint64_t end_ns = 0;
  std::optional<TimerMark> mark;
};

/// What ran between the two marks of a slot.
struct TimedCall {
  double ns = 0;  ///< start of the first to the end of the last; 0 if nothing ran
  std::vector<KernelTime> kernels;
};

/// The last complete call of every slot in `activities`, which may come in any order.
std::map<int, TimedCall> timed_calls(std::vector<Activity> activities);

}  // namespace l2bench
