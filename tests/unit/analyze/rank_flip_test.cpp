#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "l2bench/analyze.hpp"
#include "unit/record/one_case.hpp"

namespace l2bench {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Ten samples around each of two processes' medians.
CaseResult two_processes(const char* prep, const std::string& config, double first_ns, double second_ns) {
  std::vector<double> samples_ns;
  for (const double median_ns : {first_ns, second_ns}) {
    for (int i = 0; i < 10; ++i) samples_ns.push_back(median_ns + 32 * (i % 3 - 1));
  }
  CaseResult c = one_case::of(prep, samples_ns);
  c.blocks = {{.replicate = 0, .first = 0, .count = 10}, {.replicate = 1, .first = 10, .count = 10}};
  c.what.workload = config.empty() ? "cublas" : "int8-gemv";
  c.what.config = config;
  c.what.dtype = config.empty() ? Dtype::bf16 : Dtype::int8;
  return c;
}

CaseResult alike(const char* prep, const std::string& config, double median_ns) {
  return two_processes(prep, config, median_ns, median_ns);
}

std::vector<Finding> found_in(std::vector<CaseResult> cases) {
  Record record = one_case::record_of(std::move(cases));
  judge(record);
  return find_rank_flips(record);
}

TEST(RankFlip, ASlowerCandidateThatAWriteFlushMakesFasterIsNamedWithBothTimes) {
  CaseResult dirty = alike("zero", "a", 17000);
  dirty.counters = one_case::cold_counters(6.7e6 + 8192);
  const auto found = found_in({alike("read", "", 14500), alike("zero", "", 18000), alike("read", "a", 15500), dirty,
                               alike("read", "b", 10000), alike("zero", "b", 11000)});
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[0].id, "rank");
  EXPECT_EQ(found[0].values.at("candidates"), 2);
  EXPECT_EQ(found[0].values.at("faster_after_clean"), 1);
  EXPECT_EQ(found[0].values.at("faster_after_dirty"), 2);
  EXPECT_EQ(found[0].values.at("flips_to_faster"), 1);
  EXPECT_EQ(found[0].values.at("flips_to_slower"), 0);
  EXPECT_THAT(found[0].text, HasSubstr("Fastest: int8-gemv:b int8 after read:256MiB (10.00 µs)"));
  EXPECT_EQ(found[1].id, "rank_flip");
  EXPECT_THAT(found[1].text, HasSubstr("int8-gemv:a int8 takes 15.50 µs after read:256MiB and 17.00 µs after "
                                       "zero:256MiB, 6.70 MB written back at 0.22 µs a MB"));
  EXPECT_THAT(found[1].text, HasSubstr("it is slower after read:256MiB and faster after zero:256MiB."));
}

TEST(RankFlip, TheOtherDirectionIsCountedApart) {
  const auto found = found_in(
      {alike("read", "", 14500), alike("zero", "", 16000), alike("read", "a", 14000), alike("zero", "a", 17000)});
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[0].values.at("flips_to_faster"), 0);
  EXPECT_EQ(found[0].values.at("flips_to_slower"), 1);
  EXPECT_THAT(found[1].text, HasSubstr("it is faster after read:256MiB and slower after zero:256MiB."));
}

TEST(RankFlip, OfOneProcessAloneIsNone) {
  const auto found = found_in({alike("read", "", 14500), alike("zero", "", 18000),
                               two_processes("read", "a", 15500, 14400), alike("zero", "a", 17000)});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].values.at("flips_to_faster"), 0);
}

TEST(RankFlip, WithinATimerStepIsUndecided) {
  Record record = one_case::record_of(
      {alike("read", "", 14500), alike("zero", "", 18000), alike("read", "a", 15400), alike("zero", "a", 17000)});
  record.environment.floors = {{.timer = TimerKind::event, .step_ns = 1024}};
  judge(record);
  EXPECT_EQ(find_rank_flips(record)[0].values.at("flips_to_faster"), 0);
}

TEST(RankFlip, NeedsTwoCandidatesAndTwoPreps) {
  EXPECT_THAT(found_in({alike("read", "", 14500), alike("zero", "", 18000)}), IsEmpty());
  EXPECT_THAT(found_in({alike("read", "", 14500), alike("read", "a", 15500)}), IsEmpty());
}

}  // namespace
}  // namespace l2bench
