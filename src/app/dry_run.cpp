#include "app/dry_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "l2bench/measure.hpp"
#include "l2bench/model.hpp"

namespace l2bench {
namespace {

// Assumed where no device is: near an H100.
constexpr std::uint64_t assumed_l2_bytes = 50 * MiB;
constexpr double assumed_bytes_per_s = 3.0e12;
// Host work of a gated sample, and opening, building and warming up of a process.
constexpr double overhead_per_sample_s = 30e-6;
constexpr double overhead_per_process_s = 0.8;
constexpr double reachable_share_of_peak = 0.85;

struct Facts {
  std::uint64_t l2_bytes = assumed_l2_bytes;
  double bytes_per_s = assumed_bytes_per_s;
  std::string text;
};

bool names(const std::string& device, const DeviceSummary& summary) {
  return device == summary.id || device == summary.info.uuid || device == summary.info.pci_id;
}

Facts facts_of_model(const std::string& name_or_path) {
  const ModelCard card = open_model_card(name_or_path);
  const auto l2_bytes = static_cast<std::uint64_t>(card.l2_bytes.value);
  return {l2_bytes, card.dram_bytes_per_s.value,
          fmt::format("{} (simulated), L2 {}", card.name, format_bytes(l2_bytes))};
}

/// Throws UsageError for a model that is not there; of a device that is not, it says so and assumes one.
Facts facts_of(const std::string& device) {
  if (device.starts_with(model_prefix)) return facts_of_model(device.substr(model_prefix.size()));
  std::string why_none;
  for (const DeviceSummary& summary : list_devices(why_none)) {
    if (!names(device, summary)) continue;
    const double peak = summary.info.peak_bytes_per_s.value_or(assumed_bytes_per_s / reachable_share_of_peak);
    return {summary.info.l2_bytes, peak * reachable_share_of_peak,
            fmt::format("{}, L2 {}", summary.info.name, format_bytes(summary.info.l2_bytes))};
  }
  if (why_none.empty()) why_none = fmt::format("No device '{}' was found.", device);
  return {assumed_l2_bytes, assumed_bytes_per_s,
          fmt::format("none ({}) Assumed: L2 {}, {:.1f} TB/s.", why_none, format_bytes(assumed_l2_bytes),
                      assumed_bytes_per_s / 1e12)};
}

/// Weights of requests that cases share are counted once.
std::uint64_t memory_bytes(const RunPlan& plan) {
  std::uint64_t bytes = plan.write_buffer_bytes + plan.read_buffer_bytes;
  std::vector<WorkloadRequest> seen;
  for (const CasePlan& c : plan.cases) {
    if (std::find(seen.begin(), seen.end(), c.request) != seen.end()) continue;
    seen.push_back(c.request);
    bytes += weight_bytes(c.request) * static_cast<std::uint64_t>(c.request.copies);
  }
  return bytes;
}

double seconds_to_run(const Spec& spec, const RunPlan& plan, double bytes_per_s) {
  double moved = static_cast<double>(plan.flush_traffic_bytes);
  const double samples = static_cast<double>(spec.sampling.samples) * spec.sampling.processes;
  for (const CasePlan& c : plan.cases) {
    const int calls = c.prep.rotation == Rotation::off ? 1 : c.request.copies;
    moved += static_cast<double>(weight_bytes(c.request)) * calls * samples;
  }
  const double cases = static_cast<double>(plan.cases.size());
  return moved / bytes_per_s + cases * samples * overhead_per_sample_s +
         spec.sampling.processes * (overhead_per_process_s + spec.sampling.warmup_s);
}

}  // namespace

std::string dry_run_text(const Spec& spec) {
  const Facts facts = facts_of(spec.device);
  const RunPlan plan = plan_run(spec, facts.l2_bytes);
  std::string text = "Dry run: nothing is measured.\n";
  text += fmt::format("device         {}\n", facts.text);
  text += fmt::format("samples        {} a case in {} rounds, {} process(es)\n", spec.sampling.samples,
                      spec.sampling.rounds, spec.sampling.processes);
  text += fmt::format("device memory  about {:.2f} GB\n", static_cast<double>(memory_bytes(plan)) / 1e9);
  text += fmt::format("flush traffic  {:.2f} GB\n", static_cast<double>(plan.flush_traffic_bytes) / 1e9);
  text += fmt::format("time to run    about {:.1f} s\n", seconds_to_run(spec, plan, facts.bytes_per_s));
  text += fmt::format("cases          {}\n", plan.cases.size());
  for (const CasePlan& c : plan.cases) {
    text += fmt::format("  {}   L2 before the call: {}\n", case_key(c.what, c.prep),
                        to_string(claim_of(c.prep, facts.l2_bytes)));
  }
  return text;
}

}  // namespace l2bench
