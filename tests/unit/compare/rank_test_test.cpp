#include "compare/rank_test.hpp"

#include <gtest/gtest.h>

namespace l2bench {
namespace {

TEST(RankTest, SeparatedSidesHaveTheSmallestPThatTheirCountsAllow) {
  EXPECT_DOUBLE_EQ(rank_test_p(std::vector{1.0, 2.0, 3.0}, std::vector{4.0, 5.0, 6.0}), 2.0 / 20.0);
  EXPECT_DOUBLE_EQ(rank_test_p(std::vector{5.0, 6.0, 7.0, 8.0, 9.0}, std::vector{0.0, 1.0, 2.0, 3.0, 4.0}),
                   2.0 / 252.0);
  EXPECT_DOUBLE_EQ(smallest_rank_test_p(7, 7), 2.0 / 3432.0);
  EXPECT_DOUBLE_EQ(smallest_rank_test_p(3, 5), 2.0 / 56.0);
}

TEST(RankTest, WaysToDealTheRanksAreCountedOut) {
  // U = 2 for {1, 2, 5} against {3, 4, 6}: 4 of the 20 ways give U <= 2, and 4 give U >= 7.
  EXPECT_DOUBLE_EQ(rank_test_p(std::vector{1.0, 2.0, 5.0}, std::vector{3.0, 4.0, 6.0}), 8.0 / 20.0);
}

TEST(RankTest, TiesShareTheirRankAndAreCountedExactly) {
  // Ranks 1, 2.5 | 2.5, 4: the sum is 3.5, and of the 6 choices 3.5 and 6.5 lie that far from 5.
  EXPECT_DOUBLE_EQ(rank_test_p(std::vector{1.0, 2.0}, std::vector{2.0, 3.0}), 4.0 / 6.0);
  EXPECT_DOUBLE_EQ(rank_test_p(std::vector{2.0, 2.0, 2.0}, std::vector{2.0, 2.0}), 1.0);
}

TEST(RankTest, IsTheSameBothWays) {
  const std::vector<double> a{1.0, 4.0, 4.0, 9.0, 11.0};
  const std::vector<double> b{2.0, 4.0, 5.0, 12.0};
  EXPECT_DOUBLE_EQ(rank_test_p(a, b), rank_test_p(b, a));
}

TEST(RankTest, BeyondExactCountsTheNormalOneErrsALittleToTheSafeSide) {
  std::vector<double> a;
  std::vector<double> b;
  for (int i = 0; i < 31; ++i) {
    a.push_back(2.0 * i);
    b.push_back(2.0 * i + 15.0);
  }
  const double counted_out = 0.003593333494449299;
  EXPECT_GE(rank_test_p(a, b), counted_out);
  EXPECT_LE(rank_test_p(a, b), 1.15 * counted_out);
  a.pop_back();
  b.pop_back();
  EXPECT_NEAR(rank_test_p(a, b), 0.0031935408185939456, 1e-15) << "30 a side are counted out";
}

TEST(Holm, MultipliesTheSmallestByAllAndNeverLetsALargerOneFallBelowIt) {
  const std::vector<double> adjusted = holm({0.01, 0.04, 0.03, 0.005});
  EXPECT_DOUBLE_EQ(adjusted[3], 0.02);
  EXPECT_DOUBLE_EQ(adjusted[0], 0.03);
  EXPECT_DOUBLE_EQ(adjusted[2], 0.06);
  EXPECT_DOUBLE_EQ(adjusted[1], 0.06);
  EXPECT_DOUBLE_EQ(holm({0.7, 0.9})[0], 1.0);
}

TEST(Holm, SaysHowManyProcessesManyCasesNeed) {
  EXPECT_EQ(least_processes_for(1, 0.05), 4u);
  EXPECT_EQ(least_processes_for(50, 0.05), 7u);
  EXPECT_EQ(least_processes_for(85, 0.05), 7u);
  EXPECT_EQ(least_processes_for(86, 0.05), 8u);
  EXPECT_EQ(least_processes_for(2000, 0.05), 10u);
}

}  // namespace
}  // namespace l2bench
