#include <gtest/gtest.h>

#include <array>

#include "l2bench/stats.hpp"

namespace l2bench {
namespace {

TEST(Quantile, MedianOfAnOddCountIsTheMiddleValue) {
  const std::array<double, 5> values{1, 2, 3, 4, 100};
  EXPECT_EQ(quantile_sorted(values, 0.5), 3.0);
}

TEST(Quantile, MedianOfAnEvenCountIsTheMeanOfTheTwoInTheMiddle) {
  const std::array<double, 4> values{1, 2, 3, 4};
  EXPECT_EQ(quantile_sorted(values, 0.5), 2.5);
}

TEST(Quantile, QuartilesInterpolateBetweenClosestRanksAsType7) {
  const std::array<double, 4> values{1, 2, 3, 4};
  EXPECT_EQ(quantile_sorted(values, 0.25), 1.75);
  EXPECT_EQ(quantile_sorted(values, 0.75), 3.25);
  const std::array<double, 6> wider{10, 20, 30, 40, 50, 90};
  EXPECT_EQ(quantile_sorted(wider, 0.25), 22.5);
  EXPECT_EQ(quantile_sorted(wider, 0.9), 70.0);
}

TEST(Quantile, EndsAreTheExtremes) {
  const std::array<double, 3> values{5, 6, 9};
  EXPECT_EQ(quantile_sorted(values, 0.0), 5.0);
  EXPECT_EQ(quantile_sorted(values, 1.0), 9.0);
}

TEST(Quantile, OfOneValueIsThatValue) {
  const std::array<double, 1> value{7};
  EXPECT_EQ(quantile_sorted(value, 0.0), 7.0);
  EXPECT_EQ(quantile_sorted(value, 0.5), 7.0);
  EXPECT_EQ(quantile_sorted(value, 1.0), 7.0);
}

TEST(Quantile, OfEqualValuesIsExactlyThatValue) {
  const std::array<double, 4> values{0.1, 0.1, 0.1, 0.1};
  EXPECT_EQ(quantile_sorted(values, 0.37), 0.1);
}

}  // namespace
}  // namespace l2bench
