#include <algorithm>
#include <cmath>

#include "l2bench/stats.hpp"

namespace l2bench {
namespace {

constexpr std::size_t least_n_for_spread = 5;

/// Summed as differences from the first value, so that equal values have exactly their own mean and no spread.
double mean_of(std::span<const double> values) {
  double sum = 0.0;
  for (const double value : values) sum += value - values.front();
  return values.front() + sum / static_cast<double>(values.size());
}

double stdev_of(std::span<const double> values, double mean) {
  double sum = 0.0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

}  // namespace

std::optional<Stats> summarize(std::span<const double> values) {
  if (values.empty()) return std::nullopt;
  std::vector<double> ascending(values.begin(), values.end());
  std::sort(ascending.begin(), ascending.end());

  Stats stats;
  stats.n = ascending.size();
  stats.min_ns = ascending.front();
  stats.q1_ns = quantile_sorted(ascending, 0.25);
  stats.median_ns = quantile_sorted(ascending, 0.5);
  stats.q3_ns = quantile_sorted(ascending, 0.75);
  stats.max_ns = ascending.back();
  stats.mean_ns = mean_of(ascending);
  if (stats.n >= least_n_for_spread) {
    stats.iqr_ns = stats.q3_ns - stats.q1_ns;
    stats.stdev_ns = stdev_of(ascending, stats.mean_ns);
  }
  if (const auto ranks = median_ci95_ranks(stats.n)) {
    stats.median_ci95_ns = {ascending[(*ranks)[0]], ascending[(*ranks)[1]]};
  }
  return stats;
}

std::optional<double> smallest_step(std::span<const double> values) {
  std::vector<double> ascending(values.begin(), values.end());
  std::sort(ascending.begin(), ascending.end());
  std::optional<double> smallest;
  for (std::size_t i = 1; i < ascending.size(); ++i) {
    const double step = ascending[i] - ascending[i - 1];
    if (step > 0.0 && (!smallest || step < *smallest)) smallest = step;
  }
  return smallest;
}

}  // namespace l2bench
