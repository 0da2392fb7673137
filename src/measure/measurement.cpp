#include "measure/measurement.hpp"

#include <chrono>

namespace l2bench {

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Measurement::Measurement(const MeasureRequest& request, Rig& rig, const Sink& sink)
    : request_(request), sampling_(request.spec.sampling), rig_(rig), device_(rig.device()), sink_(sink) {}

void Measurement::run() {
  const DeviceInfo& info = device_.info();
  sink_(DeviceOpened{info, device_.clocks()});
  look_around("before");
  if (sampling_.placement == Placement::varied) device_.displace(request_.replicate);
  const RunPlan plan = plan_run(request_.spec, info.l2_bytes);
  phase("build", [&] { build(plan); });
  phase("warm_up", [&] { warm_up(); });
  phase("floors", [&] { measure_floors(); });
  if (!request_.all_sampled) phase("samples", [&] { sample_rounds(); });
  phase("counters", [&] { count(); });
  phase("verify", [&] { verify_again(); });
  look_around("after");
  sink_(DeviceClosed{device_.clocks(), phase_seconds_});
}

void Measurement::look_around(const char* when) {
  std::vector<GpuProcess> others = device_.others();
  if (others.empty()) return;
  for (GpuProcess& process : others) process.seen = when;
  sink_(OthersSeen{std::move(others)});
}

Sampled Measurement::sampled(const LiveCase& live) const {
  Workload& workload = *live.workload;
  return {.prep = live.plan.prep,
          .queue_op = op_of(device_, workload, live.plan.prep),
          .queue_own_step = [&workload](StepKind kind) { queue_own_step(workload, kind); },
          .copies = live.plan.request.copies,
          .stolen = live.plan.what.steal.on()};
}

void Measurement::fail(LiveCase& live, const std::string& flag, const std::string& detail) {
  live.failed = true;
  live.sampler.reset();
  live.workload.reset();
  sink_(CaseFailed{live.index, flag, detail});
}

void measure(const MeasureRequest& request, Rig& rig, const Sink& sink) {
  Measurement(request, rig, sink).run();
}

}  // namespace l2bench
