#include "l2bench/measure.hpp"
#include "measure/sampler.hpp"

namespace l2bench {
namespace {

void profile_call(Device& device, const Sampled& sampled, int copy) {
  queue_prep(device, sampled);
  device.wait();
  device.begin_profile();
  sampled.queue_op(copy);
  device.wait();
  device.end_profile();
}

}  // namespace

void profile(const Spec& spec, int calls, Rig& rig) {
  const RunPlan plan = plan_run(spec, rig.device().info().l2_bytes);
  rig.prepare_buffers(plan.write_buffer_bytes, plan.read_buffer_bytes);
  for (const CasePlan& c : plan.cases) {
    const std::unique_ptr<Workload> workload = rig.make_workload(c.request);
    const Sampled sampled{.prep = c.prep,
                          .queue_op = op_of(rig.device(), *workload, c.prep),
                          .queue_own_step = [&](StepKind kind) { queue_own_step(*workload, kind); }};
    for (int copy = 0; copy < workload->copies(); ++copy)
      sampled.queue_op(copy);  // a rotation's L2 holds the last ones
    for (int call = 0; call < calls; ++call) profile_call(rig.device(), sampled, call % workload->copies());
  }
}

}  // namespace l2bench
