#include <cmath>
#include <set>

#include "measure/blocks.hpp"
#include "measure/measurement.hpp"

namespace l2bench {
namespace {

constexpr double slice_s = 0.02;
constexpr std::size_t most_extra_slices = 100;

}  // namespace

void Measurement::warm_up() {
  const auto least = static_cast<std::size_t>(std::ceil(sampling_.warmup_s / slice_s));
  if (least == 0) return;
  const double start = seconds_now();
  WarmedUp report;
  for (std::size_t slices = 0; warm_up_goes_on(report.sm_mhz, slices, least, least + most_extra_slices); ++slices) {
    warm_up_slice();
    if (const auto mhz = device_.clocks().sm_mhz) report.sm_mhz.push_back(*mhz);
  }
  report.seconds = seconds_now() - start;
  sink_(report);
}

/// The same work as the samples, so that the clock is theirs. Ungated: see Sampler::queue_ungated. One case at a time,
/// so that one that hangs or faults here is the one to blame.
void Measurement::warm_up_slice() {
  const double share_s = slice_s / static_cast<double>(live_.size());
  for_each_live([&](LiveCase& live) {
    attempt(live, request_.first_round, "warm_up", [&] {
      const double end = seconds_now() + share_s;
      do {
        live.sampler->queue_ungated();
        device_.wait();
      } while (seconds_now() < end);
    });
  });
}

void Measurement::measure_floors() {
  std::set<std::pair<TimerKind, Launch>> used;
  for_each_live([&](const LiveCase& live) { used.emplace(live.plan.what.timer, live.plan.what.launch); });
  for (const auto& [timer, launch] : used) sink_(FloorMeasured{measure_floor(rig_, timer, launch)});
}

}  // namespace l2bench
