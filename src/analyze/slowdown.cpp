#include <fmt/format.h>

#include "l2bench/analyze.hpp"
#include "record/groups.hpp"
#include "record/units.hpp"

namespace l2bench {
namespace {

/// Ratio of two medians, with the bounds that their 95% intervals give where both have one.
struct Ratio {
  double value = 0;
  std::optional<std::array<double, 2>> bounds;
};

Ratio ratio_of(const Stats& a, const Stats& b) {
  Ratio ratio{a.median_ns / b.median_ns, std::nullopt};
  if (!a.median_ci95_ns || !b.median_ci95_ns) return ratio;
  const auto& [a_low, a_high] = *a.median_ci95_ns;
  const auto& [b_low, b_high] = *b.median_ci95_ns;
  if (b_low > 0.0) ratio.bounds = {a_low / b_high, a_high / b_low};
  return ratio;
}

/// Never assumes a sign: a dirty prep has been seen to make a call faster.
std::string in_words(const Ratio& ratio) {
  const double percent = (ratio.value - 1.0) * 100.0;
  if (!ratio.bounds) return fmt::format("{:+.1f}%, too few samples for an interval", percent);
  const auto& [low, high] = *ratio.bounds;
  if (low > 1.0) return fmt::format("{:.1f}% slower", percent);
  if (high < 1.0) return fmt::format("{:.1f}% faster", -percent);
  return fmt::format("{:+.1f}%, within the intervals of both", percent);
}

Finding slowdown_of(const CaseResult& dirty, const CaseResult& clean, const std::string& call) {
  const Ratio ratio = ratio_of(*dirty.stats, *clean.stats);
  Finding finding{"slowdown", "", {}};
  finding.values = {{"ratio", ratio.value},
                    {"dirty_ns", dirty.stats->median_ns},
                    {"clean_ns", clean.stats->median_ns},
                    {"extra_ns", dirty.stats->median_ns - clean.stats->median_ns}};
  if (ratio.bounds) {
    finding.values["ratio_low"] = (*ratio.bounds)[0];
    finding.values["ratio_high"] = (*ratio.bounds)[1];
  }
  finding.text = fmt::format("{}: {} after {} against {} after {}: {}", call, format_time(dirty.stats->median_ns),
                             dirty.prep, format_time(clean.stats->median_ns), clean.prep, in_words(ratio));
  if (dirty.counters && dirty.counters->dirty_evicted_bytes) {
    finding.values["dirty_evicted_bytes"] = *dirty.counters->dirty_evicted_bytes;
    finding.text += fmt::format("; the call wrote back {} that it does not own",
                                format_megabytes(*dirty.counters->dirty_evicted_bytes));
  }
  finding.text += ".";
  return finding;
}

bool is_one_dirty_step(const CaseResult& c) {
  const auto& steps = c.what.prep.steps;
  return steps.size() == 1 && row_of(step_table, steps.front().kind).writes;
}

}  // namespace

std::vector<Finding> find_slowdown(const Record& record) {
  std::vector<Finding> found;
  for (const Group& group : groups_by(record.cases, call_timer_and_launch)) {
    const CaseResult* clean = cleanest(record.cases, group.members);
    if (clean == nullptr) continue;
    for (const std::size_t i : group.members) {
      const CaseResult& dirty = record.cases[i];
      if (dirty.status == Status::ok && dirty.stats && dirty.claim.heat == Heat::cold && is_one_dirty_step(dirty)) {
        found.push_back(slowdown_of(dirty, *clean, group.name));
      }
    }
  }
  return found;
}

}  // namespace l2bench
