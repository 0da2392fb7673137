#include <cassert>
#include <cmath>

#include "l2bench/stats.hpp"

namespace l2bench {

double quantile_sorted(std::span<const double> ascending, double q) {
  assert(!ascending.empty() && q >= 0.0 && q <= 1.0);
  const double rank = q * static_cast<double>(ascending.size() - 1);
  const double below = std::floor(rank);
  const auto i = static_cast<std::size_t>(below);
  if (i + 1 >= ascending.size()) return ascending.back();
  return ascending[i] + (rank - below) * (ascending[i + 1] - ascending[i]);
}

}  // namespace l2bench
