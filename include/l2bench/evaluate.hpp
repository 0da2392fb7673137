#pragma once

#include <vector>

#include "l2bench/expect.hpp"
#include "l2bench/record.hpp"

namespace l2bench {

/// What became of the claims of the record's spec. Pure; the record is judged. A case that is not ok, or lacks the
/// number that a claim needs, leaves it unjudged; one case that contradicts it is enough to fail it.
std::vector<ExpectationResult> evaluate(const Record& record);

/// The same as findings, so that everything that shows a record shows them.
std::vector<Finding> findings_of(const std::vector<ExpectationResult>& results);

}  // namespace l2bench
