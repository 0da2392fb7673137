#include <fmt/format.h>

#include "analyze/handoffs.hpp"
#include "l2bench/analyze.hpp"
#include "record/groups.hpp"

namespace l2bench {
namespace {

bool alike_but_for_protection(const CaseResult& a, const CaseResult& b) {
  Case other = b.what;
  other.protect = a.what.protect;
  return a.what == other;
}

/// Share of the input that the call did not read from DRAM.
std::optional<double> left_of(const Record& record, const CaseResult& c) {
  const auto reads = dram_reads(c);
  if (!reads || c.workload.read_bytes == 0) return std::nullopt;
  return 1.0 - (*reads - empty_baseline(record, c).bytes) / static_cast<double>(c.workload.read_bytes);
}

/// The time of the same call without protection, after `prep`.
std::optional<double> unprotected_ns(const Record& record, const CaseResult& c, const Prep& prep) {
  Case wanted = c.what;
  wanted.protect = {};
  wanted.prep = prep;
  for (const CaseResult& other : record.cases) {
    if (is_consumer(other) && other.what == wanted) return other.stats->median_ns;
  }
  return std::nullopt;
}

/// What times say is left: 1 where the call is as fast as with nothing in between, 0 where it is as slow as without
/// protection. A line may be in L2 and still be slow to reach.
std::optional<double> left_by_time(const Record& record, const CaseResult& c, const Handoff& handoff) {
  if (!handoff.polluter) return std::nullopt;
  Prep before = c.what.prep;
  before.steps.pop_back();
  const auto at_once = unprotected_ns(record, c, before);
  const auto gone = unprotected_ns(record, c, c.what.prep);
  if (!at_once || !gone || *gone <= *at_once) return std::nullopt;
  return (*gone - c.stats->median_ns) / (*gone - *at_once);
}

struct ControlRow {
  ProtectKind kind;
  const char* name;
  const char* value;
};
constexpr std::array<ControlRow, 3> controls{{
    {ProtectKind::off, "without protection", "without"},
    {ProtectKind::set_aside, "with a set-aside and no window", "set_aside"},
    {ProtectKind::foreign, "with the window over another buffer", "foreign"},
}};

Finding protection_of(const Record& record, const CaseResult& c, const Handoff& handoff, double left) {
  Finding finding{"protect", "", {{"block_bytes", static_cast<double>(c.workload.read_bytes)}, {"left", left}}};
  finding.text = fmt::format("{}/{}: {:.2f}% is read from DRAM after {}", call_timer_and_launch(c), handoff.before,
                             100.0 * (1.0 - left), to_string(handoff.polluter));
  for (const ControlRow& control : controls) {
    for (const CaseResult& other : record.cases) {
      if (other.what.protect.kind != control.kind || !is_consumer(other) || !alike_but_for_protection(c, other))
        continue;
      if (const auto of_control = left_of(record, other)) {
        finding.values[fmt::format("left_{}", control.value)] = *of_control;
        finding.text += fmt::format("; {:.2f}% {}", 100.0 * (1.0 - *of_control), control.name);
      }
    }
  }
  if (const auto by_time = left_by_time(record, c, handoff)) {
    finding.values["left_by_time"] = *by_time;
    finding.text += fmt::format("; by time, {:.0f}% of what the polluter costs is saved", 100.0 * *by_time);
  }
  finding.text += ".";
  return finding;
}

}  // namespace

std::vector<Finding> find_protection(const Record& record) {
  std::vector<Finding> found;
  for (const CaseResult& c : record.cases) {
    const std::optional<Handoff> handoff = handoff_of(c);
    if (!handoff || c.what.protect.kind != ProtectKind::input || !is_consumer(c)) continue;
    if (const auto left = left_of(record, c)) found.push_back(protection_of(record, c, *handoff, *left));
  }
  return found;
}

}  // namespace l2bench
