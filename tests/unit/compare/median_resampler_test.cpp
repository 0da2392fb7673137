#include "compare/median_resampler.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "compare/random.hpp"

namespace l2bench {
namespace {

using Pairs = std::map<std::pair<std::size_t, std::size_t>, double>;

Pairs pairs_of(const MedianResampler& resampler) {
  Pairs pairs;
  for (const auto& entry : resampler.entries()) pairs[{entry.ranks.low, entry.ranks.high}] += entry.probability;
  return pairs;
}

/// All n^n draws with replacement, each as likely as the other.
Pairs counted_out(std::size_t n) {
  const double each = std::pow(static_cast<double>(n), -static_cast<double>(n));
  Pairs pairs;
  std::vector<std::size_t> draw(n, 0);
  for (;;) {
    std::vector<std::size_t> ascending = draw;
    std::sort(ascending.begin(), ascending.end());
    pairs[{ascending[(n - 1) / 2], ascending[n / 2]}] += each;
    std::size_t digit = 0;
    while (digit < n && ++draw[digit] == n) draw[digit++] = 0;
    if (digit == n) return pairs;
  }
}

class Small : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Small, HasTheDistributionOfAllDrawsCountedOut) {
  const std::size_t n = GetParam();
  const Pairs expected = counted_out(n);
  const Pairs found = pairs_of(MedianResampler(n));
  EXPECT_EQ(found.size(), expected.size());
  for (const auto& [ranks, probability] : expected) {
    ASSERT_EQ(found.count(ranks), 1u) << ranks.first << ' ' << ranks.second;
    EXPECT_NEAR(found.at(ranks), probability, 1e-9) << ranks.first << ' ' << ranks.second;
  }
}
INSTANTIATE_TEST_SUITE_P(Sizes, Small, ::testing::Values(1, 2, 3, 4, 5, 6, 7));

struct Moments {
  double mean = 0;
  double stdev = 0;
};
Moments moments_of(const std::vector<double>& values) {
  Moments m;
  for (const double value : values) m.mean += value / static_cast<double>(values.size());
  for (const double value : values) {
    m.stdev += (value - m.mean) * (value - m.mean) / static_cast<double>(values.size() - 1);
  }
  m.stdev = std::sqrt(m.stdev);
  return m;
}

class Large : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Large, AgreesWithDrawingEveryValue) {
  const std::size_t n = GetParam();
  constexpr int draws = 20000;
  Random random(1);
  const MedianResampler resampler(n);
  std::vector<double> short_cut;
  std::vector<double> in_full;
  std::vector<double> draw(n);
  for (int i = 0; i < draws; ++i) {
    const auto ranks = resampler.draw(random.uniform());
    short_cut.push_back(0.5 * (ranks.low + ranks.high));
    for (double& rank : draw) rank = std::floor(random.uniform() * static_cast<double>(n));
    const auto upper = draw.begin() + static_cast<std::ptrdiff_t>(n / 2);
    std::nth_element(draw.begin(), upper, draw.end());
    const double low = n % 2 == 1 ? *upper : *std::max_element(draw.begin(), upper);
    in_full.push_back(0.5 * (low + *upper));
  }
  const Moments a = moments_of(short_cut);
  const Moments b = moments_of(in_full);
  EXPECT_NEAR(a.mean, b.mean, 4.0 * b.stdev * std::sqrt(2.0 / draws));
  EXPECT_NEAR(a.stdev, b.stdev, 0.03 * b.stdev);
}
INSTANTIATE_TEST_SUITE_P(Sizes, Large, ::testing::Values(200, 601));

TEST(MedianResampler, LosesNothingOfAMillionSamples) {
  const MedianResampler resampler(1'000'000);
  double spread = 0.0;
  for (const auto& entry : resampler.entries()) {
    const double from_middle = 0.5 * (entry.ranks.low + entry.ranks.high) - 499'999.5;
    spread += entry.probability * from_middle * from_middle;
  }
  EXPECT_NEAR(std::sqrt(spread), 500.0, 1.0) << "sqrt(n) / 2";
}

}  // namespace
}  // namespace l2bench
