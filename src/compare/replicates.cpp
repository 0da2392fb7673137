#include "compare/replicates.hpp"

#include <algorithm>
#include <map>

namespace l2bench {

std::vector<Replicate> replicates_of(const CaseResult& c) {
  std::map<int, Replicate> by_process;
  for (const BlockRow& block : c.blocks) {
    if (block.count == 0) continue;
    const auto first = c.samples_ns.begin() + static_cast<std::ptrdiff_t>(block.first);
    auto& samples = by_process[block.replicate].ascending_ns;
    samples.insert(samples.end(), first, first + static_cast<std::ptrdiff_t>(block.count));
  }
  std::vector<Replicate> replicates;
  for (auto& [process, replicate] : by_process) {
    std::sort(replicate.ascending_ns.begin(), replicate.ascending_ns.end());
    replicate.median_ns = quantile_sorted(replicate.ascending_ns, 0.5);
    replicates.push_back(std::move(replicate));
  }
  return replicates;
}

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return quantile_sorted(values, 0.5);
}

Side side_of(const CaseResult& c, const std::vector<Replicate>& replicates) {
  Side side{.key = c.key, .process_medians_ns = {}, .samples = c.samples_ns.size(), .median_ns = 0, .sm_mhz = {}};
  for (const Replicate& replicate : replicates) side.process_medians_ns.push_back(replicate.median_ns);
  side.median_ns = median_of(side.process_medians_ns);
  std::vector<double> clocks;
  for (const BlockRow& block : c.blocks) {
    if (block.clocks.sm_mhz) clocks.push_back(*block.clocks.sm_mhz);
  }
  if (!clocks.empty()) side.sm_mhz = median_of(std::move(clocks));
  return side;
}

}  // namespace l2bench
