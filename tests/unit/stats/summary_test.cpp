#include <gtest/gtest.h>

#include <vector>

#include "l2bench/stats.hpp"

namespace l2bench {
namespace {

TEST(Summary, OfNothingIsNothing) {
  EXPECT_FALSE(summarize({}));
}

TEST(Summary, OfTenValuesInAnyOrder) {
  const auto stats = summarize(std::vector<double>{30, 10, 50, 20, 40, 60, 100, 70, 90, 80});
  ASSERT_TRUE(stats);
  EXPECT_EQ(stats->n, 10U);
  EXPECT_EQ(stats->min_ns, 10.0);
  EXPECT_EQ(stats->q1_ns, 32.5);
  EXPECT_EQ(stats->median_ns, 55.0);
  EXPECT_EQ(stats->q3_ns, 77.5);
  EXPECT_EQ(stats->max_ns, 100.0);
  EXPECT_EQ(stats->mean_ns, 55.0);
  EXPECT_EQ(stats->iqr_ns, 45.0);
  EXPECT_NEAR(*stats->stdev_ns, 30.276503540974915, 1e-12);
  EXPECT_EQ(stats->median_ci95_ns, (std::array<double, 2>{20.0, 90.0}));
}

TEST(Summary, FourSamplesHaveNoSpread) {
  const auto stats = summarize(std::vector<double>{1, 2, 3, 4});
  ASSERT_TRUE(stats);
  EXPECT_EQ(stats->median_ns, 2.5);
  EXPECT_FALSE(stats->iqr_ns);
  EXPECT_FALSE(stats->stdev_ns);
  EXPECT_FALSE(stats->median_ci95_ns);
}

TEST(Summary, FiveSamplesHaveASpreadButNoInterval) {
  const auto stats = summarize(std::vector<double>{1, 2, 3, 4, 5});
  ASSERT_TRUE(stats);
  EXPECT_EQ(stats->iqr_ns, 2.0);
  EXPECT_NEAR(*stats->stdev_ns, 1.5811388300841898, 1e-15);
  EXPECT_FALSE(stats->median_ci95_ns);
}

TEST(Summary, SixSamplesHaveTheirExtremesAsInterval) {
  const auto stats = summarize(std::vector<double>{6, 5, 4, 3, 2, 1});
  ASSERT_TRUE(stats);
  EXPECT_EQ(stats->median_ci95_ns, (std::array<double, 2>{1.0, 6.0}));
}

TEST(Summary, EqualSamplesHaveASpreadOfExactlyZero) {
  const auto stats = summarize(std::vector<double>(200, 12032.1));
  ASSERT_TRUE(stats);
  EXPECT_EQ(stats->iqr_ns, 0.0);
  EXPECT_EQ(stats->stdev_ns, 0.0);
  EXPECT_EQ(stats->mean_ns, 12032.1);
  EXPECT_EQ(stats->median_ci95_ns, (std::array<double, 2>{12032.1, 12032.1}));
}

TEST(Step, IsTheSmallestDifferenceOfDistinctValues) {
  EXPECT_EQ(smallest_step(std::vector<double>{96, 32, 32, 160, 192}), 32.0);
}

TEST(Step, OfEqualValuesOrNoneIsUnknown) {
  EXPECT_FALSE(smallest_step(std::vector<double>{5, 5, 5}));
  EXPECT_FALSE(smallest_step({}));
}

}  // namespace
}  // namespace l2bench
