#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analyze/handoffs.hpp"
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
using testing::SizeIs;

// ---- Which preps are handoffs ---------------------------------------------------------------------------------------

TEST(HandoffOf, IsWhatIsLeftAndThenOnePolluter) {
  const auto dirty = handoff_of(consumer("read+produce+read:16MiB", 10000, 0));
  ASSERT_TRUE(dirty);
  EXPECT_EQ(dirty->left_by, "produce");
  EXPECT_EQ(dirty->before, "read:256MiB+produce");
  EXPECT_EQ(dirty->polluter->bytes, 16 * MiB);
  EXPECT_FALSE(dirty->polluter->writes);
  const auto clean = handoff_of(consumer("touch+write:8MiB", 10000, 0));
  ASSERT_TRUE(clean);
  EXPECT_EQ(clean->left_by, "touch");
  EXPECT_TRUE(clean->polluter->writes);
  EXPECT_FALSE(handoff_of(consumer("read+produce", 10000, 0))->polluter);
}

TEST(HandoffOf, IsNoPrepThatLeavesNothingOrMixesPolluters) {
  EXPECT_FALSE(handoff_of(consumer("read", 10000, 0)));
  EXPECT_FALSE(handoff_of(consumer("none", 10000, 0)));
  EXPECT_FALSE(handoff_of(consumer("produce+read:8MiB+write:8MiB", 10000, 0)));
}

// ---- survival -------------------------------------------------------------------------------------------------------

/// Half of the block is read from DRAM after 32 MiB; the times imply 0.75 there.
Record a_curve() {
  return judged_handoffs(
      {consumer("read+produce", 8000, 1024), consumer("read+produce+read:32MiB", 9000, 0.5 * block + 1024),
       consumer("read+produce+read:48MiB", 11000, 0.75 * block + 1024),
       consumer("read+produce+read:4xL2", 12000, block + 1024), consumer("read+produce", 3000, 1024, "empty")});
}

TEST(FindSurvival, ByBytesAndByTimes) {
  const auto found = find_survival(a_curve());
  ASSERT_THAT(found, SizeIs(1));
  const auto& values = found[0].values;
  EXPECT_EQ(found[0].id, "survival");
  EXPECT_DOUBLE_EQ(values.at("bytes_0"), 1.0);
  EXPECT_DOUBLE_EQ(values.at("bytes_32MiB"), 0.5);
  EXPECT_DOUBLE_EQ(values.at("bytes_48MiB"), 0.25);
  EXPECT_DOUBLE_EQ(values.at("bytes_240MiB"), 0.0);
  EXPECT_DOUBLE_EQ(values.at("time_0"), 1.0);
  EXPECT_DOUBLE_EQ(values.at("time_32MiB"), 0.75);
  EXPECT_DOUBLE_EQ(values.at("time_48MiB"), 0.25);
  EXPECT_DOUBLE_EQ(values.at("bytes_half_l2"), 32.0 / 60.0);
  EXPECT_DOUBLE_EQ(values.at("time_half_l2"), 40.0 / 60.0);
  EXPECT_DOUBLE_EQ(values.at("disagreement"), 0.25);
  EXPECT_EQ(
      found[0].text,
      "consume:forward/24MiB/m1/int8/event/stream/read:256MiB+produce+read:SIZE: by DRAM bytes, 1.000 at 0, 0.500 "
      "at 32MiB, 0.250 at 48MiB, 0.000 at 240MiB of the block is left: half is gone after 32.0 MiB, 0.53 of L2; by "
      "time, 1.000 at 0, 0.750 at 32MiB, 0.250 at 48MiB, 0.000 at 240MiB of the block is left: half is gone after "
      "40.0 MiB, 0.67 of L2; the two differ most, time +0.250, at read:32MiB.");
}

TEST(FindSurvival, TimesNeedBothEnds) {
  Record record = a_curve();
  record.environment.device.l2_bytes = 80 * MiB;  // 240 MiB are three of it
  const auto found = find_survival(record);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].values.count("time_0"), 0U);
  EXPECT_THAT(found[0].text, HasSubstr("no time tells, without both ends"));
}

TEST(FindSurvival, WithoutCountersTheTimesAreLeft) {
  Record record = a_curve();
  for (CaseResult& c : record.cases) c.counters.reset();
  const auto found = find_survival(record);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].values.count("bytes_0"), 0U);
  EXPECT_THAT(found[0].text, HasSubstr("bytes were not counted"));
}

TEST(FindSurvival, SaysThatNoEmptyConsumerWasSubtracted) {
  Record record = a_curve();
  record.cases.pop_back();
  EXPECT_THAT(find_survival(record)[0].text, HasSubstr("no consumer of nothing was counted to subtract."));
}

TEST(FindSurvival, KeepsPollutersThatWriteApart) {
  const auto found = find_survival(judged_handoffs(
      {consumer("read+produce", 8000, 0), consumer("read+produce+read:32MiB", 9000, 0.5 * block),
       consumer("read+produce+read:64MiB", 11000, 0.9 * block), consumer("read+produce+read:4xL2", 12000, block),
       consumer("read+produce+write:32MiB", 9500, 0.25 * block), consumer("read+produce+write:64MiB", 13000, block),
       consumer("read+produce+write:4xL2", 14000, block)}));
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_THAT(found[0].text, HasSubstr("read:256MiB+produce+read:SIZE"));
  EXPECT_THAT(found[1].text, HasSubstr("read:256MiB+produce+write:SIZE"));
  EXPECT_DOUBLE_EQ(found[1].values.at("bytes_32MiB"), 0.75);
}

TEST(FindSurvival, ThreePointsAreNoCurve) {
  Record record = a_curve();
  record.cases.erase(record.cases.begin() + 1);
  EXPECT_THAT(find_survival(record), IsEmpty());
}

