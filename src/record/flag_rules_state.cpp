#include <fmt/format.h>

#include <algorithm>

#include "record/flag_rules.hpp"
#include "record/units.hpp"

namespace l2bench {
namespace {

/// DRAM reads of the call and what it has to read, where both are known.
struct Reads {
  double found = 0;
  double needed = 0;
};
std::optional<Reads> reads_of(const CaseResult& c) {
  if (!c.counters || !c.counters->median.dram_read_bytes || c.workload.read_bytes == 0) return std::nullopt;
  return Reads{*c.counters->median.dram_read_bytes, static_cast<double>(c.workload.read_bytes)};
}

/// No state of L2 could hold enough of the data: it is too large, or so much of other copies passes between two uses.
bool cold_by_size(const Facts& facts) {
  const auto l2_bytes = static_cast<double>(facts.device.l2_bytes);
  const CaseResult& c = facts.c;
  if (c.what.prep.rotation != Rotation::off) {
    const double pool_bytes = static_cast<double>(c.workload.weight_bytes) * c.copies;
    return c.copies >= 2 && pool_bytes >= static_cast<double>(rotation_l2_multiple) * l2_bytes;
  }
  return static_cast<double>(c.workload.read_bytes) >= cold_by_size_l2_multiple * l2_bytes;
}

/// Reads that refute it are not_cold's.
bool cold_is_open(const Facts& facts) {
  return facts.c.claim.heat == Heat::cold && !reads_of(facts.c) && !cold_by_size(facts);
}

bool writes(const Step& step) {
  return row_of(step_table, step.kind).writes;
}

/// A prep without a step that writes leaves nothing dirty; any other has to show it.
bool clean_is_open(const CaseResult& c) {
  const auto& steps = c.what.prep.steps;
  const bool counted = c.counters && c.counters->residual_dirty_bytes;
  return c.claim.clean && !counted && std::any_of(steps.begin(), steps.end(), writes);
}

}  // namespace

Detail not_cold(const Facts& facts) {
  if (facts.c.claim.heat != Heat::cold) return std::nullopt;
  const auto reads = reads_of(facts.c);
  if (!reads || reads->found >= cold_read_share * reads->needed) return std::nullopt;
  return fmt::format("It read {} of {} ({}) from DRAM.", format_megabytes(reads->found),
                     format_megabytes(reads->needed), format_percent(reads->found / reads->needed));
}

Detail not_clean(const Facts& facts) {
  const CaseResult& c = facts.c;
  if (!c.claim.clean || !c.counters || !c.counters->residual_dirty_bytes) return std::nullopt;
  const double residual = *c.counters->residual_dirty_bytes;
  const auto l2_bytes = static_cast<double>(facts.device.l2_bytes);
  if (residual <= clean_residual_l2_share * l2_bytes) return std::nullopt;
  return fmt::format("The prep leaves {} dirty ({:.1f}% of L2).", format_megabytes(residual),
                     100.0 * residual / l2_bytes);
}

Detail above_peak(const Facts& facts) {
  const CaseResult& c = facts.c;
  if (!c.share_of_peak || *c.share_of_peak <= 1.0) return std::nullopt;
  return fmt::format("{} of {} ({}).", format_bandwidth(*c.bytes_per_s),
                     format_bandwidth(*facts.device.peak_bytes_per_s), format_percent(*c.share_of_peak));
}

Detail unverified(const Facts& facts) {
  if (!facts.c.stats) return std::nullopt;
  const bool cold = cold_is_open(facts);
  const bool clean = clean_is_open(facts.c);
  if (cold && clean) return "Neither cold nor clean is proven.";
  if (cold) return "Cold is not proven.";
  if (clean) return "Clean is not proven.";
  return std::nullopt;
}

}  // namespace l2bench
