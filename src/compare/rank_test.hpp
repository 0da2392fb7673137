#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace l2bench {

/// Largest side for which the distribution of ranks is counted out. Beyond, the normal one gives a p that is up to some
/// ten percent of itself too large.
inline constexpr std::size_t most_exact_ranks = 30;

/// Two-sided p of the Mann-Whitney (Wilcoxon rank-sum) test that neither of `a` and `b` tends to larger values: the
/// share of all ways to deal the ranks that lie at least as far from the mean. Ties share their mean rank, and are
/// counted exactly. Normal with tie and continuity correction where a side has more than most_exact_ranks values.
double rank_test_p(std::span<const double> a, std::span<const double> b);

/// The smallest p that the test can give with so many values a side: 2 / C(n + m, n).
double smallest_rank_test_p(std::size_t n, std::size_t m);

/// Holm's step-down adjustment: reject where the result is at most the family-wise rate.
std::vector<double> holm(const std::vector<double>& p);

/// Fewest processes a side with which one case among `cases` can be significant at `rate` under Holm.
std::size_t least_processes_for(std::size_t cases, double rate);

}  // namespace l2bench
