#pragma once

#include <string>
#include <vector>

#include "l2bench/compare.hpp"

namespace l2bench {

bool is_allowed(const CompareOptions& options, std::string_view word);

/// What identifies a case on both sides: its key without the parts that may differ.
std::string match_key(const CaseResult& c, const CompareOptions& options);

/// Facts of two matched cases that differ.
std::vector<Mismatch> mismatches_of(const Record& base, const CaseResult& base_case, const Record& candidate,
                                    const CaseResult& candidate_case, const CompareOptions& options);

}  // namespace l2bench
