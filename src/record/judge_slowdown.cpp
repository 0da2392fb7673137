#include <algorithm>

#include "record/groups.hpp"
#include "record/judging.hpp"

namespace l2bench {
namespace {

bool is_one_read(const Prep& prep) {
  return prep.steps.size() == 1 && prep.steps.front().kind == StepKind::read;
}

/// How good a reference `c` is: 0 is none. A claim that the bytes or the clock refute does not count.
int rank_as_reference(const CaseResult& c) {
  if (!c.stats || c.stats->median_ns <= 0.0 || c.status != Status::ok) return 0;
  if (c.claim.heat != Heat::cold || !c.claim.clean) return 0;
  if (has_flag(c, "not_clean") || has_flag(c, "above_peak")) return 0;
  if (c.what.prep.rotation != Rotation::off) return 1;
  return is_one_read(c.what.prep) ? 3 : 2;
}

/// A case with nothing beside it would be 1.00 of itself, which says nothing.
bool has_something_to_compare(const std::vector<CaseResult>& cases, const std::vector<std::size_t>& group) {
  return std::count_if(group.begin(), group.end(), [&](std::size_t i) { return cases[i].stats.has_value(); }) >= 2;
}

}  // namespace

const CaseResult* cleanest(const std::vector<CaseResult>& cases, const std::vector<std::size_t>& group) {
  const CaseResult* best = nullptr;
  for (const std::size_t i : group) {
    const int rank = rank_as_reference(cases[i]);
    if (rank > (best == nullptr ? 0 : rank_as_reference(*best))) best = &cases[i];
  }
  return best;
}

void compare_with_cleanest(std::vector<CaseResult>& cases) {
  for (const Group& group : groups_by(cases, call_timer_and_launch)) {
    const CaseResult* reference =
        has_something_to_compare(cases, group.members) ? cleanest(cases, group.members) : nullptr;
    for (const std::size_t i : group.members) {
      cases[i].slowdown.reset();
      if (reference == nullptr || !cases[i].stats) continue;
      cases[i].slowdown = cases[i].stats->median_ns / reference->stats->median_ns;
    }
  }
}

}  // namespace l2bench
