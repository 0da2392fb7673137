#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "l2bench/analyze.hpp"
#include "unit/record/one_case.hpp"

namespace l2bench {
namespace {

using one_case::record_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Record judged(std::vector<CaseResult> cases) {
  Record record = record_of(std::move(cases));
  judge(record);
  return record;
}

/// Ten samples, so that the median has an interval: `median_ns` -/+ 64.
CaseResult ten_samples(const char* prep, double median_ns) {
  std::vector<double> samples_ns;
  for (const double offset : {-96.0, -64.0, -32.0, -32.0, 0.0, 0.0, 32.0, 32.0, 64.0, 96.0}) {
    samples_ns.push_back(median_ns + offset);
  }
  return one_case::of(prep, samples_ns);
}

// ---- slowdown -------------------------------------------------------------------------------------------------------

TEST(FindSlowdown, OfADirtyStepAgainstTheCleanestPrep) {
  CaseResult zero = ten_samples("zero", 18016);
  zero.counters = one_case::cold_counters(11.77e6);
  const auto found = find_slowdown(judged({zero, ten_samples("read", 14528), ten_samples("none", 12512)}));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].id, "slowdown");
  EXPECT_EQ(found[0].text,
            "cublas/4096x4096/m1/bf16/event/stream: 18.02 µs after zero:256MiB against 14.53 µs after read:256MiB: "
            "24.0% slower; the call wrote back 11.76 MB that it does not own.");
  EXPECT_DOUBLE_EQ(found[0].values.at("ratio"), 18016.0 / 14528.0);
  EXPECT_DOUBLE_EQ(found[0].values.at("ratio_low"), (18016.0 - 64.0) / (14528.0 + 64.0));
  EXPECT_DOUBLE_EQ(found[0].values.at("ratio_high"), (18016.0 + 64.0) / (14528.0 - 64.0));
  EXPECT_EQ(found[0].values.at("extra_ns"), 3488.0);
  EXPECT_EQ(found[0].values.at("dirty_evicted_bytes"), 11.77e6 - 8192.0);
}

TEST(FindSlowdown, NeverAssumesTheSign) {
  EXPECT_THAT(find_slowdown(judged({ten_samples("zero", 14000), ten_samples("read", 14528)}))[0].text,
              HasSubstr(": 3.6% faster."));
  EXPECT_THAT(find_slowdown(judged({ten_samples("zero", 14560), ten_samples("read", 14528)}))[0].text,
              HasSubstr(": +0.2%, within the intervals of both."));
}

TEST(FindSlowdown, TooFewSamplesForAnIntervalAreSaid) {
  const auto found = find_slowdown(judged({one_case::of("zero", 18016), one_case::of("read", 14528)}));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].text, HasSubstr("+24.0%, too few samples for an interval"));
  EXPECT_EQ(found[0].values.count("ratio_low"), 0U);
}

TEST(FindSlowdown, OneEachShapeInTheRecordsOrder) {
  std::vector<CaseResult> cases{ten_samples("zero", 23040), ten_samples("read", 18880)};
  for (CaseResult& c : cases) c.what.shape = {6144, 4096};
  cases.push_back(ten_samples("zero", 18016));
  cases.push_back(ten_samples("read", 14528));
  const auto found = find_slowdown(judged(cases));
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_THAT(found[0].text, HasSubstr("6144x4096"));
  EXPECT_THAT(found[1].text, HasSubstr("4096x4096"));
}

TEST(FindSlowdown, NeedsAReferenceAndAValidDirtyCase) {
  EXPECT_THAT(find_slowdown(judged({ten_samples("zero", 18016), ten_samples("none", 12512)})), IsEmpty());
  CaseResult wrong = ten_samples("zero", 18016);
  wrong.verified_before = Verification{1.0, 0.01};
  EXPECT_THAT(find_slowdown(judged({wrong, ten_samples("read", 14528)})), IsEmpty());
}

// ---- knee -----------------------------------------------------------------------------------------------------------

Record sweep(const std::vector<std::pair<int, double>>& mib_and_ns, const char* before = "read:256MiB+zero") {
  std::vector<CaseResult> cases;
  for (const auto& [mib, median_ns] : mib_and_ns) {
    cases.push_back(one_case::of((std::string(before) + ":" + std::to_string(mib) + "MiB").c_str(), median_ns));
  }
  return judged(cases);
}

Finding only_knee(const Record& record) {
  const auto found = find_knee(record);
  EXPECT_THAT(found, SizeIs(1));
  return found.empty() ? Finding{} : found[0];
}

TEST(FindKnee, LiesBetweenTheLastRisingAndTheFirstFlatSize) {
  const Finding knee = only_knee(
      sweep({{4, 15936}, {8, 16352}, {16, 17056}, {24, 17760}, {32, 19008}, {64, 19168}, {128, 18880}, {256, 19008}}));
  EXPECT_EQ(knee.text,
            "cublas/4096x4096/m1/bf16/event/stream/read:256MiB+zero:SIZE: the time rises from 15.94 µs at 4MiB to "
            "19.01 µs and is flat from 32MiB on: the knee lies between 24MiB and 32MiB; the reported L2 is 60MiB.");
  EXPECT_EQ(knee.values.at("knee_low_bytes"), 24.0 * MiB);
  EXPECT_EQ(knee.values.at("knee_high_bytes"), 32.0 * MiB);
  EXPECT_EQ(knee.values.at("l2_bytes"), 60.0 * MiB);
  EXPECT_EQ(knee.values.at("plateau_ns"), 19008.0);
  EXPECT_EQ(knee.values.at("change_ns"), 19008.0 - 15936.0);
  EXPECT_EQ(knee.values.at("sizes"), 8.0);
}

