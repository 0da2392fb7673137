#pragma once

#include <string>
#include <vector>

#include "golden/synthetic_record.hpp"
#include "l2bench/record.hpp"

// Small records for the rules of judge(): each test sets the one thing its rule looks at.

namespace l2bench::one_case {

constexpr std::uint64_t l2_bytes = 60 * MiB;

inline CaseResult of(const char* prep_text, std::vector<double> samples_ns) {
  CaseResult c;
  c.what.shape = {4096, 4096};
  c.what.prep = parse_prep(prep_text);
  if (c.what.prep.rotation != Rotation::off) c.what.launch = Launch::graph;
  const PlacedPrep placed = place(c.what.prep, l2_bytes);
  c.prep = to_string(placed);
  c.key = case_key(c.what, placed);
  c.claim = claim_of(placed, l2_bytes);
  c.flush_bytes = traffic_bytes(placed);
  c.workload.api = "cublasGemmEx";
  c.workload.weight_bytes = 33'554'432;
  c.workload.read_bytes = 33'562'624;
  c.workload.write_bytes = 8'192;
  c.verified_before = Verification{0.001, 0.01};
  c.blocks = {{0, 0, 0, samples_ns.size(), {}}};
  c.samples_ns = std::move(samples_ns);
  return c;
}

/// Samples of a spread of 128 ns, so that nothing but the rule under test has a say.
inline CaseResult of(const char* prep_text, double median_ns) {
  return of(prep_text, {median_ns - 64, median_ns - 32, median_ns, median_ns + 32, median_ns + 64});
}

inline Record record_of(std::vector<CaseResult> cases) {
  Record record;
  record.environment.device = synthetic::device();
  record.environment.floors = {{TimerKind::event, Launch::stream, 32.0, 1312.0, 2912.0}};
  for (const CaseResult& c : cases) record.spec.cases.push_back(c.what);
  record.cases = std::move(cases);
  return record;
}

inline CaseResult judged(CaseResult c) {
  Record record = record_of({std::move(c)});
  judge(record);
  return record.cases.front();
}

inline std::vector<std::string> flag_ids(const CaseResult& c) {
  std::vector<std::string> ids;
  for (const Flag& flag : c.flags) ids.push_back(flag.id);
  return ids;
}

inline std::string detail_of(const CaseResult& c, const std::string& id) {
  for (const Flag& flag : c.flags) {
    if (flag.id == id) return flag.detail;
  }
  return "(no flag " + id + ")";
}

/// Counters that prove a cold read of all of the working set.
inline CounterSummary cold_counters(double dram_write_bytes) {
  CounterSummary counters;
  counters.readings = {{.dram_read_bytes = 33.57e6, .dram_write_bytes = dram_write_bytes}};
  counters.residual_dirty_bytes = 0.0;
  return counters;
}

}  // namespace l2bench::one_case
