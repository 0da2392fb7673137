#pragma once

#include "unit/record/one_case.hpp"

// Consumers of a block, as the findings on handoffs take them.

namespace l2bench::handoff_cases {

inline constexpr double block = 24.0 * MiB;

/// A consumer of 24 MiB that read `dram_bytes` from DRAM.
inline CaseResult consumer(const char* prep, double median_ns, double dram_bytes, const char* config = "forward") {
  CaseResult c = one_case::of(prep, median_ns);
  c.what.workload = "consume";
  c.what.config = config;
  c.what.shape = {24 * MiB, 0};
  c.what.dtype = Dtype::int8;
  c.workload.api = "consume";
  c.workload.config = config;
  c.workload.weight_bytes = 24 * MiB;
  c.workload.read_bytes = std::string(config) == "empty" ? 0 : 24 * MiB;
  c.workload.write_bytes = 2112;
  c.counters = CounterSummary{};
  c.counters->readings = {{.dram_read_bytes = dram_bytes, .dram_write_bytes = 0.0}};
  c.counters->residual_dirty_bytes = 0.0;
  return c;
}

inline Record judged_handoffs(std::vector<CaseResult> cases) {
  Record record = one_case::record_of(std::move(cases));
  judge(record);
  return record;
}

}  // namespace l2bench::handoff_cases
