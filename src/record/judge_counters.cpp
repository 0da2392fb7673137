#include <array>
#include <cmath>

#include "record/judging.hpp"

namespace l2bench {
namespace {

using Count = std::optional<double> CounterReading::*;
constexpr std::array<Count, 6> counts{&CounterReading::dram_read_bytes,      &CounterReading::dram_write_bytes,
                                      &CounterReading::l2_tag_hits,          &CounterReading::l2_tag_misses,
                                      &CounterReading::l2_fabric_read_bytes, &CounterReading::l2_fill_bytes};

std::optional<double> median_of(const std::vector<CounterReading>& readings, Count count) {
  std::vector<double> found;
  for (const CounterReading& reading : readings) {
    if (reading.*count) found.push_back(*(reading.*count));
  }
  const auto stats = summarize(found);
  return stats ? std::optional(stats->median_ns) : std::nullopt;
}

/// What was dirty before the call and is not after it. Every byte the call writes either is in DRAM at its end or
/// still dirty in L2, so the difference is exact; only its small values are the counter's noise.
std::optional<double> dirty_evicted_bytes(const CaseResult& c) {
  const auto& written = c.counters->median.dram_write_bytes;
  if (!written || c.workload.api.empty()) return std::nullopt;
  return evicted_of(*written, c.workload.write_bytes);
}

}  // namespace

double evicted_of(double dram_write_bytes, std::uint64_t own_output_bytes) {
  const double evicted = dram_write_bytes - static_cast<double>(own_output_bytes);
  return std::abs(evicted) <= counter_noise_bytes ? 0.0 : evicted;
}

void summarize_counters(CaseResult& c) {
  if (!c.counters) return;
  for (const Count count : counts) c.counters->median.*count = median_of(c.counters->readings, count);
  c.counters->dirty_evicted_bytes = dirty_evicted_bytes(c);
}

}  // namespace l2bench
