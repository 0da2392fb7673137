#pragma once

#include "l2bench/compare.hpp"
#include "report/figure.hpp"

namespace l2bench {

/// Whether a case has a ratio at all.
bool has_ratios(const Comparison& comparison);

/// Ratios new / base with their 95% intervals over the band of the threshold, the most important case on top.
Figure forest(const Comparison& comparison);

}  // namespace l2bench