TEST(FindSurvival, LeavesProtectedCasesToTheirOwnFinding) {
  Record record = a_curve();
  for (CaseResult& c : record.cases) c.what.protect = parse_protection("input");
  EXPECT_THAT(find_survival(record), IsEmpty());
}

// ---- protect --------------------------------------------------------------------------------------------------------

CaseResult protected_as(const char* protection, double dram_bytes) {
  CaseResult c = consumer("read+produce+read:4xL2", 9000, dram_bytes);
  c.what.protect = parse_protection(protection);
  c.claim.heat = Heat::warm;
  return c;
}

TEST(FindProtection, GivesWhatIsReadBesideTheControls) {
  const auto found =
      find_protection(judged_handoffs({protected_as("none", block), protected_as("input", 0.005 * block),
                                       protected_as("set-aside", 0.98 * block), protected_as("foreign", block)}));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_DOUBLE_EQ(found[0].values.at("left"), 0.995);
  EXPECT_DOUBLE_EQ(found[0].values.at("left_without"), 0.0);
  EXPECT_NEAR(found[0].values.at("left_set_aside"), 0.02, 1e-12);
  EXPECT_EQ(
      found[0].text,
      "consume:forward/24MiB/m1/int8/protect:input/event/stream/read:256MiB+produce: 0.50% is read from DRAM after "
      "read:240MiB; 100.00% without protection; 98.00% with a set-aside and no window; 100.00% with the window over "
      "another buffer.");
}

TEST(FindProtection, ComparesTheTimesWithTheBytes) {
  CaseResult gone = protected_as("none", block);
  gone.samples_ns = {11000};
  gone.blocks = {{0, 0, 0, 1, {}}};
  const auto found =
      find_protection(judged_handoffs({consumer("read+produce", 8000, 0), gone, protected_as("input", 0)}));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_DOUBLE_EQ(found[0].values.at("left"), 1.0);
  EXPECT_DOUBLE_EQ(found[0].values.at("left_by_time"), 2.0 / 3.0);
  EXPECT_THAT(found[0].text, HasSubstr("by time, 67% of what the polluter costs is saved."));
}

TEST(FindProtection, ComparesLikeWithLike) {
  CaseResult other = protected_as("none", block);
  other.what.shape = {5 * MiB, 0};
  const auto found = find_protection(judged_handoffs({other, protected_as("input", 0)}));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].values.count("left_without"), 0U);
}

// ---- order ----------------------------------------------------------------------------------------------------------

TEST(FindOrderTrap, TellsGainWithoutReuse) {
  const char* left = "read+produce";
  const char* gone = "read+produce+read:256MiB";
  const auto found =
      find_order_trap(judged_handoffs({consumer(left, 10000, 10e6), consumer(left, 9000, 4e6, "backward"),
                                       consumer(gone, 12000, 25e6), consumer(gone, 11250, 25e6, "backward")}));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_DOUBLE_EQ(found[0].values.at("gain_share"), 0.1);
  EXPECT_DOUBLE_EQ(found[0].values.at("share_without_reuse"), 0.75);
  EXPECT_EQ(
      found[0].text,
      "consume:forward/24MiB/m1/int8/event/stream: reading what was stored last first changes the time by -10.0% "
      "(4.00 MB against 10.00 MB from DRAM) after read:256MiB+produce, and by -6.2% (25.00 MB against 25.00 MB from "
      "DRAM) after read:256MiB+produce+read:256MiB: 75% of the gain is there without any reuse.");
}

TEST(FindOrderTrap, DoesNotExplainAGainThatIsNotThere) {
  const auto found = find_order_trap(judged_handoffs(
      {consumer("produce", 10000, 0), consumer("produce", 10000, 0, "backward"),
       consumer("produce+read:256MiB", 12000, block), consumer("produce+read:256MiB", 12000, block, "backward")}));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].text, HasSubstr("there is no gain to explain."));
  EXPECT_EQ(found[0].values.count("share_without_reuse"), 0U);
}

TEST(FindOrderTrap, NeedsAllFour) {
  EXPECT_THAT(find_order_trap(judged_handoffs({consumer("produce", 10000, 0), consumer("produce", 9000, 0, "backward"),
                                               consumer("produce+read:256MiB", 12000, block)})),
              IsEmpty());
}

// ---- profiler -------------------------------------------------------------------------------------------------------

TEST(FindProfilerTrap, IsTheRatioOfTheReads) {
  const auto found = find_profiler_trap(
      judged_handoffs({consumer("read+produce", 8000, 0.25e6), consumer("read+produce+read:256MiB", 12000, 25e6)}));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_DOUBLE_EQ(found[0].values.at("factor"), 100.0);
  EXPECT_EQ(found[0].text,
            "consume:forward/24MiB/m1/int8/event/stream: 0.25 MB from DRAM in sequence (read:256MiB+produce), 25.00 MB "
            "after a reset (read:256MiB+produce+read:256MiB): a profiler that resets the caches overstates its reads "
            "100.00 times.");
}

TEST(FindProfilerTrap, NoReadAtAllGivesABound) {
  const auto found = find_profiler_trap(
      judged_handoffs({consumer("read+produce", 8000, 0), consumer("read+produce+read:256MiB", 12000, 32e6)}));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_DOUBLE_EQ(found[0].values.at("factor"), 1e6);
  EXPECT_THAT(found[0].text, HasSubstr("at least 1000000.00 times."));
}

TEST(FindProfilerTrap, ASweepIsNoPair) {
  EXPECT_THAT(find_profiler_trap(a_curve()), IsEmpty());
}

}  // namespace
}  // namespace l2bench
