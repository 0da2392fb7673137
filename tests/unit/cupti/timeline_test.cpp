#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "src/cuda/cupti_timeline.hpp"

using testing::ElementsAre;
using testing::IsEmpty;

namespace l2bench {
namespace {

Activity kernel(const std::string& name, std::uint64_t start_ns, std::uint64_t end_ns) {
  return {name, start_ns, end_ns, std::nullopt};
}
Activity start_mark(int slot, std::uint64_t at_ns) {
  return {"mark", at_ns, at_ns + 1, TimerMark{MarkEdge::start, slot}};
}
Activity stop_mark(int slot, std::uint64_t at_ns) {
  return {"mark", at_ns, at_ns + 1, TimerMark{MarkEdge::stop, slot}};
}

TEST(TimedCalls, CountFromTheFirstStartToTheLastEndWithTheGapInside) {
  const auto calls = timed_calls({kernel("flush", 100, 900), start_mark(0, 1000), kernel("gemm", 1100, 1200),
                                  kernel("reduce", 1250, 1300), stop_mark(0, 1400), kernel("next", 1500, 1600)});
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(calls.at(0).ns, 200);
  EXPECT_THAT(calls.at(0).kernels, ElementsAre(KernelTime{"gemm", 100}, KernelTime{"reduce", 50}));
}

TEST(TimedCalls, EndWithTheLastToEndNotTheLastToStart) {
  const auto calls =
      timed_calls({start_mark(0, 1), kernel("long", 10, 500), kernel("short", 20, 30), stop_mark(0, 600)});
  EXPECT_EQ(calls.at(0).ns, 490);
}

TEST(TimedCalls, DoNotDependOnTheOrderOfTheRecords) {
  std::vector<Activity> activities{kernel("flush", 100, 900), start_mark(0, 1000), kernel("gemm", 1100, 1200),
                                   kernel("reduce", 1250, 1300), stop_mark(0, 1400)};
  std::reverse(activities.begin(), activities.end());
  const auto calls = timed_calls(activities);
  EXPECT_EQ(calls.at(0).ns, 200);
  EXPECT_THAT(calls.at(0).kernels, ElementsAre(KernelTime{"gemm", 100}, KernelTime{"reduce", 50}));
}

TEST(TimedCalls, OfASlotThatRanTwiceAreTheLast) {
  const auto calls = timed_calls({start_mark(3, 1), kernel("a", 10, 20), stop_mark(3, 30),  //
                                  start_mark(3, 100), kernel("b", 110, 150), stop_mark(3, 200)});
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(calls.at(3).ns, 40);
}

TEST(TimedCalls, KeepSlotsApart) {
  const auto calls = timed_calls({start_mark(0, 1), kernel("a", 10, 20), stop_mark(0, 30),  //
                                  start_mark(1, 40), kernel("b", 50, 90), stop_mark(1, 100)});
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls.at(0).ns, 10);
  EXPECT_EQ(calls.at(1).ns, 40);
}

TEST(TimedCalls, LeaveOutTheMarksOfOtherSlotsInside) {
  const auto calls = timed_calls({start_mark(0, 1), start_mark(1, 5), kernel("a", 10, 20), stop_mark(1, 30),  //
                                  stop_mark(0, 40)});
  EXPECT_EQ(calls.at(0).ns, 10);
  EXPECT_THAT(calls.at(0).kernels, ElementsAre(KernelTime{"a", 10}));
}

TEST(TimedCalls, WithoutKernelsTakeNoTime) {
  const auto calls = timed_calls({start_mark(0, 1), stop_mark(0, 40)});
  EXPECT_EQ(calls.at(0).ns, 0);
  EXPECT_THAT(calls.at(0).kernels, IsEmpty());
}

TEST(TimedCalls, WithoutAStartOrAStopAreNone) {
  EXPECT_THAT(timed_calls({start_mark(0, 1), kernel("a", 10, 20)}), IsEmpty());
  EXPECT_THAT(timed_calls({kernel("a", 10, 20), stop_mark(0, 30)}), IsEmpty());
}

TEST(ReadTimerMark, FindsEdgeAndSlotInTheLaunchAndIgnoresOtherKernels) {
  EXPECT_EQ(read_timer_mark("l2bench_timer_mark", 1, 32), (TimerMark{MarkEdge::start, 0}));
  EXPECT_EQ(read_timer_mark("l2bench_timer_mark", 8, 64), (TimerMark{MarkEdge::stop, 7}));
  EXPECT_EQ(read_timer_mark("gemm", 1, 32), std::nullopt);
}

}  // namespace
}  // namespace l2bench
