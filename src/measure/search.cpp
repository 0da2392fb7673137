#include "measure/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "l2bench/error.hpp"
#include "l2bench/stats.hpp"
#include "measure/blocks.hpp"

namespace l2bench {
namespace {

constexpr int first_samples = 9;
constexpr int second_samples = 61;
constexpr std::size_t finalists = 8;

struct Candidate {
  std::string config;
  double median_ns = 0;
};

double time_config(Rig& rig, WorkloadRequest request, const std::string& config, int samples) {
  request.config = config;
  request.copies = 1;
  const std::unique_ptr<Workload> workload = rig.make_workload(request);
  const auto verified = workload->verify(request.seed);
  if (verified && !verified->passed()) throw DeviceError(config + " computes something else.", false);
  Sampled sampled;
  sampled.prep.steps = {{StepKind::read, default_flush_bytes(rig.device().info().l2_bytes)}};
  sampled.queue_op = [&](int copy) { workload->queue_call(copy); };
  const auto sampler = make_sampler(rig.device(), rig.timer(TimerKind::event), Launch::stream, sampled);
  return summarize(take_block(rig.device(), *sampler, samples).samples_ns)->median_ns;
}

/// Ascending by time.
std::vector<Candidate> time_all(Rig& rig, const WorkloadRequest& request, const std::vector<std::string>& configs,
                                int samples) {
  std::vector<Candidate> candidates;
  for (const std::string& config : configs) {
    try {
      candidates.push_back({config, time_config(rig, request, config, samples)});
    } catch (const DeviceError& error) {
      if (error.sticky) throw;
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.median_ns < b.median_ns; });
  return candidates;
}

}  // namespace

std::string find_best_config(Rig& rig, const WorkloadRequest& request) {
  std::vector<Candidate> candidates = time_all(rig, request, rig.configs(request.workload), first_samples);
  std::vector<std::string> names;
  for (const Candidate& candidate : candidates) {
    if (names.size() < finalists) names.push_back(candidate.config);
  }
  candidates = time_all(rig, request, names, second_samples);
  if (candidates.empty()) {
    throw DeviceError(fmt::format("No config of {} works for {}.", request.workload, to_string(request.shape)), false);
  }
  return candidates.front().config;
}

}  // namespace l2bench
