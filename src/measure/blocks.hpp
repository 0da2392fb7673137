#pragma once

#include <vector>

#include "l2bench/record.hpp"
#include "measure/sampler.hpp"

namespace l2bench {

/// The samples of one case in one round.
struct Block {
  std::vector<double> samples_ns;
  int gate_timeouts = 0;
  ClockReading clocks;
  std::vector<KernelTime> kernel_times;      ///< of the last call
  std::optional<double> stolen_bytes_per_s;  ///< mean over the samples
};

/// Takes at least `count` samples. The first calls are not recorded: they make the state that the prep `none` promises,
/// and they wake the GPU after the pause in which the clocks are read. Throws DeviceError when gates keep timing out.
Block take_block(Device& device, Sampler& sampler, int count);

/// Step and floors of `timer` under `launch`, from empty pairs and empty kernels.
TimerFloor measure_floor(Rig& rig, TimerKind timer, Launch launch);

/// Median time of a prep alone, by events; empty for a prep without steps.
std::optional<double> prep_time_ns(Rig& rig, const PlacedPrep& prep, Workload& workload);

}  // namespace l2bench
