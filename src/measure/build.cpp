#include <fmt/format.h>

#include <algorithm>

#include "measure/blocks.hpp"
#include "measure/measurement.hpp"
#include "measure/search.hpp"

namespace l2bench {
namespace {

constexpr double usable_share_of_free_memory = 0.95;

std::string implementation(const Device& device, StepKind kind) {
  if (!row_of(step_table, kind).own) return device.step_implementation(kind);
  return kind == StepKind::produce ? "own kernel, stores of the input" : "own read kernel over the operands";
}

}  // namespace

void Measurement::build(const RunPlan& plan) {
  const std::uint64_t budget = memory_budget();
  for (std::size_t index = 0; index < plan.cases.size(); ++index) {
    if (contains(request_.skip, index)) continue;
    LiveCase live;
    live.index = index;
    live.plan = plan.cases[index];
    if (const auto taken = request_.taken_ns.find(index); taken != request_.taken_ns.end()) {
      live.samples_ns = taken->second;
    }
    live_.push_back(std::move(live));
    if (memory_of(plan.cases[index]) > budget) refuse(live_.back(), memory_of(plan.cases[index]), budget);
  }
  const BufferNeed buffers = buffers_of_live();
  rig_.prepare_buffers(buffers.write_bytes, buffers.read_bytes);
  memory_left_ = budget - std::min(budget, buffers.write_bytes + buffers.read_bytes);
  for (LiveCase& live : live_) {
    if (!live.failed) attempt(live, request_.first_round, "build", [&] { build_case(live); });
  }
}

/// The read buffer serves the steps of preps, the pass that counts what a prep left dirty, and the search for a config.
BufferNeed Measurement::buffers_of_live() const {
  BufferNeed all;
  bool reads = sampling_.counters != CounterWish::off;
  for (const LiveCase& live : live_) {
    if (live.failed) continue;
    const BufferNeed need = buffers_of(live.plan.prep);
    all.write_bytes = std::max(all.write_bytes, need.write_bytes);
    all.read_bytes = std::max(all.read_bytes, need.read_bytes);
    // A scrub goes on where the one before it ended: it must find memory that is not in L2.
    reads = reads || live.plan.request.config == best_config || step_between(live.plan.prep).has_value();
  }
  if (reads) all.read_bytes = std::max(all.read_bytes, default_flush_bytes(device_.info().l2_bytes));
  return all;
}

/// A case that could not even run alone must not take the others' buffers with it.
void Measurement::refuse(LiveCase& live, std::uint64_t needed, std::uint64_t budget) {
  fail(live, "out_of_memory",
       fmt::format("It needs {} of device memory for its prep and its weights; {} may be taken.", format_bytes(needed),
                   format_bytes(budget)));
}

std::uint64_t Measurement::memory_budget() const {
  const DeviceInfo& info = device_.info();
  const auto usable =
      static_cast<std::uint64_t>(static_cast<double>(info.free_memory_bytes) * usable_share_of_free_memory);
  return sampling_.mem_limit ? std::min(usable, resolve(*sampling_.mem_limit, info.l2_bytes)) : usable;
}

void Measurement::build_case(LiveCase& live) {
  live.workload = shared_workload(live.plan.request);
  if (!live.workload) {
    fail(live, "out_of_memory",
         fmt::format("It needs {} of device memory; {} are left.", format_bytes(rig_.workload_bytes(live.plan.request)),
                     format_bytes(memory_left_)));
    return;
  }
  const std::optional<Verification> verified = live.workload->verify(sampling_.seed);
  CaseReady ready = describe(live, verified);
  if (verified && !verified->passed()) {
    sink_(ready);
    fail(live, "wrong_result",
         fmt::format("The largest error is {:.3g}; {:.3g} is allowed. It was not timed.", verified->max_rel_error,
                     verified->tolerance));
    return;
  }
  protected_as(live, [&] {
    prime(live);
    live.sampler = make_sampler(device_, timer_of(live), live.plan.what.launch, sampled(live));
    ready.prep_time_ns = prep_time_ns(rig_, live.plan.prep, *live.workload);
  });
  ready.calls_per_sample = live.sampler->calls_per_sample();
  sink_(ready);
}

CaseReady Measurement::describe(const LiveCase& live, const std::optional<Verification>& verified) const {
  CaseReady ready;
  ready.index = live.index;
  ready.prep = live.plan.prep;
  for (const PlacedStep& step : live.plan.prep.steps) {
    ready.steps.push_back({to_string(PlacedPrep{{step}, Rotation::off}), implementation(device_, step.kind)});
  }
  ready.workload = live.workload->info();
  ready.copies = live.plan.request.copies;
  ready.verified = verified;
  return ready;
}

/// Cases that differ only in prep, timer and launch run on the same data. Null if it does not fit.
std::shared_ptr<Workload> Measurement::shared_workload(const WorkloadRequest& request) {
  for (const auto& [known, workload] : workloads_) {
    if (known == request) return workload;
  }
  WorkloadRequest chosen = request;
  if (request.config == best_config) chosen.config = find_best_config(rig_, request);
  const std::uint64_t bytes = rig_.workload_bytes(chosen);
  if (bytes > memory_left_) return nullptr;
  std::shared_ptr<Workload> workload = rig_.make_workload(chosen);
  memory_left_ -= bytes;
  workloads_.emplace_back(request, workload);
  return workload;
}

/// Runs everything of a sample once, ungated: modules are loaded now, outside gates and captures.
void Measurement::prime(const LiveCase& live) {
  Sampled once = sampled(live);
  once.prep.rotation = Rotation::off;
  make_sampler(device_, timer_of(live), Launch::stream, once)->queue_ungated();
  device_.wait();
}

}  // namespace l2bench
