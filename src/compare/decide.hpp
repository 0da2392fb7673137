#pragma once

#include "l2bench/compare.hpp"

namespace l2bench {

/// Least change that can be told for a case: the option's, or two steps of its timer.
double threshold_of(const CaseResult& base, const Record& base_record, const CaseResult& candidate,
                    const Record& candidate_record, const CompareOptions& options);

/// Fills verdict, reason and processes_needed of a case whose sides, ratio, interval and p are there. `tested` is how
/// many cases Holm's adjustment was made for.
void decide(CaseComparison& c, std::size_t tested, const CompareOptions& options);

}  // namespace l2bench
