#include "measure/blocks.hpp"

#include <fmt/format.h>

#include <numeric>

#include "l2bench/error.hpp"
#include "l2bench/stats.hpp"

namespace l2bench {
namespace {

constexpr int unrecorded_calls = 2;
constexpr int gate_timeouts_in_a_row = 3;
constexpr int floor_samples = 100;
constexpr int prep_time_samples = 5;

/// What a timer needs switched on in the driver is on only while its own samples are taken.
class Armed {
 public:
  explicit Armed(Timer& timer) : timer_(timer) { timer_.arm(); }
  ~Armed() { timer_.disarm(); }
  Armed(const Armed&) = delete;
  Armed& operator=(const Armed&) = delete;

 private:
  Timer& timer_;
};

std::vector<double> floor_samples_ns(Device& device, Timer& timer, Launch launch, const Sampled& sampled) {
  const auto sampler = make_sampler(device, timer, launch, sampled);
  return take_block(device, *sampler, floor_samples).samples_ns;
}

}  // namespace

Block take_block(Device& device, Sampler& sampler, int count) {
  const Armed armed(sampler.timer());
  Block block;
  for (int i = 0; i < unrecorded_calls; ++i) sampler.queue_ungated();
  block.clocks = device.clocks();
  device.wait();
  std::vector<double> unrecorded_ns;
  sampler.take(unrecorded_ns);

  int in_a_row = 0;
  std::vector<double> stolen_bytes_per_s;
  while (static_cast<int>(block.samples_ns.size()) < count) {
    if (sampler.take(block.samples_ns)) {
      in_a_row = 0;
      if (const auto stolen = sampler.stolen_bytes_per_s()) stolen_bytes_per_s.push_back(*stolen);
      continue;
    }
    ++block.gate_timeouts;
    if (++in_a_row == gate_timeouts_in_a_row) {
      throw DeviceError(fmt::format("The gate opened by its own timeout {} times in a row, so nothing behind it was "
                                    "queued in one go. A debugger or profiler may serialize launches: run without it, "
                                    "or use --launch graph.",
                                    in_a_row),
                        false);
    }
  }
  if (!stolen_bytes_per_s.empty()) {
    const double sum = std::accumulate(stolen_bytes_per_s.begin(), stolen_bytes_per_s.end(), 0.0);
    block.stolen_bytes_per_s = sum / static_cast<double>(stolen_bytes_per_s.size());
  }
  block.kernel_times = sampler.timer().kernel_times(0);
  return block;
}

TimerFloor measure_floor(Rig& rig, TimerKind kind, Launch launch) {
  Device& device = rig.device();
  Timer& timer = rig.timer(kind);
  const Sampled empty_pair;
  Sampled empty_kernel;
  empty_kernel.queue_op = [&device](int) { device.queue_step({StepKind::nop, 0}); };

  std::vector<double> pairs_ns = floor_samples_ns(device, timer, launch, empty_pair);
  std::vector<double> kernels_ns = floor_samples_ns(device, timer, launch, empty_kernel);
  TimerFloor floor{.timer = kind, .launch = launch};
  floor.empty_pair_ns = summarize(pairs_ns)->median_ns;
  floor.empty_kernel_ns = summarize(kernels_ns)->median_ns;
  pairs_ns.insert(pairs_ns.end(), kernels_ns.begin(), kernels_ns.end());
  floor.step_ns = smallest_step(pairs_ns);
  return floor;
}

std::optional<double> prep_time_ns(Rig& rig, const PlacedPrep& prep, Workload& workload) {
  if (prep.steps.empty()) return std::nullopt;
  Device& device = rig.device();
  const Sampled what{.prep = prep, .queue_own_step = [&](StepKind kind) { queue_own_step(workload, kind); }};
  Sampled timed;
  timed.queue_op = [&](int) { queue_prep(device, what); };
  const auto sampler = make_sampler(device, rig.timer(TimerKind::event), Launch::stream, timed);
  return summarize(take_block(device, *sampler, prep_time_samples).samples_ns)->median_ns;
}

}  // namespace l2bench
