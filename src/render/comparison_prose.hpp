#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "l2bench/compare.hpp"

// Texts that every way to show a comparison shares; plain, not yet escaped.

namespace l2bench {

/// Both runs and the threshold, a line each; in capitals first, if they are simulated.
std::vector<std::string> comparison_preamble(const Comparison& comparison);

/// "2 SLOWER, 48 SAME: exit code 1."
std::string verdict_counts(const Comparison& comparison);

/// Cases by how much they matter: SLOWER first with the largest ratio, SAME last.
std::vector<std::size_t> by_importance(const Comparison& comparison);

/// "12.45 µs", "1.062 [1.047, 1.079]"; empty where it is not known.
std::string median_text(const std::optional<Side>& side);
std::string ratio_text(const CaseComparison& c);

}  // namespace l2bench
