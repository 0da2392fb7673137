#include <vector>

#include "l2bench/stats.hpp"

namespace l2bench {
namespace {

constexpr std::size_t least_n = 6;  // 1 - 2 * (1/2)^5 = 0.9375: the extremes of five values do not hold 95%
constexpr double tail_share = 0.025;
constexpr double negligible_weight = 1e-40;

/// Binomial(n, 1/2) probabilities of n/2, n/2 - 1, ... successes, relative to the first. Relative, and from the middle
/// outward, because (1/2)^n is below the smallest double from n = 1075 up.
std::vector<double> weights_from_middle(std::size_t n) {
  std::vector<double> weights;
  double weight = 1.0;
  for (std::size_t successes = n / 2;; --successes) {
    weights.push_back(weight);
    if (successes == 0 || weight < negligible_weight) return weights;
    weight *= static_cast<double>(successes) / static_cast<double>(n - successes + 1);
  }
}

double total_of(const std::vector<double>& weights, std::size_t n) {
  double half = 0.0;
  for (auto weight = weights.rbegin(); weight != weights.rend(); ++weight) half += *weight;
  const bool middle_is_shared = n % 2 == 0;
  return 2.0 * half - (middle_is_shared ? weights.front() : 0.0);
}

}  // namespace

std::optional<std::array<std::size_t, 2>> median_ci95_ranks(std::size_t n) {
  if (n < least_n) return std::nullopt;
  const std::vector<double> weights = weights_from_middle(n);
  const double allowed = tail_share * total_of(weights, n);
  double tail = 0.0;
  std::size_t from_middle = weights.size();
  while (from_middle > 0 && tail + weights[from_middle - 1] <= allowed) {
    --from_middle;
    tail += weights[from_middle];
  }
  const std::size_t low = n / 2 - from_middle;
  return std::array<std::size_t, 2>{low, n - 1 - low};
}

}  // namespace l2bench
