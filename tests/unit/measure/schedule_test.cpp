#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "l2bench/measure.hpp"

namespace l2bench {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

TEST(RoundOrder, IsTheSameOnEveryMachine) {
  EXPECT_THAT(round_order({0, 1, 2, 3, 4}, 1, 0, 0), ElementsAre(3, 2, 1, 4, 0));
  EXPECT_THAT(round_order({0, 1, 2, 3, 4}, 1, 0, 1), ElementsAre(4, 1, 3, 2, 0));
}

TEST(RoundOrder, KeepsEveryCaseOnce) {
  for (int round = 0; round < 20; ++round) {
    EXPECT_THAT(round_order({3, 5, 7, 9}, 42, 2, round), UnorderedElementsAre(3, 5, 7, 9));
  }
}

TEST(RoundOrder, DependsOnSeedReplicateAndRound) {
  const std::vector<std::size_t> cases{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  const auto order = round_order(cases, 1, 0, 0);
  EXPECT_NE(order, round_order(cases, 2, 0, 0));
  EXPECT_NE(order, round_order(cases, 1, 1, 0));
  EXPECT_NE(order, round_order(cases, 1, 0, 1));
}

TEST(RoundOrder, GivesEachCaseEachPlaceAboutEquallyOften) {
  int first[3] = {};
  for (int round = 0; round < 3000; ++round) ++first[round_order({0, 1, 2}, 7, 0, round)[0]];
  for (const int count : first) EXPECT_NEAR(count, 1000, 120);
}

TEST(SamplesInRound, AddUpAndAreEven) {
  EXPECT_EQ(samples_in_round(10, 3, 0), 4);
  EXPECT_EQ(samples_in_round(10, 3, 1), 3);
  EXPECT_EQ(samples_in_round(10, 3, 2), 3);
  EXPECT_EQ(samples_in_round(2, 5, 1), 1);
  EXPECT_EQ(samples_in_round(2, 5, 2), 0);
}

TEST(TightEnough, LooksAtTheWholeWidthOfTheInterval) {
  const std::vector<double> wide{90, 95, 100, 100, 100, 105, 110};  // interval 90..110 at n = 7
  EXPECT_FALSE(tight_enough(wide, 0.19));
  EXPECT_TRUE(tight_enough(wide, 0.20));
}

TEST(TightEnough, IsFalseWhileThereAreTooFewSamples) {
  EXPECT_FALSE(tight_enough({100, 100, 100}, 0.5));
}

TEST(WarmUp, GoesOnWhileTheClockRises) {
  EXPECT_TRUE(warm_up_goes_on({345, 1200}, 2, 2, 50));
  EXPECT_FALSE(warm_up_goes_on({345, 1200, 1200}, 3, 2, 50));
  EXPECT_FALSE(warm_up_goes_on({345, 1980, 1965, 1980}, 4, 2, 50)) << "a flicker is not a rise";
}

TEST(WarmUp, HasALeastAndAMostLength) {
  EXPECT_TRUE(warm_up_goes_on({1980, 1980, 1980}, 3, 5, 50));
  EXPECT_FALSE(warm_up_goes_on({100, 200, 300}, 3, 1, 3));
}

TEST(WarmUp, IsItsLeastLengthWhereThereAreNoClocks) {
  EXPECT_TRUE(warm_up_goes_on({}, 4, 5, 50));
  EXPECT_FALSE(warm_up_goes_on({}, 5, 5, 50));
}

}  // namespace
}  // namespace l2bench
