#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace l2bench {

/// Summary of one case's samples, in ns. Fields that need more samples than there are stay empty.
struct Stats {
  std::size_t n = 0;
  double min_ns = 0;
  double q1_ns = 0;
  double median_ns = 0;
  double q3_ns = 0;
  double max_ns = 0;
  double mean_ns = 0;
  std::optional<double> iqr_ns;                         ///< from 5 samples up
  std::optional<double> stdev_ns;                       ///< from 5 samples up; n - 1 in the denominator
  std::optional<std::array<double, 2>> median_ci95_ns;  ///< by order statistics; from 6 samples up
  friend bool operator==(const Stats&, const Stats&) = default;
};

/// Quantile q in [0, 1] of ascending values, linear interpolation between closest ranks (Hyndman-Fan type 7).
double quantile_sorted(std::span<const double> ascending, double q);

/// Ranks (0-based) of the two order statistics that hold the median with at least 95% by the binomial distribution.
/// Empty below 6 values, where no pair does.
std::optional<std::array<std::size_t, 2>> median_ci95_ranks(std::size_t n);

/// Statistics of `values`; empty for no values.
std::optional<Stats> summarize(std::span<const double> values);

/// Smallest difference between two distinct values: the step of the timer that made them. Empty if all are equal.
std::optional<double> smallest_step(std::span<const double> values);

/// Relative change over the series by the Theil-Sen slope of its block medians, times their count; 0 below 3 blocks.
double relative_drift(std::span<const double> block_medians);

}  // namespace l2bench
