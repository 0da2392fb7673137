#include <algorithm>

#include "l2bench/stats.hpp"

namespace l2bench {
namespace {

constexpr std::size_t least_blocks = 3;

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return quantile_sorted(values, 0.5);
}

/// Median of the slopes of all pairs: a single odd block, however odd, cannot make a trend.
double theil_sen_slope(std::span<const double> series) {
  std::vector<double> slopes;
  for (std::size_t i = 0; i < series.size(); ++i) {
    for (std::size_t j = i + 1; j < series.size(); ++j) {
      slopes.push_back((series[j] - series[i]) / static_cast<double>(j - i));
    }
  }
  return median_of(std::move(slopes));
}

}  // namespace

double relative_drift(std::span<const double> block_medians) {
  if (block_medians.size() < least_blocks) return 0.0;
  const double level = median_of({block_medians.begin(), block_medians.end()});
  if (level == 0.0) return 0.0;
  return theil_sen_slope(block_medians) * static_cast<double>(block_medians.size()) / level;
}

}  // namespace l2bench
