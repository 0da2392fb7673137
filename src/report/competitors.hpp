#pragma once

#include <string>
#include <vector>

#include "l2bench/record.hpp"
#include "record/groups.hpp"

// Different ways to compute one thing: libraries, kernels, their configs.

namespace l2bench {

/// Whoever computes it: "cublas bf16", "int8-gemv:best int8".
std::string competitor_of(const CaseResult& c);

/// Every competitor once, in the record's order.
std::vector<std::string> competitors_of(const Record& record);

/// Cases that are ok, by what is to be computed and how it is timed, whoever computes it.
std::vector<Group> tasks_of(const Record& record);

/// 1 for the fastest of the members under the same prep.
std::size_t rank_of(const Record& record, const Group& group, const CaseResult& c);

}  // namespace l2bench
