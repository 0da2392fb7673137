// Many comparisons of made-up records, whose truth is known.
#include <gtest/gtest.h>

#include "l2bench/compare.hpp"
#include "support/made_up_record.hpp"

namespace l2bench {
namespace {

using made_up::Times;

constexpr std::size_t pairs = 2000;

struct Rates {
  double slower = 0;
  double faster = 0;
  double same = 0;
  double interval_holds_truth = 0;
};

/// `pairs` cases in comparisons of `family` cases each.
Rates simulate(const Times& base, const Times& candidate, std::size_t family) {
  Rates rates;
  const double truth = candidate.median_ns / base.median_ns;
  for (std::size_t i = 0; i < pairs / family; ++i) {
    const Record a = made_up::record_of(made_up::alike(base, family), 2 * i + 1);
    const Record b = made_up::record_of(made_up::alike(candidate, family), 2 * i + 2);
    const Comparison comparison = compare(a, b, {});
    rates.slower += static_cast<double>(count_of(comparison, Verdict::slower)) / pairs;
    rates.faster += static_cast<double>(count_of(comparison, Verdict::faster)) / pairs;
    rates.same += static_cast<double>(count_of(comparison, Verdict::same)) / pairs;
    for (const CaseComparison& c : comparison.cases) {
      const auto& [low, high] = *c.ratio_ci95;
      if (low <= truth && truth <= high) rates.interval_holds_truth += 1.0 / pairs;
    }
  }
  return rates;
}

TEST(Simulation, IdenticalBuildsAreHardlyEverCalledChanged) {
  for (const std::size_t family : {std::size_t{1}, std::size_t{50}}) {
    const Rates rates = simulate({}, {}, family);
    EXPECT_LE(rates.slower + rates.faster, 0.01) << family;
    EXPECT_GE(rates.same, 0.99) << family;
  }
}

TEST(Simulation, TheIntervalHoldsTheTruthAsOftenAsItSays) {
  const Rates rates = simulate({.between = 0.02}, {.between = 0.02}, 50);
  EXPECT_GE(rates.interval_holds_truth, 0.935);
  EXPECT_LE(rates.interval_holds_truth, 0.975);
}

TEST(Simulation, ATrueFivePercentIsFound) {
  EXPECT_GE(simulate({}, {.median_ns = 12000 * 1.05}, 50).slower, 0.95);
  EXPECT_GE(simulate({.median_ns = 12000 * 1.05}, {}, 50).faster, 0.95);
}

TEST(Simulation, OnePercentIsNeverSlower) {
  EXPECT_EQ(simulate({}, {.median_ns = 12000 * 1.01}, 50).slower, 0.0);
  EXPECT_EQ(simulate({}, {.drift = 0.01}, 50).slower, 0.0) << "drift over the run";
}

}  // namespace
}  // namespace l2bench
