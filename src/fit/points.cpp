#include "fit/points.hpp"

#include <set>
#include <tuple>

#include "l2bench/prep.hpp"

namespace l2bench {
namespace {

constexpr std::size_t held_out_every = 4;
constexpr std::uint64_t long_weight_in_l2 = 2;

/// What a weight of several times L2 does is decided by its first part, and following the rest takes most of the time.
bool is_long(const CaseResult& c, const DeviceInfo& device) {
  return c.workload.weight_bytes > long_weight_in_l2 * device.l2_bytes;
}

/// What the bytes of a case depend on.
using BytesKey = std::tuple<std::string, std::string, int, std::vector<std::uint64_t>>;

BytesKey bytes_key(const CaseResult& c) {
  std::vector<std::uint64_t> operands;
  for (const Operand& operand : c.workload.operands) operands.push_back(operand.bytes);
  return {c.prep, c.workload.api, c.copies, operands};
}

SeenCase seen(const CaseResult& c, const DeviceInfo& device) {
  SeenCase found;
  found.key = c.key;
  found.what = {place(c.what.prep, device.l2_bytes), c.workload, c.copies, c.what.timer};
  if (c.stats) found.median_ns = c.stats->median_ns;
  return found;
}

void take_bytes(SeenCase& found, const CounterSummary& counters) {
  found.read_bytes = counters.median.dram_read_bytes;
  found.written_bytes = counters.median.dram_write_bytes;
  found.left_dirty_bytes = counters.residual_dirty_bytes;
}

}  // namespace

std::vector<SeenCase> seen_cases(const Record& record) {
  std::vector<SeenCase> cases;
  std::set<BytesKey> met;
  for (const CaseResult& c : record.cases) {
    if (c.status != Status::ok || c.workload.api.empty()) continue;
    SeenCase found = seen(c, record.environment.device);
    if (c.counters && met.insert(bytes_key(c)).second) {
      take_bytes(found, *c.counters);
      found.held_out = met.size() % held_out_every == 0 || is_long(c, record.environment.device);
    }
    cases.push_back(std::move(found));
  }
  return cases;
}

}  // namespace l2bench
