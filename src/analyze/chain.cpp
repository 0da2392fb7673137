#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "l2bench/analyze.hpp"
#include "record/groups.hpp"
#include "record/units.hpp"

// Where the time of a chain of kernels goes, kernel by kernel.

namespace l2bench {
namespace {

/// The kernels of one name in one call.
struct KernelShare {
  std::string name;
  std::size_t count = 0;
  double ns = 0;  ///< together, median of the blocks
};

std::vector<KernelShare> shares_of(const CaseResult& c) {
  std::map<std::string, KernelShare> shares;
  std::map<std::string, std::vector<double>> sums_ns;
  for (const BlockRow& block : c.blocks) {
    std::map<std::string, double> in_block_ns;
    std::map<std::string, std::size_t> counts;
    for (const KernelTime& kernel : block.kernel_times) {
      in_block_ns[kernel.name] += kernel.ns;
      ++counts[kernel.name];
    }
    for (const auto& [name, ns] : in_block_ns) {
      sums_ns[name].push_back(ns);
      shares[name] = {name, counts[name], 0.0};
    }
  }
  std::vector<KernelShare> sorted;
  for (auto& [name, share] : shares) {
    share.ns = summarize(sums_ns[name])->median_ns;
    sorted.push_back(share);
  }
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const KernelShare& a, const KernelShare& b) { return a.ns > b.ns; });
  return sorted;
}

Finding chain_of(const CaseResult& c, const std::vector<KernelShare>& shares) {
  double busy_ns = 0;
  std::vector<std::string> texts;
  Finding finding{"chain", "", {{"call_ns", c.stats->median_ns}}};
  for (const KernelShare& share : shares) {
    busy_ns += share.ns;
    finding.values[share.name + "_ns"] = share.ns;
    texts.push_back(fmt::format("{} x {} {}", share.count, printable(share.name), format_time(share.ns)));
  }
  finding.values["kernels_ns"] = busy_ns;
  finding.text = fmt::format("{}/{}: its kernels take {} of {}: {}.", call_timer_and_launch(c), c.prep,
                             format_time(busy_ns), format_time(c.stats->median_ns), fmt::join(texts, "; "));
  return finding;
}

}  // namespace

std::vector<Finding> find_chain(const Record& record) {
  std::vector<Finding> found;
  for (const CaseResult& c : record.cases) {
    if (c.workload.api != "decode-chain" || c.status != Status::ok || !c.stats) continue;
    const std::vector<KernelShare> shares = shares_of(c);
    if (!shares.empty()) found.push_back(chain_of(c, shares));
  }
  return found;
}

}  // namespace l2bench
