#include "analyze/kappa.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "l2bench/analyze.hpp"
#include "unit/analyze/handoff_cases.hpp"

namespace l2bench {
namespace {

using handoff_cases::block;
using handoff_cases::consumer;
using handoff_cases::judged_handoffs;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

TEST(LeastSquares, FindsTheLine) {
  const auto line = least_squares({{0, 10}, {10, 12}, {20, 14}, {30, 16}});
  ASSERT_TRUE(line);
  EXPECT_DOUBLE_EQ(line->slope, 0.2);
  EXPECT_DOUBLE_EQ(line->intercept, 10.0);
  EXPECT_NEAR(line->slope_low, 0.2, 1e-12);
}

TEST(LeastSquares, WidensWithTheScatter) {
  const auto line = least_squares({{0, 0}, {1, 2}, {2, 1}, {3, 3}});
  ASSERT_TRUE(line);
  EXPECT_DOUBLE_EQ(line->slope, 0.8);
  // Residuals 0.3, 0.9, 0.9, 0.3: squares sum to 1.8, over 2 degrees of freedom and 5 of spread.
  EXPECT_NEAR(line->slope_high - line->slope, 4.303 * std::sqrt(1.8 / 2.0 / 5.0), 1e-12);
}

TEST(LeastSquares, FromTheOriginHasNoIntercept) {
  const auto line = least_squares_from_origin({{1, 1}, {2, 4}, {3, 5}});
  ASSERT_TRUE(line);
  EXPECT_DOUBLE_EQ(line->slope, 24.0 / 14.0);
  EXPECT_EQ(line->intercept, 0.0);
  // Residuals -10/14, 8/14, -2/14: squares sum to 168/196, over 2 degrees of freedom and 14 of spread.
  EXPECT_NEAR(line->slope_high - line->slope, 4.303 * std::sqrt(168.0 / 196.0 / 2.0 / 14.0), 1e-12);
}

TEST(LeastSquares, NeedsThreePointsThatDiffer) {
  EXPECT_FALSE(least_squares({{0, 1}, {1, 2}}));
  EXPECT_FALSE(least_squares({{1, 1}, {1, 2}, {1, 3}}));
}

/// A consumer alone: 24 MiB in 25165.824 ns is 1 ns for 1000 bytes.
CaseResult robbed(const char* steal, double median_ns, std::optional<double> stolen_bytes_per_s,
                  const char* config = "forward") {
  CaseResult c = consumer("none", median_ns, block, config);
  c.counters.reset();
  c.what.steal = parse_steal(steal);
  c.blocks.front().stolen_bytes_per_s = stolen_bytes_per_s;
  return c;
}

constexpr double alone_ns = 25165.824;

/// What bandwidth of 1e12 bytes a second leaves: t = (24 MiB + r t) / 1e12.
double slowed_ns(double stolen_bytes_per_s) {
  return block / (1e12 - stolen_bytes_per_s) * 1e9;
}

TEST(FindKappa, OfAPureReaderIsOneOverTheBandwidth) {
  const auto found = find_kappa(judged_handoffs(
      {robbed("0", alone_ns, {}), robbed("10%", slowed_ns(1e11), 1e11), robbed("25%", slowed_ns(2e11), 2e11),
       robbed("50%", slowed_ns(4e11), 4e11), robbed("spin:50%", alone_ns * 1.01, 0.0)}));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_NEAR(found[0].values.at("kappa_ms_per_gb"), 1.0, 1e-9);
  EXPECT_NEAR(found[0].values.at("share_of_inverse_bandwidth"), 1.0, 1e-9);
  EXPECT_NEAR(found[0].values.at("extra_spin:50%"), 0.01, 1e-9);
  EXPECT_THAT(found[0].text,
              AllOf(HasSubstr("consume:forward/24MiB/m1/int8/event/stream/none: kappa is 1.0000 ms per GB"),
                    HasSubstr("1.000 of 1 / bandwidth"), HasSubstr("spin:50% changes the time by +1.0%")));
}

TEST(FindKappa, OfAComputeBoundConsumerIsNothing) {
  const auto found = find_kappa(
      judged_handoffs({robbed("0", alone_ns, {}), robbed("0", 5 * alone_ns, {}, "forward-64"),
                       robbed("10%", 5 * alone_ns, 1e11, "forward-64"), robbed("25%", 5 * alone_ns, 2e11, "forward-64"),
                       robbed("50%", 5 * alone_ns, 4e11, "forward-64")}));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_NEAR(found[0].values.at("kappa_ms_per_gb"), 0.0, 1e-9);
  EXPECT_NEAR(found[0].values.at("share_of_inverse_bandwidth"), 0.0, 1e-9);
}

TEST(FindKappa, WhatTheBlocksCostByBeingThereIsNoPartOfIt) {
  const auto call = [](const char* steal, double extra_ns, std::optional<double> stolen) {
    return robbed(steal, 5 * alone_ns + extra_ns, stolen, "forward-64");
  };
  std::vector<CaseResult> cases{call("0", 0, {}),          call("10%", 100, 1e11),     call("25%", 250, 2e11),
                                call("50%", 500, 4e11),    call("spin:10%", 100, 0.0), call("spin:25%", 250, 0.0),
                                call("spin:50%", 500, 0.0)};
  const auto with_controls = find_kappa(judged_handoffs(cases));
  ASSERT_THAT(with_controls, SizeIs(1));
  EXPECT_NEAR(with_controls[0].values.at("kappa_ms_per_gb"), 0.0, 1e-9);
  EXPECT_GT(with_controls[0].values.at("kappa_as_timed"), 0.005);
  EXPECT_THAT(with_controls[0].text, HasSubstr("against the same blocks spinning for the same share"));
  EXPECT_THAT(with_controls[0].text, HasSubstr("; by share 10% 0.0000, 25% 0.0000, 50% 0.0000"));

  cases.erase(cases.begin() + 4);  // one share has none: then no share may use its own
  const auto without = find_kappa(judged_handoffs(cases));
  ASSERT_THAT(without, SizeIs(1));
  EXPECT_GT(without[0].values.at("kappa_ms_per_gb"), 0.005);
  EXPECT_THAT(without[0].text, AllOf(Not(HasSubstr("against")), HasSubstr(", as timed:")));
}

// Blocks of one share differ by noise alone: a line through them says nothing.
TEST(FindKappa, NeedsThreeShares) {
  std::vector<CaseResult> cases{robbed("0", alone_ns, {}), robbed("10%", slowed_ns(1e11), 1e11),
                                robbed("25%", slowed_ns(2e11), 2e11)};
  for (CaseResult& c : cases) c.blocks.resize(6, c.blocks.front());
  EXPECT_THAT(find_kappa(judged_handoffs(cases)), IsEmpty());
}

}  // namespace
}  // namespace l2bench
