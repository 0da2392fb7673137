#pragma once

#include <optional>
#include <string>

#include "l2bench/record.hpp"
#include "record/groups.hpp"

// One function a derived flag: the numbers that call for it, or nothing.

namespace l2bench {

struct Facts {
  const CaseResult& c;
  const DeviceInfo& device;
  std::optional<TimerFloor> floor;  ///< of the case's timer and launch
  const std::vector<GpuProcess>& others;
};
using Detail = std::optional<std::string>;

/// A cold call must read at least this share of its working set from DRAM.
inline constexpr double cold_read_share = 0.9;
/// So a call that reads this many times L2 is cold whatever L2 held: at most a tenth of it can have been there.
inline constexpr double cold_by_size_l2_multiple = 10.0;
/// A clean prep may leave this share of L2 dirty.
inline constexpr double clean_residual_l2_share = 0.005;
/// A time below this many empty kernels or timer steps says more about the timer than about the call.
inline constexpr double least_empty_kernels = 2.0;
inline constexpr double least_timer_steps = 10.0;
/// A trend over a process's blocks that is larger than both of these is a drift.
inline constexpr double drift_share = 0.02;
inline constexpr double drift_timer_steps = 2.0;
/// More than this in use before a run, by nobody who can be seen, is somebody. A driver alone holds less.
inline constexpr std::uint64_t idle_memory_bytes = 1 * GiB;
inline constexpr std::size_t least_blocks_for_drift = 5;

// State of the cache (flag_rules_state.cpp)
Detail not_cold(const Facts& facts);
Detail not_clean(const Facts& facts);
Detail above_peak(const Facts& facts);
Detail unverified(const Facts& facts);

// Quality of the time (flag_rules_time.cpp)
Detail unchecked(const Facts& facts);
Detail wrong_result(const Facts& facts);
Detail unmeasurable(const Facts& facts);
Detail timer_limited(const Facts& facts);
Detail throttled(const Facts& facts);
Detail drift(const Facts& facts);
Detail contended(const Facts& facts);
Detail gate_timeout(const Facts& facts);
Detail not_run(const Facts& facts);

}  // namespace l2bench
