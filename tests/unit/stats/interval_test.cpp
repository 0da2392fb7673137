#include <gtest/gtest.h>

#include <chrono>

#include "l2bench/stats.hpp"

namespace l2bench {
namespace {

using Ranks = std::array<std::size_t, 2>;

TEST(MedianInterval, NoPairOfFiveValuesHolds95Percent) {
  for (std::size_t n = 0; n < 6; ++n) EXPECT_FALSE(median_ci95_ranks(n)) << n;
}

// Sums of binomial coefficients in exact integer arithmetic.
TEST(MedianInterval, RanksAreThoseOfTheExactBinomial) {
  EXPECT_EQ(median_ci95_ranks(6), (Ranks{0, 5}));
  EXPECT_EQ(median_ci95_ranks(8), (Ranks{0, 7}));
  EXPECT_EQ(median_ci95_ranks(9), (Ranks{1, 7}));
  EXPECT_EQ(median_ci95_ranks(10), (Ranks{1, 8}));
  EXPECT_EQ(median_ci95_ranks(17), (Ranks{4, 12}));
  EXPECT_EQ(median_ci95_ranks(20), (Ranks{5, 14}));
  EXPECT_EQ(median_ci95_ranks(25), (Ranks{7, 17}));
  EXPECT_EQ(median_ci95_ranks(100), (Ranks{39, 60}));
  EXPECT_EQ(median_ci95_ranks(999), (Ranks{468, 530}));
  EXPECT_EQ(median_ci95_ranks(1000), (Ranks{468, 531}));
  EXPECT_EQ(median_ci95_ranks(5000), (Ranks{2430, 2569}));
}

// 2^-n is no double from n = 1075 up. Expected values: the same sums with 60 decimal digits.
TEST(MedianInterval, StaysExactWhereThePlainProbabilitiesUnderflow) {
  EXPECT_EQ(median_ci95_ranks(1075), (Ranks{504, 570}));
  EXPECT_EQ(median_ci95_ranks(10000), (Ranks{4901, 5098}));
  EXPECT_EQ(median_ci95_ranks(999999), (Ranks{499019, 500979}));
  EXPECT_EQ(median_ci95_ranks(1000000), (Ranks{499019, 500980}));
}

TEST(MedianInterval, AMillionValuesCostNoNoticeableTime) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(median_ci95_ranks(1'000'000));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(50));
}

}  // namespace
}  // namespace l2bench
