#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "l2bench/error.hpp"
#include "l2bench/measure.hpp"
#include "measure/conditions.hpp"
#include "measure/sampler.hpp"

namespace l2bench {

/// A case of the run while this process can still measure it.
struct LiveCase {
  std::size_t index = 0;
  CasePlan plan;
  std::shared_ptr<Workload> workload;
  std::unique_ptr<Sampler> sampler;
  std::vector<double> samples_ns;  ///< kept for the stop rule
  bool failed = false;
};

double seconds_now();

template <typename Values, typename Value>
bool contains(const Values& values, const Value& value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

/// One measuring process, phase by phase: run() is the table of contents. Each phase is a file of its own.
class Measurement {
 public:
  Measurement(const MeasureRequest& request, Rig& rig, const Sink& sink);
  void run();

 private:
  // build.cpp: memory, data, verification, graphs
  void build(const RunPlan& plan);
  void build_case(LiveCase& live);
  BufferNeed buffers_of_live() const;
  void refuse(LiveCase& live, std::uint64_t needed, std::uint64_t budget);
  std::uint64_t memory_budget() const;
  std::shared_ptr<Workload> shared_workload(const WorkloadRequest& request);
  void prime(const LiveCase& live);
  CaseReady describe(const LiveCase& live, const std::optional<Verification>& verified) const;

  // warm_up.cpp
  void warm_up();
  void warm_up_slice();
  void measure_floors();

  // rounds.cpp
  void sample_rounds();
  std::vector<std::size_t> cases_of_round(int round) const;
  int samples_wanted(const LiveCase& live, int round) const;
  bool done_before(std::size_t index, int round) const;
  void sample_block(LiveCase& live, int round);

  // after.cpp: nothing here touches a timed sample
  void count();
  void count_case(const LiveCase& live);
  std::optional<double> residual_dirty(const LiveCase& live);
  void verify_again();

  /// Reports the other processes on the GPU, if any; `when` is a word of GpuProcess::seen.
  void look_around(const char* when);
  Sampled sampled(const LiveCase& live) const;

  /// Runs `work` under the protection of the case alone: what is built, warmed up or counted needs no stealer.
  template <typename Work>
  void protected_as(const LiveCase& live, Work work) {
    under_protection(device_, live.plan.what.protect, *live.workload, work);
  }
  template <typename Work>
  void under_conditions(const LiveCase& live, Work work) {
    protected_as(live, [&] { under_theft(device_, live.plan.what.steal, work); });
  }
  Timer& timer_of(const LiveCase& live) { return rig_.timer(live.plan.what.timer); }
  void fail(LiveCase& live, const std::string& flag, const std::string& detail);

  template <typename Work>
  void phase(const char* name, Work work) {
    const double start = seconds_now();
    work();
    phase_seconds_[name] = seconds_now() - start;
  }

  /// Runs `work` on one case. If it fails, the case is reported and left out; the other cases go on, unless the error
  /// has poisoned the context.
  template <typename Work>
  void attempt(LiveCase& live, int round, const char* what, Work work) {
    sink_(BlockStarted{live.index, round, what});
    try {
      work();
    } catch (const DeviceError& error) {
      fail(live, error.out_of_memory ? "out_of_memory" : "device_error", error.what());
      if (error.sticky) throw;
    }
  }

  template <typename Work>
  void for_each_live(Work work) {
    for (LiveCase& live : live_) {
      if (!live.failed) work(live);
    }
  }

  const MeasureRequest& request_;
  const Sampling& sampling_;
  Rig& rig_;
  Device& device_;
  const Sink& sink_;
  std::vector<std::pair<WorkloadRequest, std::shared_ptr<Workload>>> workloads_;
  std::vector<LiveCase> live_;
  std::map<std::string, std::optional<double>> residual_dirty_bytes_;  ///< by prep and protection
  std::uint64_t memory_left_ = 0;
  std::map<std::string, double> phase_seconds_;
};

}  // namespace l2bench
