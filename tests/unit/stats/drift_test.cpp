#include <gtest/gtest.h>

#include <vector>

#include "l2bench/stats.hpp"

namespace l2bench {
namespace {

double drift(std::vector<double> medians) {
  return relative_drift(medians);
}

TEST(Drift, IsSlopeTimesBlocksOverTheLevel) {
  EXPECT_DOUBLE_EQ(drift({100, 101, 102, 103, 104}), 5.0 / 102.0);
  EXPECT_DOUBLE_EQ(drift({104, 103, 102, 101, 100}), -5.0 / 102.0);
}

TEST(Drift, OfALevelSeriesIsZero) {
  EXPECT_EQ(drift({50, 50, 50, 50, 50, 50}), 0.0);
}

TEST(Drift, OneOddBlockIsNoTrend) {
  EXPECT_EQ(drift({100, 100, 300, 100, 100, 100}), 0.0);
  EXPECT_EQ(drift({300, 100, 100, 100, 100, 100}), 0.0);
}

TEST(Drift, BelowThreeBlocksIsZero) {
  EXPECT_EQ(drift({}), 0.0);
  EXPECT_EQ(drift({100, 200}), 0.0);
  EXPECT_EQ(drift({100, 150, 200}), 1.0);
}

TEST(Drift, OfZerosIsZeroAndNotNaN) {
  EXPECT_EQ(drift({0, 0, 0, 0}), 0.0);
}

}  // namespace
}  // namespace l2bench
