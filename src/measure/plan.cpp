#include <algorithm>

#include "l2bench/measure.hpp"

namespace l2bench {
namespace {

/// Everything that decides which data a case needs, but for the number of copies.
WorkloadRequest request_of(const Case& c, const Sampling& sampling) {
  return {.workload = c.workload,
          .config = c.config,
          .shape = c.shape,
          .rows = c.rows,
          .dtype = c.dtype,
          .copies = 1,
          .init = sampling.init,
          .seed = sampling.seed};
}

void share_copies(std::vector<CasePlan>& cases) {
  for (CasePlan& plan : cases) {
    for (const CasePlan& other : cases) {
      WorkloadRequest same = other.request;
      same.copies = plan.request.copies;
      if (same == plan.request) plan.request.copies = std::max(plan.request.copies, other.request.copies);
    }
  }
}

}  // namespace

std::uint64_t weight_bytes(const WorkloadRequest& request) {
  const auto rows = static_cast<std::uint64_t>(request.shape.n);
  const auto element = static_cast<std::uint64_t>(row_of(dtype_table, request.dtype).bytes);
  const std::uint64_t scales = request.workload == "int8-gemv" ? rows * sizeof(float) : 0;
  return request.shape.elements() * element + scales;
}

BufferNeed buffers_of(const PlacedPrep& prep) {
  BufferNeed need;
  for (const PlacedStep& step : prep.steps) {
    std::uint64_t& buffer = step.kind == StepKind::read ? need.read_bytes : need.write_bytes;
    buffer = std::max(buffer, step.bytes);
  }
  return need;
}

std::uint64_t memory_of(const CasePlan& plan) {
  const BufferNeed need = buffers_of(plan.prep);
  return need.write_bytes + need.read_bytes +
         weight_bytes(plan.request) * static_cast<std::uint64_t>(plan.request.copies);
}

RunPlan plan_run(const Spec& spec, std::uint64_t l2_bytes) {
  RunPlan run;
  for (const Case& c : spec.cases) {
    CasePlan plan{c, place(c.prep, l2_bytes), request_of(c, spec.sampling)};
    if (plan.prep.rotation != Rotation::off) {
      plan.request.copies = rotation_copies(weight_bytes(plan.request), l2_bytes);
    }
    const BufferNeed need = buffers_of(plan.prep);
    run.write_buffer_bytes = std::max(run.write_buffer_bytes, need.write_bytes);
    run.read_buffer_bytes = std::max(run.read_buffer_bytes, need.read_bytes);
    const auto samples =
        static_cast<std::uint64_t>(spec.sampling.samples) * static_cast<std::uint64_t>(spec.sampling.processes);
    run.flush_traffic_bytes += traffic_bytes(plan.prep) * samples;
    run.cases.push_back(std::move(plan));
  }
  share_copies(run.cases);
  return run;
}

}  // namespace l2bench
