#include <fmt/format.h>

#include <algorithm>

#include "kernels/decode_chain_plan.hpp"
#include "l2bench/error.hpp"
#include "l2bench/measure.hpp"

namespace l2bench {
namespace {

OwnCode code_of(const std::string& workload, const OwnCode& code) {
  if (workload == "kernel") return {.kernel = code.kernel};
  if (workload == "plugin") return {.plugin = code.plugin};
  if (workload == "callable") return {.callable = code.callable};
  return {};
}

/// Everything that decides which data a case needs, but for the number of copies.
WorkloadRequest request_of(const Case& c, const Sampling& sampling, const OwnCode& code) {
  return {.workload = c.workload,
          .config = c.config,
          .shape = c.shape,
          .rows = c.rows,
          .dtype = c.dtype,
          .copies = 1,
          .init = sampling.init,
          .seed = sampling.seed,
          .code = code_of(c.workload, code)};
}

/// Copies that the case's data comes in. A callable brings what it has.
int copies_of(const CasePlan& plan, std::uint64_t l2_bytes) {
  const bool rotates = plan.prep.rotation != Rotation::off;
  const bool callable = plan.request.code.callable.has_value();
  if (!rotates) return callable ? plan.request.code.callable->sets : 1;
  const std::uint64_t weight = weight_bytes(plan.request);
  if (weight == 0) {
    throw UsageError(fmt::format("'{}' needs to know what differs from copy to copy: give '{}' its weight_bytes.",
                                 to_string(plan.prep), plan.request.workload));
  }
  const int needed = rotation_copies(weight, l2_bytes);
  if (!callable) return needed;
  const int sets = plan.request.code.callable->sets;
  if (sets >= needed) return sets;
  throw UsageError(
      fmt::format("'{}' needs {} argument sets of {} to pass {} times L2 ({}) between two uses of one; {} "
                  "given.",
                  to_string(plan.prep), needed, format_bytes(weight), rotation_l2_multiple, format_bytes(l2_bytes),
                  sets == 1 ? "1 is" : fmt::format("{} are", sets)));
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
  const AmountNames names{request.shape.n, request.shape.k, request.rows};
  if (request.code.kernel) return bytes_of(*request.code.kernel, names).weight;
  if (request.code.callable) return request.code.callable->weight_bytes;
  if (request.code.plugin) {
    return request.code.plugin->weight_bytes ? evaluate(*request.code.plugin->weight_bytes, names) : 0;
  }
  if (request.workload == "decode-chain") {
    const auto config = parse_chain_config(request.config.empty() ? "layers-1" : request.config);
    if (!config) return 0;  // the device says what is wrong with it
    return chain_weight_bytes({*config, request.rows, request.shape.n, request.shape.k});
  }
  const auto rows = static_cast<std::uint64_t>(request.shape.n);
  const auto element = static_cast<std::uint64_t>(row_of(dtype_table, request.dtype).bytes);
  const std::uint64_t scales = request.workload == "int8-gemv" ? rows * sizeof(float) : 0;
  return request.shape.elements() * element + scales;
}

BufferNeed buffers_of(const PlacedPrep& prep) {
  BufferNeed need;
  for (const PlacedStep& step : prep.steps) {
    const bool reads = step.kind == StepKind::read || step.kind == StepKind::scrub;
    std::uint64_t& buffer = reads ? need.read_bytes : need.write_bytes;
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
    CasePlan plan{c, place(c.prep, l2_bytes), request_of(c, spec.sampling, spec.code)};
    plan.request.copies = copies_of(plan, l2_bytes);
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
