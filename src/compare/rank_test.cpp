#include "compare/rank_test.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace l2bench {
namespace {

/// Doubled mean ranks of the two sides' values together, first those of `a`: whole numbers also for ties.
std::vector<std::size_t> doubled_ranks(std::span<const double> a, std::span<const double> b) {
  std::vector<double> all(a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return all[i] < all[j]; });
  std::vector<std::size_t> ranks(all.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t end = first;
    while (end < order.size() && all[order[end]] == all[order[first]]) ++end;
    for (std::size_t i = first; i < end; ++i) ranks[order[i]] = first + end + 1;  // twice the mean of first+1 .. end
    first = end;
  }
  return ranks;
}

/// Ways to choose `count` of `ranks` with each sum; doubles hold them exactly up to 2^53, C(56, 28) among them.
std::vector<double> ways_by_sum(const std::vector<std::size_t>& ranks, std::size_t count) {
  std::vector<std::size_t> largest_first = ranks;
  std::sort(largest_first.rbegin(), largest_first.rend());
  const auto chosen_end = largest_first.begin() + static_cast<std::ptrdiff_t>(count);
  const std::size_t most = std::accumulate(largest_first.begin(), chosen_end, std::size_t{0});
  std::vector<std::vector<double>> ways(count + 1, std::vector<double>(most + 1, 0.0));
  ways[0][0] = 1.0;
  for (const std::size_t rank : ranks) {
    for (std::size_t chosen = count; chosen >= 1; --chosen) {
      for (std::size_t sum = rank; sum <= most; ++sum) ways[chosen][sum] += ways[chosen - 1][sum - rank];
    }
  }
  return ways[count];
}

double exact_p(const std::vector<std::size_t>& ranks, std::size_t count) {
  const std::vector<double> ways = ways_by_sum(ranks, count);
  const auto observed = static_cast<double>(
      std::accumulate(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(count), std::size_t{0}));
  const double mean = static_cast<double>(count) * static_cast<double>(ranks.size() + 1);  // doubled, so whole
  double all = 0.0;
  double as_far = 0.0;
  for (std::size_t sum = 0; sum < ways.size(); ++sum) {
    all += ways[sum];
    if (std::abs(static_cast<double>(sum) - mean) >= std::abs(observed - mean)) as_far += ways[sum];
  }
  return as_far / all;
}

double normal_p(const std::vector<std::size_t>& ranks, std::size_t count) {
  const auto n = static_cast<double>(ranks.size());
  const auto chosen = static_cast<double>(count);
  double observed = 0.0;
  double square_sum = 0.0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const double centred = static_cast<double>(ranks[i]) - (n + 1.0);
    if (i < count) observed += centred;
    square_sum += centred * centred;
  }
  const double variance = chosen * (n - chosen) / (n * (n - 1.0)) * square_sum;  // ties are in the squares
  if (variance <= 0.0) return 1.0;
  const double distance = std::max(0.0, std::abs(observed) - 1.0);  // half a rank, doubled
  return std::erfc(distance / std::sqrt(2.0 * variance));
}

}  // namespace

double rank_test_p(std::span<const double> a, std::span<const double> b) {
  const std::vector<std::size_t> ranks = doubled_ranks(a, b);
  return std::max(a.size(), b.size()) > most_exact_ranks ? normal_p(ranks, a.size()) : exact_p(ranks, a.size());
}

double smallest_rank_test_p(std::size_t n, std::size_t m) {
  double ways = 1.0;
  for (std::size_t i = 1; i <= m; ++i) ways *= static_cast<double>(n + i) / static_cast<double>(i);
  return std::min(1.0, 2.0 / ways);
}

std::vector<double> holm(const std::vector<double>& p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return p[i] < p[j]; });
  std::vector<double> adjusted(p.size());
  double largest = 0.0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    largest = std::max(largest, std::min(1.0, p[order[k]] * static_cast<double>(order.size() - k)));
    adjusted[order[k]] = largest;
  }
  return adjusted;
}

std::size_t least_processes_for(std::size_t cases, double rate) {
  std::size_t n = 2;
  while (smallest_rank_test_p(n, n) * static_cast<double>(cases) > rate) ++n;
  return n;
}

}  // namespace l2bench
