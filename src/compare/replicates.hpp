#pragma once

#include <cstddef>
#include <vector>

#include "l2bench/compare.hpp"

namespace l2bench {

/// The samples of one process, ascending.
struct Replicate {
  std::vector<double> ascending_ns;
  double median_ns = 0;
};

/// The processes of a case that have samples, in their order.
std::vector<Replicate> replicates_of(const CaseResult& c);

/// The middle of `values`, which are not empty.
double median_of(std::vector<double> values);

/// What is kept of a side in the comparison.
Side side_of(const CaseResult& c, const std::vector<Replicate>& replicates);

}  // namespace l2bench
