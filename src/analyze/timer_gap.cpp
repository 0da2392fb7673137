#include <fmt/format.h>

#include <cmath>
#include <map>

#include "l2bench/analyze.hpp"
#include "record/groups.hpp"
#include "record/units.hpp"

namespace l2bench {
namespace {

/// Everything but the timer.
std::string call_prep_and_launch(const CaseResult& c) {
  return fmt::format("{}/{}/{}", call_of(c), c.prep, row_of(launch_table, c.what.launch).word);
}

/// In the order of timer_table.
std::map<TimerKind, double> medians_by_timer(const Record& record, const std::vector<std::size_t>& members) {
  std::map<TimerKind, double> medians_ns;
  for (const std::size_t i : members) {
    const CaseResult& c = record.cases[i];
    if (c.status == Status::ok && c.stats) medians_ns.emplace(c.what.timer, c.stats->median_ns);
  }
  return medians_ns;
}

/// Each timer against the first.
Finding gap_of(const std::string& call, const std::map<TimerKind, double>& medians_ns) {
  const auto word = [](TimerKind timer) { return row_of(timer_table, timer).word; };
  const auto& [first, first_ns] = *medians_ns.begin();
  Finding finding{"timer_gap", fmt::format("{}: {} says {}", call, word(first), format_time(first_ns)), {}};
  for (const auto& [timer, median_ns] : medians_ns) {
    finding.values[fmt::format("{}_ns", word(timer))] = median_ns;
    if (timer == first) continue;
    finding.values[fmt::format("{}_minus_{}_ns", word(first), word(timer))] = first_ns - median_ns;
    finding.text += fmt::format(", {} {} ({} {} {})", word(timer), format_time(median_ns),
                                format_time(std::abs(first_ns - median_ns)), first_ns >= median_ns ? "below" : "above",
                                word(first));
  }
  finding.text += ".";
  return finding;
}

}  // namespace

std::vector<Finding> find_timer_gap(const Record& record) {
  std::vector<Finding> found;
  for (const Group& group : groups_by(record.cases, call_prep_and_launch)) {
    const auto medians_ns = medians_by_timer(record, group.members);
    if (medians_ns.size() >= 2) found.push_back(gap_of(group.name, medians_ns));
  }
  return found;
}

}  // namespace l2bench
