#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/record/one_case.hpp"

namespace l2bench {
namespace {

using one_case::detail_of;
using one_case::flag_ids;
using one_case::judged;
using testing::ElementsAre;
using testing::IsEmpty;

using Ids = std::vector<std::string>;

TEST(Unverified, AColdClaimWithoutCountersIsUnverifiedAndOk) {
  const CaseResult c = judged(one_case::of("read", 14528));
  EXPECT_THAT(flag_ids(c), ElementsAre("unverified"));
  EXPECT_EQ(detail_of(c, "unverified"), "Cold is not proven.");
  EXPECT_EQ(c.status, Status::ok);
}

TEST(Unverified, CountersProveIt) {
  CaseResult c = one_case::of("read", 14528);
  c.counters = one_case::cold_counters(0);
  EXPECT_THAT(flag_ids(judged(c)), IsEmpty());
}

TEST(Unverified, CountersWithoutTheReadCountProveNothing) {
  CaseResult c = one_case::of("read", 14528);
  c.counters = one_case::cold_counters(0);
  c.counters->readings.front().dram_read_bytes.reset();
  EXPECT_THAT(flag_ids(judged(c)), ElementsAre("unverified"));
}

TEST(Unverified, AWorkingSetOfTenTimesL2IsColdByItsSize) {
  CaseResult c = one_case::of("read", 245600);
  c.workload.read_bytes = 10 * one_case::l2_bytes;
  EXPECT_THAT(flag_ids(judged(c)), IsEmpty());
  c.workload.read_bytes = 10 * one_case::l2_bytes - 1;
  EXPECT_THAT(flag_ids(judged(c)), ElementsAre("unverified"));
}

TEST(Unverified, ARotationOverFiveTimesL2IsColdByItsSize) {
  CaseResult c = one_case::of("rotate", 12704);
  c.copies = 10;  // 335 MB of 5 x 62.9 MB
  EXPECT_THAT(flag_ids(judged(c)), IsEmpty());
  c.copies = 9;  // 302 MB
  EXPECT_THAT(flag_ids(judged(c)), ElementsAre("unverified"));
}

TEST(Unverified, CleanAfterAWritingStepNeedsTheResidual) {
  CaseResult c = one_case::of("write+discard", 14528);
  EXPECT_EQ(detail_of(judged(c), "unverified"), "Neither cold nor clean is proven.");
  c.workload.read_bytes = 10 * one_case::l2_bytes;
  EXPECT_EQ(detail_of(judged(c), "unverified"), "Clean is not proven.");
  c.workload.read_bytes = 33'562'624;
  c.counters = one_case::cold_counters(0);
  EXPECT_THAT(flag_ids(judged(c)), IsEmpty());
  c.counters->residual_dirty_bytes.reset();
  EXPECT_EQ(detail_of(judged(c), "unverified"), "Clean is not proven.");
}

TEST(Unverified, ADirtyClaimNeedsNoProofOfClean) {
  EXPECT_EQ(detail_of(judged(one_case::of("zero", 18016)), "unverified"), "Cold is not proven.");
}

TEST(Unverified, AWarmClaimIsNone) {
  EXPECT_THAT(flag_ids(judged(one_case::of("none", 12512))), IsEmpty());
}

TEST(NotCold, ReadsBelowNineTenthsOfTheWorkingSetRefuteTheClaim) {
  CaseResult c = one_case::of("read", 12512);
  c.counters = one_case::cold_counters(0);
  c.counters->readings.front().dram_read_bytes = 3.1e6;
  const CaseResult refuted = judged(c);
  EXPECT_THAT(flag_ids(refuted), ElementsAre("not_cold"));
  EXPECT_EQ(detail_of(refuted, "not_cold"), "It read 3.10 MB of 33.56 MB (9%) from DRAM.");
  EXPECT_EQ(refuted.status, Status::invalid);
}

TEST(NotCold, TheLimitIsExactlyNineTenths) {
  CaseResult c = one_case::of("read", 14528);
  c.workload.read_bytes = 1000;
  c.counters = one_case::cold_counters(0);
  c.counters->readings.front().dram_read_bytes = 900.0;
  EXPECT_THAT(flag_ids(judged(c)), IsEmpty());
  c.counters->readings.front().dram_read_bytes = 899.0;
  EXPECT_THAT(flag_ids(judged(c)), ElementsAre("not_cold"));
}

TEST(NotCold, TheMedianOfTheReadingsDecides) {
  CaseResult c = one_case::of("read", 14528);
  c.counters = one_case::cold_counters(0);
  for (const double bytes : {1.0e6, 33.5e6}) {
    c.counters->readings.push_back({.dram_read_bytes = bytes, .dram_write_bytes = 0.0});
  }
  EXPECT_THAT(flag_ids(judged(c)), IsEmpty());
}

TEST(NotCold, AWarmCaseMayReadNothing) {
  CaseResult c = one_case::of("none", 12512);
  c.counters = one_case::cold_counters(0);
  c.counters->readings.front().dram_read_bytes = 0.0;
  EXPECT_THAT(flag_ids(judged(c)), IsEmpty());
}

TEST(NotClean, AResidualAboveHalfAPercentOfL2Warns) {
  CaseResult c = one_case::of("zero+read:160MiB", 14880);
  c.counters = one_case::cold_counters(2.1e6);
  c.counters->residual_dirty_bytes = 4.6 * MiB;
  const CaseResult dirty = judged(c);
  EXPECT_THAT(flag_ids(dirty), ElementsAre("not_clean"));
  EXPECT_EQ(detail_of(dirty, "not_clean"), "The prep leaves 4.82 MB dirty (7.7% of L2).");
  EXPECT_EQ(dirty.status, Status::ok);
}

TEST(NotClean, TheLimitIsHalfAPercent) {
  CaseResult c = one_case::of("zero+read", 14528);
  c.counters = one_case::cold_counters(0);
  c.counters->residual_dirty_bytes = 0.005 * 62914560;
  EXPECT_THAT(flag_ids(judged(c)), IsEmpty());
  c.counters->residual_dirty_bytes = 0.005 * 62914560 + 1;
  EXPECT_THAT(flag_ids(judged(c)), ElementsAre("not_clean"));
}

TEST(NotClean, APrepThatClaimsDirtyIsNot) {
  CaseResult c = one_case::of("zero", 18016);
  c.counters = one_case::cold_counters(11.77e6);
  c.counters->residual_dirty_bytes = 29.7e6;
  EXPECT_THAT(flag_ids(judged(c)), IsEmpty());
}

TEST(AbovePeak, ImpossibleBandwidthIsFlaggedAndKept) {
  CaseResult c = one_case::of("none", 5000);  // 33.57 MB in 5 us
  const CaseResult fast = judged(c);
  EXPECT_THAT(flag_ids(fast), ElementsAre("above_peak", "timer_limited"));
  EXPECT_EQ(detail_of(fast, "above_peak"), "6714 GB/s of 4814 GB/s (139%).");
  EXPECT_NEAR(*fast.bytes_per_s, 6.7141632e12, 1.0);
  EXPECT_NEAR(*fast.share_of_peak, 1.394716, 1e-6);
  EXPECT_EQ(fast.status, Status::ok);
}

TEST(AbovePeak, WithoutAPeakThereIsNoShare) {
  Record record = one_case::record_of({one_case::of("none", 5000.0)});
  record.environment.device.peak_bytes_per_s.reset();
  judge(record);
  EXPECT_TRUE(record.cases[0].bytes_per_s);
  EXPECT_FALSE(record.cases[0].share_of_peak);
  EXPECT_THAT(flag_ids(record.cases[0]), ElementsAre("timer_limited"));
}

}  // namespace
}  // namespace l2bench
