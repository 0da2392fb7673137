#include <fmt/format.h>

#include "measure/count.hpp"
#include "measure/measurement.hpp"

namespace l2bench {

void Measurement::count() {
  if (sampling_.counters == CounterWish::off) return;
  const CounterStatus status = rig_.counters().status();
  sink_(CountersOpened{status});
  if (!status.available && sampling_.counters == CounterWish::required) {
    throw MachineError(
        fmt::format("--require-counters: hardware counters cannot be had here ({}). {}", status.word, status.remedy));
  }
  if (!status.available) return;
  for_each_live([&](LiveCase& live) {
    if (!contains(request_.counted, live.index)) attempt(live, 0, "counters", [&] { count_case(live); });
  });
}

/// Not beside a stealer: its bytes would be counted too, and a profiler lets no second kernel run.
void Measurement::count_case(const LiveCase& live) {
  if (live.plan.what.steal.on()) return;
  CountersDone done{.index = live.index};
  protected_as(live, [&] {
    done.readings = count_calls(rig_, sampled(live));
    done.residual_dirty_bytes = residual_dirty(live);
  });
  sink_(done);
}

/// Counted once a prep and protection: cases that share them share it. A rotation has no prep that could leave
/// anything.
std::optional<double> Measurement::residual_dirty(const LiveCase& live) {
  if (live.plan.prep.rotation != Rotation::off) return std::nullopt;
  const std::string prep = to_string(live.plan.prep) + '/' + to_string(live.plan.what.protect);
  const auto known = residual_dirty_bytes_.find(prep);
  if (known != residual_dirty_bytes_.end()) return known->second;
  const auto bytes = count_residual_dirty(rig_, sampled(live), default_flush_bytes(device_.info().l2_bytes));
  residual_dirty_bytes_.emplace(prep, bytes);
  return bytes;
}

/// With a fresh input: a kernel that returned an old answer is found out.
void Measurement::verify_again() {
  std::map<Workload*, std::optional<Verification>> verified;
  for_each_live([&](LiveCase& live) {
    attempt(live, 0, "verify", [&] {
      Workload* workload = live.workload.get();
      if (verified.count(workload) == 0) verified[workload] = workload->verify(sampling_.seed + 1);
      if (const auto& found = verified[workload]) sink_(CaseVerified{live.index, *found});
    });
  });
}

}  // namespace l2bench
