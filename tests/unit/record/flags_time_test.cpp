#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "unit/record/one_case.hpp"

namespace l2bench {
namespace {

using one_case::detail_of;
using one_case::flag_ids;
using one_case::judged;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A warm case is flagged by none of the rules about the state of the cache.
CaseResult warm(double median_ns) {
  return one_case::of("none", median_ns);
}

CaseResult with_blocks(const std::vector<double>& medians_ns, int replicate = 0) {
  CaseResult c = warm(12512);
  c.samples_ns.clear();
  c.blocks.clear();
  for (const double median_ns : medians_ns) {
    c.blocks.push_back({replicate, static_cast<int>(c.blocks.size()), c.samples_ns.size(), 3, {}});
    for (const double offset : {-32.0, 0.0, 32.0}) c.samples_ns.push_back(median_ns + offset);
  }
  return c;
}

TEST(TimerLimited, BelowTwoEmptyKernels) {
  CaseResult c = warm(5800);
  c.workload.read_bytes = 1'000'000;
  const CaseResult limited = judged(c);
  EXPECT_THAT(flag_ids(limited), ElementsAre("timer_limited"));
  EXPECT_EQ(detail_of(limited, "timer_limited"), "5.800 µs is less than 2 x the 2.912 µs of an empty kernel.");
  EXPECT_EQ(limited.status, Status::ok);
  c = warm(5824);
  c.workload.read_bytes = 1'000'000;
  EXPECT_THAT(flag_ids(judged(c)), IsEmpty());
}

TEST(TimerLimited, BelowTenSteps) {
  CaseResult c = warm(12512);
  Record record = one_case::record_of({c});
  record.environment.floors = {{TimerKind::event, Launch::stream, 1252.0, 100.0, 200.0}};
  judge(record);
  EXPECT_EQ(detail_of(record.cases[0], "timer_limited"), "12.51 µs is less than 10 steps of the timer (1.252 µs).");
  record.environment.floors[0].step_ns = 1251.0;
  judge(record);
  EXPECT_THAT(flag_ids(record.cases[0]), IsEmpty());
}

TEST(TimerLimited, ARotationIsTimedAsAWhole) {
  CaseResult c = one_case::of("rotate", 1000);
  c.workload.read_bytes = 1'000'000;
  c.copies = 10;
  c.calls_per_sample = 10;
  Record record = one_case::record_of({c});
  record.environment.floors = {{TimerKind::event, Launch::graph, 32.0, 1280.0, 2880.0}};
  judge(record);
  EXPECT_THAT(flag_ids(record.cases[0]), IsEmpty());
  record.cases[0].calls_per_sample = 5;
  judge(record);
  EXPECT_THAT(flag_ids(record.cases[0]), ElementsAre("timer_limited"));
}

TEST(TimerLimited, TheFloorIsThatOfTheCasesOwnTimerAndLaunch) {
  Record record = one_case::record_of({warm(12512)});
  record.environment.floors = {{TimerKind::stamp, Launch::stream, 32.0, 1312.0, 99999.0},
                               {TimerKind::event, Launch::graph, 32.0, 1312.0, 99999.0}};
  judge(record);
  EXPECT_THAT(flag_ids(record.cases[0]), IsEmpty());
}

TEST(TimerLimited, OfSeveralProcessesTheLongestFloorDecides) {
  Record record = one_case::record_of({warm(12512)});
  record.environment.floors = {{TimerKind::event, Launch::stream, 32.0, 1312.0, 2912.0, 0},
                               {TimerKind::event, Launch::stream, 32.0, 1312.0, 9000.0, 1}};
  judge(record);
  EXPECT_THAT(flag_ids(record.cases[0]), ElementsAre("timer_limited"));
}

TEST(TimerLimited, EqualSamplesHaveASpreadBelowTheStep) {
  const CaseResult c = judged(one_case::of("none", std::vector<double>(200, 12512.0)));
  EXPECT_EQ(c.stats->iqr_ns, 0.0);
  EXPECT_EQ(detail_of(c, "timer_limited"),
            "All 200 samples are 12.51 µs: their spread is below the timer's step (32 ns).");
  EXPECT_THAT(flag_ids(judged(one_case::of("none", std::vector<double>(4, 12512.0)))), IsEmpty());
}

TEST(TimerLimited, AModelMayGiveEqualTimes) {
  CaseResult c = one_case::of("none", std::vector<double>(200, 12512.0));
  c.simulated = true;
  EXPECT_THAT(flag_ids(judged(c)), IsEmpty());
}

TEST(Unmeasurable, TimesOfZeroAreInvalidAndGiveNoBandwidth) {
  const CaseResult c = judged(one_case::of("none", std::vector<double>(20, 0.0)));
  EXPECT_THAT(flag_ids(c), Contains("unmeasurable"));
  EXPECT_EQ(c.status, Status::invalid);
  EXPECT_FALSE(c.bytes_per_s);
}

TEST(Unmeasurable, WhereEveryGateTimedOutNoSampleIsLeft) {
  CaseResult c = one_case::of("none", std::vector<double>{});
  c.gate_timeouts = 12;
  const CaseResult none_left = judged(c);
  EXPECT_THAT(flag_ids(none_left), ElementsAre("unmeasurable", "gate_timeout"));
  EXPECT_EQ(detail_of(none_left, "unmeasurable"), "No sample is left: 12 gates timed out.");
  EXPECT_EQ(none_left.status, Status::invalid);
}

TEST(GateTimeout, SaysHowManyOfHowMany) {
  CaseResult c = warm(12512);
  c.gate_timeouts = 2;
  EXPECT_EQ(detail_of(judged(c), "gate_timeout"), "2 of 7 samples.");
}

TEST(Throttled, EveryReasonThatLowersAClockCountsAndIsNamed) {
  const std::vector<std::pair<std::uint64_t, std::string>> reasons{{0x4, "power cap"},
                                                                   {0x8, "hardware slowdown"},
                                                                   {0x20, "temperature (software)"},
                                                                   {0x40, "temperature (hardware)"},
                                                                   {0x80, "power brake"}};
  for (const auto& [bit, words] : reasons) {
    CaseResult c = with_blocks({12512, 12512, 12512});
    c.blocks[1].clocks.throttle_reasons = bit;
    EXPECT_EQ(detail_of(judged(c), "throttled"), "In 1 of 3 blocks (3 of 9 samples): " + words + ".");
  }
}

TEST(Throttled, ReasonsOfSeveralBlocksAreCollected) {
  CaseResult c = with_blocks({12512, 12512, 12512});
  c.blocks[0].clocks.throttle_reasons = 0x4 | 0x1;
  c.blocks[2].clocks.throttle_reasons = 0x40;
  const CaseResult throttled = judged(c);
  EXPECT_EQ(detail_of(throttled, "throttled"), "In 2 of 3 blocks (6 of 9 samples): power cap, temperature (hardware).");
  EXPECT_EQ(throttled.status, Status::ok);
}

TEST(Throttled, IdleApplicationClocksSyncBoostAndDisplayAreNoReason) {
  CaseResult c = warm(12512);
  c.blocks[0].clocks.throttle_reasons = 0x1 | 0x2 | 0x10 | 0x100;
  EXPECT_THAT(flag_ids(judged(c)), IsEmpty());
}

TEST(Drift, ATrendOverFiveBlocksOfAProcess) {
  const CaseResult c = judged(with_blocks({12000, 12100, 12200, 12300, 12400}));
  EXPECT_THAT(flag_ids(c), ElementsAre("drift"));
  EXPECT_EQ(detail_of(c, "drift"), "+4.1% over the 5 blocks of process 0.");
  EXPECT_EQ(detail_of(judged(with_blocks({12400, 12300, 12200, 12100, 12000})), "drift"),
            "-4.1% over the 5 blocks of process 0.");
}

TEST(Drift, FourBlocksAreTooFew) {
  EXPECT_THAT(flag_ids(judged(with_blocks({12000, 12100, 12200, 12300}))), IsEmpty());
}

TEST(Drift, TwoPercentIsAllowed) {
  EXPECT_THAT(flag_ids(judged(with_blocks({12000, 12048, 12096, 12144, 12192}))), IsEmpty());
  EXPECT_THAT(flag_ids(judged(with_blocks({12000, 12052, 12104, 12156, 12208}))), ElementsAre("drift"));
}

TEST(Drift, MustBeMoreThanTwoTimerSteps) {
  Record record = one_case::record_of({with_blocks({12000, 12100, 12200, 12300, 12400})});
  record.environment.floors = {{TimerKind::event, Launch::stream, 260.0, 100.0, 200.0}};
  judge(record);
  EXPECT_THAT(flag_ids(record.cases[0]), IsEmpty());
  record.environment.floors[0].step_ns = 240.0;
  judge(record);
  EXPECT_THAT(flag_ids(record.cases[0]), ElementsAre("drift"));
}

TEST(Drift, AStepBetweenProcessesIsNoDriftOfEither) {
  CaseResult c = with_blocks({12000, 12000, 12000, 12000, 12000, 13000, 13000, 13000, 13000, 13000});
  for (std::size_t i = 5; i < 10; ++i) c.blocks[i].replicate = 1;
  EXPECT_THAT(flag_ids(judged(c)), Not(Contains("drift")));
}

TEST(WrongResult, BeforeOrAfterTimingIsInvalid) {
  CaseResult c = warm(12512);
  c.verified_before = Verification{0.31, 0.01};
  EXPECT_EQ(detail_of(judged(c), "wrong_result"), "Before timing the largest error was 0.31; 0.01 is allowed.");
  EXPECT_EQ(judged(c).status, Status::invalid);
  c.verified_before = Verification{0.001, 0.01};
  c.verified_after = Verification{std::numeric_limits<double>::infinity(), 0.01};
  EXPECT_EQ(detail_of(judged(c), "wrong_result"), "After timing the largest error was inf; 0.01 is allowed.");
  EXPECT_EQ(judged(c).status, Status::invalid);
}

TEST(NotRun, ACaseWithoutSamplesAndWithoutAReasonIsSkipped) {
  const CaseResult c = judged(one_case::of("none", std::vector<double>{}));
  EXPECT_THAT(flag_ids(c), ElementsAre("not_run"));
  EXPECT_EQ(c.status, Status::skipped);
  EXPECT_FALSE(c.stats);
}

TEST(NotRun, AReportedReasonTakesItsPlace) {
  CaseResult c = one_case::of("none", std::vector<double>{});
  c.flags = {{"out_of_memory", "It needs more.", true}};
  EXPECT_THAT(flag_ids(judged(c)), ElementsAre("out_of_memory"));
}

TEST(FlagRow, AnUnknownIdIsAnError) {
  EXPECT_EQ(flag_row("drift").severity, Severity::warning);
  try {
    flag_row("haunted");
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("'haunted' is not a flag"));
  }
}

TEST(Contended, NamesWhoElseWasOnTheGpu) {
  Record record = one_case::record_of({warm(12512)});
  record.environment.others = {{4711, "python3", 512'000'000, "before, during"}};
  judge(record);
  EXPECT_EQ(detail_of(record.cases[0], "contended"), "On the GPU: python3 (process 4711, 512.00 MB) before, during.");
  EXPECT_EQ(record.cases[0].status, Status::ok);
}

TEST(Contended, ByMemoryThatNobodyWhoCanBeSeenHolds) {
  Record record = one_case::record_of({warm(12512)});
  record.environment.device.used_memory_bytes = 1 * GiB;
  judge(record);
  EXPECT_THAT(flag_ids(record.cases[0]), IsEmpty()) << "a driver alone";
  record.environment.device.used_memory_bytes = 1 * GiB + 1;
  judge(record);
  EXPECT_THAT(detail_of(record.cases[0], "contended"), HasSubstr("1073.74 MB of its memory were in use"));
}

TEST(Contended, IsSaidOfNoCaseThatHasNoTime) {
  CaseResult c = warm(12512);
  c.samples_ns.clear();
  c.blocks.clear();
  Record record = one_case::record_of({c});
  record.environment.others = {{4711, "python3", std::nullopt, "during"}};
  judge(record);
  EXPECT_THAT(flag_ids(record.cases[0]), Not(Contains("contended")));
}

}  // namespace
}  // namespace l2bench