TEST(FindKnee, TheOrderOfTheCasesDoesNotMatter) {
  const Finding knee = only_knee(sweep({{256, 18016}, {16, 16416}, {64, 18048}, {8, 15648}, {32, 18016}, {24, 17312}}));
  EXPECT_EQ(knee.values.at("knee_low_bytes"), 24.0 * MiB);
  EXPECT_EQ(knee.values.at("knee_high_bytes"), 32.0 * MiB);
}

TEST(FindKnee, AFallingCurveHasOneToo) {
  const Finding knee = only_knee(
      sweep({{64, 18000}, {96, 15200}, {128, 14600}, {160, 14560}, {256, 14528}, {512, 14528}}, "zero:256MiB+read"));
  EXPECT_THAT(knee.text, HasSubstr("zero:256MiB+read:SIZE: the time falls from 18.00 µs at 64MiB"));
  EXPECT_EQ(knee.values.at("knee_low_bytes"), 96.0 * MiB);
  EXPECT_EQ(knee.values.at("knee_high_bytes"), 128.0 * MiB);
}

TEST(FindKnee, AFlatCurveHasNone) {
  EXPECT_THAT(only_knee(sweep({{8, 14528}, {16, 14560}, {32, 14528}, {64, 14496}, {128, 14528}})).text,
              HasSubstr("no knee found in 5 sizes: the time does not depend on the size."));
}

TEST(FindKnee, ACurveThatStillRisesHasNone) {
  const Finding knee = only_knee(sweep({{8, 12000}, {16, 13000}, {32, 15000}, {64, 19000}, {128, 27000}}));
  EXPECT_THAT(knee.text, HasSubstr("no knee found in 5 sizes: the time still changes at the largest size."));
  EXPECT_EQ(knee.values.count("knee_low_bytes"), 0U);
}

TEST(FindKnee, ASlowRiseInSmallStepsIsNotTakenForFlat) {
  std::vector<std::pair<int, double>> line;
  for (int mib = 10; mib <= 200; mib += 10) line.emplace_back(mib, 12000.0 + 40.0 * mib);
  EXPECT_THAT(only_knee(sweep(line)).text, HasSubstr("still changes"));
}

TEST(FindKnee, FourSizesAreNoSweep) {
  EXPECT_THAT(find_knee(sweep({{8, 12000}, {16, 13000}, {32, 15000}, {64, 15000}})), IsEmpty());
}

TEST(FindKnee, CasesThatAreNotOkAreLeftOut) {
  Record record = sweep({{8, 12000}, {16, 13000}, {32, 15000}, {64, 15000}, {128, 15000}});
  record.cases[0].status = Status::invalid;
  EXPECT_THAT(find_knee(record), IsEmpty());
}

TEST(FindKnee, ShapesAreSweepsOfTheirOwn) {
  Record record = sweep({{8, 12000}, {16, 13000}, {32, 15000}, {64, 15000}, {128, 15000}});
  for (std::size_t i = 0; i < 2; ++i) record.cases[i].what.shape = {8192, 8192};
  EXPECT_THAT(find_knee(record), IsEmpty());
}

// ---- timer_gap ------------------------------------------------------------------------------------------------------

CaseResult timed_by(TimerKind timer, double median_ns, const char* prep = "read") {
  CaseResult c = one_case::of(prep, median_ns);
  c.what.timer = timer;
  c.what.launch = Launch::graph;
  return c;
}

TEST(FindTimerGap, ComparesTimersOnTheSameCallPrepAndLaunch) {
  const auto found =
      find_timer_gap(judged({timed_by(TimerKind::kernel, 12032), timed_by(TimerKind::event, 14528),
                             timed_by(TimerKind::stamp, 13152), timed_by(TimerKind::stamp, 9000, "none")}));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].text,
            "cublas/4096x4096/m1/bf16/read:256MiB/graph: event says 14.53 µs, stamp 13.15 µs (1.376 µs below event), "
            "kernel 12.03 µs (2.496 µs below event).");
  EXPECT_THAT(found[0].values, ElementsAre(std::pair("event_minus_kernel_ns", 2496.0),
                                           std::pair("event_minus_stamp_ns", 1376.0), std::pair("event_ns", 14528.0),
                                           std::pair("kernel_ns", 12032.0), std::pair("stamp_ns", 13152.0)));
}

TEST(FindTimerGap, OneTimerHasNone) {
  EXPECT_THAT(find_timer_gap(judged({one_case::of("read", 14528), one_case::of("zero", 18016)})), IsEmpty());
}

// ---- all ------------------------------------------------------------------------------------------------------------

TEST(Analyze, GivesTheFindingsInTheOrderOfTheTable) {
  std::vector<std::string> ids;
  for (const Finding& finding : synthetic::study().findings) ids.push_back(finding.id);
  EXPECT_THAT(ids, ElementsAre("slowdown", "slowdown"));
  for (const Finding& finding : synthetic::simulated_sweep().findings) EXPECT_EQ(finding.id, "knee");
}

TEST(Analyze, IsPure) {
  const Record record = synthetic::study();
  const auto once = analyze(record);
  const auto twice = analyze(record);
  ASSERT_EQ(once.size(), twice.size());
  for (std::size_t i = 0; i < once.size(); ++i) EXPECT_EQ(once[i].text, twice[i].text);
}

TEST(Analyze, OfNothingIsNothing) {
  EXPECT_THAT(analyze(Record{}), IsEmpty());
}

}  // namespace
}  // namespace l2bench
