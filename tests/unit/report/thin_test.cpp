#include "report/thin.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace l2bench {
namespace {

TEST(ThinSeries, FewSamplesAllStay) {
  EXPECT_THAT(thin_series(std::vector<double>{3, 1, 2}, 4),
              testing::ElementsAre(IndexedSample{0, 3}, IndexedSample{1, 1}, IndexedSample{2, 2}));
}

TEST(ThinSeries, EachStretchKeepsItsExtremesInOrder) {
  EXPECT_THAT(thin_series(std::vector<double>{5, 9, 1, 5, 2, 2, 8, 3}, 4),
              testing::ElementsAre(IndexedSample{1, 9}, IndexedSample{2, 1}, IndexedSample{4, 2}, IndexedSample{6, 8}));
}

TEST(ThinSeries, AMillionSamplesAreTwoThousandPoints) {
  std::vector<double> samples_ns(1000000);
  std::iota(samples_ns.begin(), samples_ns.end(), 0.0);
  const auto kept = thin_series(samples_ns, 2000);
  EXPECT_EQ(kept.size(), 2000U);
  EXPECT_EQ(kept.front().ns, 0.0);
  EXPECT_EQ(kept.back().ns, 999999.0);
}

TEST(Cumulative, EqualTimesAreOnePointWithTheirShare) {
  EXPECT_THAT(cumulative(std::vector<double>{2, 1, 2, 4}, 100),
              testing::ElementsAre(CumulativePoint{1, 0.25}, CumulativePoint{2, 0.75}, CumulativePoint{4, 1.0}));
}

TEST(Cumulative, ThinnedCurvesKeepBothEnds) {
  std::vector<double> samples_ns(1000);
  std::iota(samples_ns.begin(), samples_ns.end(), 1.0);
  const auto kept = cumulative(samples_ns, 10);
  ASSERT_EQ(kept.size(), 10U);
  EXPECT_EQ(kept.front(), (CumulativePoint{1, 0.001}));
  EXPECT_EQ(kept.back(), (CumulativePoint{1000, 1.0}));
}

TEST(PointsACase, ManyCasesShareThePage) {
  EXPECT_EQ(points_a_case(1), 2000U);
  EXPECT_EQ(points_a_case(100), 800U);
  EXPECT_EQ(points_a_case(1000000), 20U);
}

}  // namespace
}  // namespace l2bench
