#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "l2bench/record.hpp"

namespace l2bench {

/// What a dirty prep costs against the cleanest one of the same call, timer and launch: one finding each.
std::vector<Finding> find_slowdown(const Record& record);

/// Where a sweep of one step's size stops to change the time: one finding a sweep of at least five sizes.
std::vector<Finding> find_knee(const Record& record);

/// How far apart the timers are on the same call, prep and launch: one finding each.
std::vector<Finding> find_timer_gap(const Record& record);

/// Candidates for one layer that change places with the reference between a clean and a dirty prep: a summary for each
/// pair of preps, then a finding a flip. A flip counts only if every process shows it on both sides.
std::vector<Finding> find_rank_flips(const Record& record);

/// A kind of finding. Each is a pure function of a judged record; `word` is the id of what it finds.
struct FindingRow {
  std::vector<Finding> (*value)(const Record&);
  std::string_view word;
  std::string_view help;
};
inline constexpr std::array<FindingRow, 4> finding_table{{
    {find_slowdown, "slowdown", "what a prep that leaves dirty lines costs the call"},
    {find_knee, "knee", "where a sweep of flush sizes bends and is flat"},
    {find_rank_flips, "rank_flip", "which of several candidates wins after which prep"},
    {find_timer_gap, "timer_gap", "how far apart the timers are on the same call"},
}};

/// All findings of a judged record, in the order of the table. Cases that are not ok are left out.
std::vector<Finding> analyze(const Record& record);

}  // namespace l2bench
