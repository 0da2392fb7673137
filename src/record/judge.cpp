#include <algorithm>

#include "record/judging.hpp"

namespace l2bench {
namespace {

void fill_bandwidth(CaseResult& c, const DeviceInfo& device) {
  c.bytes_per_s.reset();
  c.share_of_peak.reset();
  const auto bytes = static_cast<double>(c.workload.read_bytes + c.workload.write_bytes);
  if (!c.stats || c.stats->median_ns <= 0.0 || bytes == 0.0) return;
  c.bytes_per_s = bytes / (c.stats->median_ns * 1e-9);
  if (device.peak_bytes_per_s) c.share_of_peak = *c.bytes_per_s / *device.peak_bytes_per_s;
}

void compare_with_prediction(CaseResult& c) {
  if (!c.predicted) return;
  c.predicted->measured_over_predicted.reset();
  const bool both = c.stats && c.predicted->time_ns && *c.predicted->time_ns > 0.0;
  if (both) c.predicted->measured_over_predicted = c.stats->median_ns / *c.predicted->time_ns;
}

}  // namespace

void judge(Record& record) {
  for (CaseResult& c : record.cases) {
    c.stats = summarize(c.samples_ns);
    fill_bandwidth(c, record.environment.device);
    summarize_counters(c);
    compare_with_prediction(c);
    flag_case(c, record);
  }
  compare_with_cleanest(record.cases);
  warn(record);
}

Exit exit_of(const Record& record) {
  const auto any = [&](Outcome outcome) {
    return record.expect && std::any_of(record.expect->results.begin(), record.expect->results.end(),
                                        [&](const ExpectationResult& result) { return result.outcome == outcome; });
  };
  const bool all_ok =
      std::all_of(record.cases.begin(), record.cases.end(), [](const CaseResult& c) { return c.status == Status::ok; });
  if (any(Outcome::failed)) return Exit::regression;
  return all_ok && !any(Outcome::not_judged) ? Exit::ok : Exit::invalid;
}

}  // namespace l2bench
