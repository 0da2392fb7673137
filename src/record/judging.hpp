#pragma once

#include <vector>

#include "l2bench/record.hpp"

// The parts of judge(). Each is pure and looks only at what was measured, never at what an earlier judge() wrote.

namespace l2bench {

/// Medians of the readings and what follows from them.
void summarize_counters(CaseResult& c);

/// Replaces the derived flags of `c` by those its numbers call for, and sets its status.
void flag_case(CaseResult& c, const Record& record);

/// Needs flags. Sets `slowdown` of every case.
void compare_with_cleanest(std::vector<CaseResult>& cases);

/// Replaces the derived warnings of `record`.
void warn(Record& record);

}  // namespace l2bench
