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

/// How much of a block that a kernel left in L2 is still there for the next one, by bytes and by times, along the
/// traffic in between: one finding a block, way of leaving it and kind of traffic.
std::vector<Finding> find_survival(const Record& record);

/// What protection of the input keeps in L2, in bytes, beside its controls: one finding a protected case.
std::vector<Finding> find_protection(const Record& record);

/// What reading the last bytes first gains, and how much of that is there after the data was evicted.
std::vector<Finding> find_order_trap(const Record& record);

/// DRAM reads of a call in sequence against those after a reset of L2: the factor by which a profiler overstates them.
std::vector<Finding> find_profiler_trap(const Record& record);

/// How a call's time grows with what a stealer moves meanwhile, in ms per GB: one finding a call.
std::vector<Finding> find_kappa(const Record& record);

/// Where the time of a chain of kernels goes: one finding a case whose timer sees kernels.
std::vector<Finding> find_chain(const Record& record);

/// What a scrub between the kernels of a chain costs beyond itself, as a bound; or which of the conditions, claimed
/// before the run, says that it is not to be trusted: one finding a chain.
std::vector<Finding> find_scrub(const Record& record);

/// A kind of finding. Each is a pure function of a judged record; `word` is the id of what it finds.
struct FindingRow {
  std::vector<Finding> (*value)(const Record&);
  std::string_view word;
  std::string_view help;
};
inline constexpr std::array<FindingRow, 11> finding_table{{
    {find_slowdown, "slowdown", "what a prep that leaves dirty lines costs the call"},
    {find_knee, "knee", "where a sweep of flush sizes bends and is flat"},
    {find_rank_flips, "rank_flip", "which of several candidates wins after which prep"},
    {find_timer_gap, "timer_gap", "how far apart the timers are on the same call"},
    {find_survival, "survival", "what is left in L2 for the next kernel, by bytes and by times"},
    {find_protection, "protect", "what protected lines keep, beside the controls"},
    {find_order_trap, "order", "how much of the gain of reading the last bytes first is no reuse"},
    {find_profiler_trap, "profiler", "how much a reset before each kernel overstates its reads"},
    {find_kappa, "kappa", "how a call's time depends on stolen bandwidth"},
    {find_chain, "chain", "where the time of a chain of kernels goes"},
    {find_scrub, "scrub", "what evicting every handoff of a chain costs, if the conditions allow a bound"},
}};

/// All findings of a judged record, in the order of the table. Cases that are not ok are left out.
std::vector<Finding> analyze(const Record& record);

}  // namespace l2bench
