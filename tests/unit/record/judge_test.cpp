#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "unit/record/one_case.hpp"

namespace l2bench {
namespace {

using one_case::flag_ids;
using one_case::judged;
using one_case::record_of;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<std::optional<double>> slowdowns(std::vector<CaseResult> cases) {
  Record record = record_of(std::move(cases));
  judge(record);
  std::vector<std::optional<double>> all;
  for (const CaseResult& c : record.cases) all.push_back(c.slowdown);
  return all;
}

std::string warning(const Record& judged, const std::string& id) {
  for (const Warning& w : judged.warnings) {
    if (w.id == id) return w.text;
  }
  return "(no warning " + id + ")";
}

std::vector<std::string> warning_ids(Record record) {
  judge(record);
  std::vector<std::string> ids;
  for (const Warning& w : record.warnings) ids.push_back(w.id);
  return ids;
}

// ---- Predictions ----------------------------------------------------------------------------------------------------

CaseResult predicted_case(double median_ns, double predicted_ns, double wrote_back, double predicted_back) {
  CaseResult c = one_case::of("zero", median_ns);
  c.counters.emplace();
  c.counters->readings = {{.dram_read_bytes = 33.6e6, .dram_write_bytes = wrote_back + 8192.0}};
  c.predicted = Prediction{.dirty_evicted_bytes = predicted_back, .time_ns = predicted_ns, .source = "card"};
  return c;
}

TEST(Judge, GivesMeasuredOverPredicted) {
  const CaseResult c = judged(predicted_case(18000, 15000, 11e6, 11e6));
  EXPECT_DOUBLE_EQ(*c.predicted->measured_over_predicted, 1.2);
}

TEST(Judge, WarnsOfATimeFarFromItsPrediction) {
  EXPECT_THAT(warning_ids(record_of({predicted_case(18000, 15000, 11e6, 11e6)})), Not(Contains("far_from_prediction")));
  EXPECT_THAT(warning_ids(record_of({predicted_case(18000, 14000, 11e6, 11e6)})), Contains("far_from_prediction"));
  EXPECT_THAT(warning_ids(record_of({predicted_case(18000, 23000, 11e6, 11e6)})), Contains("far_from_prediction"));
}

TEST(Judge, WarnsOfWriteBackFarFromItsPrediction) {
  EXPECT_THAT(warning_ids(record_of({predicted_case(18000, 18000, 11e6, 9e6)})), Not(Contains("far_from_prediction")));
  EXPECT_THAT(warning_ids(record_of({predicted_case(18000, 18000, 11e6, 7e6)})), Contains("far_from_prediction"));
}

// ---- Bandwidth ------------------------------------------------------------------------------------------------------

TEST(Judge, BandwidthIsTheBytesOfTheCallOverTheMedian) {
  const CaseResult c = judged(one_case::of("read", 14528));
  EXPECT_NEAR(*c.bytes_per_s, (33'562'624.0 + 8'192.0) / 14528e-9, 1.0);
  EXPECT_NEAR(*c.share_of_peak, 0.480010, 1e-6);
}

// ---- Slowdown -------------------------------------------------------------------------------------------------------

TEST(Slowdown, IsAgainstTheReadCase) {
  EXPECT_THAT(slowdowns({one_case::of("none", 12512), one_case::of("zero", 18016), one_case::of("read", 14528)}),
              ElementsAre(12512.0 / 14528.0, 18016.0 / 14528.0, 1.0));
}

TEST(Slowdown, APlainReadIsPreferredToOtherCleanPrepsBeforeIt) {
  EXPECT_THAT(slowdowns({one_case::of("zero+read", 14000), one_case::of("read", 14500)}),
              ElementsAre(14000.0 / 14500.0, 1.0));
}

TEST(Slowdown, WithoutAReadTheFirstColdAndCleanPrepServes) {
  EXPECT_THAT(
      slowdowns({one_case::of("zero", 18000), one_case::of("write+discard", 15000), one_case::of("zero+read", 14000)}),
      ElementsAre(1.2, 1.0, 14000.0 / 15000.0));
}

TEST(Slowdown, ARotationServesWhereNothingElseIsCleanAndTheLaunchIsTheSame) {
  CaseResult zero = one_case::of("zero", 18000);
  zero.what.launch = Launch::graph;
  CaseResult rotate = one_case::of("rotate", 12000);
  rotate.copies = 10;
  EXPECT_THAT(slowdowns({zero, rotate}), ElementsAre(1.5, 1.0));
  CaseResult read = one_case::of("read", 15000);
  read.what.launch = Launch::graph;
  EXPECT_THAT(slowdowns({zero, rotate, read}), ElementsAre(1.2, 0.8, 1.0));
}

TEST(Slowdown, IsNotGivenAcrossLaunches) {
  CaseResult rotate = one_case::of("rotate", 12000);
  rotate.copies = 10;
  EXPECT_THAT(slowdowns({one_case::of("zero", 18000), rotate, one_case::of("none", 12512)}),
              ElementsAre(std::nullopt, std::nullopt, std::nullopt));
}

TEST(Slowdown, WithNothingCleanThereIsNone) {
  EXPECT_THAT(slowdowns({one_case::of("none", 12512), one_case::of("zero", 18016)}),
              ElementsAre(std::nullopt, std::nullopt));
}

TEST(Slowdown, ACaseAloneHasNone) {
  EXPECT_THAT(slowdowns({one_case::of("read", 14528)}), ElementsAre(std::nullopt));
}

TEST(Slowdown, ADifferentShapeRowsDtypeTimerOrConfigIsAnotherCall) {
  const CaseResult read = one_case::of("read", 14528);
  std::vector<CaseResult> others(5, one_case::of("zero", 18016));
  others[0].what.shape.n = 8192;
  others[1].what.rows = 2;
  others[2].what.dtype = Dtype::fp16;
  others[3].what.timer = TimerKind::stamp;
  others[4].what.config = "other";
  for (const CaseResult& other : others) {
    EXPECT_THAT(slowdowns({read, other}), ElementsAre(std::nullopt, std::nullopt)) << other.key;
  }
}

TEST(Slowdown, ARefutedReferenceIsPassedOver) {
  CaseResult not_cold = one_case::of("read", 9000);
  not_cold.counters = one_case::cold_counters(0);
  not_cold.counters->readings.front().dram_read_bytes = 1.0e6;
  CaseResult not_clean = one_case::of("read:200MiB+read:160MiB", 13000);
  not_clean.counters = one_case::cold_counters(0);
  not_clean.counters->residual_dirty_bytes = 10.0e6;
  EXPECT_THAT(slowdowns({not_cold, not_clean, one_case::of("zero+read", 15000)}),
              ElementsAre(0.6, 13000.0 / 15000.0, 1.0));
}

TEST(Slowdown, AReferenceAboveThePeakIsPassedOver) {
  EXPECT_THAT(slowdowns({one_case::of("read", 6000), one_case::of("zero+read", 15000)}), ElementsAre(0.4, 1.0));
}

// ---- Counters -------------------------------------------------------------------------------------------------------

TEST(Counters, AreSummarizedByTheirMedians) {
  CaseResult c = one_case::of("zero", 18016);
  c.counters.emplace();
  c.counters->readings = {{.dram_read_bytes = 30.0e6, .dram_write_bytes = 12.0e6},
                          {.dram_read_bytes = 33.0e6, .dram_write_bytes = 11.0e6},
                          {.dram_read_bytes = 34.0e6, .dram_write_bytes = 15.0e6, .l2_tag_hits = 7.0}};
  const CaseResult summarized = judged(c);
  EXPECT_EQ(summarized.counters->median.dram_read_bytes, 33.0e6);
  EXPECT_EQ(summarized.counters->median.dram_write_bytes, 12.0e6);
  EXPECT_EQ(summarized.counters->median.l2_tag_hits, 7.0);
  EXPECT_FALSE(summarized.counters->median.l2_fill_bytes);
  EXPECT_EQ(summarized.counters->dirty_evicted_bytes, 12.0e6 - 8192.0);
}

std::optional<double> evicted(double dram_write_bytes, std::uint64_t own_output_bytes) {
  CaseResult c = one_case::of("read", 14528);
  c.workload.write_bytes = own_output_bytes;
  c.counters = one_case::cold_counters(dram_write_bytes);
  return judged(c).counters->dirty_evicted_bytes;
}

TEST(Counters, DirtyEvictedIsZeroOnlyWithinTheNoise) {
  EXPECT_EQ(evicted(0.0, 8192), 0.0);
  EXPECT_EQ(evicted(73728.0, 8192), 0.0);
  EXPECT_EQ(evicted(73729.0, 8192), 65537.0);
}

TEST(Counters, OutputThatStayedInL2MakesDirtyEvictedNegative) {
  EXPECT_EQ(evicted(72.0e6, 100'000'000), -28.0e6);
}

TEST(Counters, WithoutTheWriteCountThereIsNone) {
  CaseResult c = one_case::of("read", 14528);
  c.counters = one_case::cold_counters(0);
  c.counters->readings.front().dram_write_bytes.reset();
  EXPECT_FALSE(judged(c).counters->dirty_evicted_bytes);
}

// ---- Status and repetition ------------------------------------------------------------------------------------------

TEST(Judge, StatusIsTheWorstSeverity) {
  const auto status_with = [](std::vector<Flag> reported) {
    CaseResult c = one_case::of("none", 12512);
    c.flags = std::move(reported);
    return judged(c).status;
  };
  EXPECT_EQ(status_with({}), Status::ok);
  EXPECT_EQ(status_with({{"contended", "", true}}), Status::ok);
  EXPECT_EQ(status_with({{"contended", "", true}, {"wrong_result", "", true}}), Status::invalid);
  EXPECT_EQ(status_with({{"wrong_result", "", true}, {"timeout", "", true}}), Status::failed);
  EXPECT_EQ(status_with({{"out_of_memory", "", true}}), Status::skipped);
}

TEST(Judge, ReportedFlagsStayAndDerivedOnesAreMadeAnew) {
  CaseResult c = one_case::of("none", 12512);
  c.flags = {{"wrong_result", "It was not timed.", true}, {"drift", "of yesterday", false}};
  const CaseResult again = judged(c);
  EXPECT_THAT(flag_ids(again), ElementsAre("wrong_result"));
  EXPECT_EQ(again.flags[0].detail, "It was not timed.");
  EXPECT_EQ(again.status, Status::invalid);
}

TEST(Judge, AReportedFlagIsNotDoubledByItsRule) {
  CaseResult c = one_case::of("none", 12512);
  c.verified_before = Verification{0.31, 0.01};
  c.flags = {{"wrong_result", "The largest error is 0.31.", true}};
  EXPECT_THAT(flag_ids(judged(c)), ElementsAre("wrong_result"));
}

TEST(Judge, TwiceGivesTheSame) {
  Record once = synthetic::study();
  const nlohmann::json first = to_json(once);
  judge(once);
  EXPECT_EQ(to_json(once), first);
}

TEST(ExitOf, IsFourUnlessEveryCaseIsOk) {
  Record record = record_of({one_case::of("none", 12512), one_case::of("read", 14528)});
  judge(record);
  EXPECT_EQ(exit_of(record), Exit::ok);
  record.cases[1].samples_ns.clear();
  record.cases[1].blocks.clear();
  judge(record);
  EXPECT_EQ(exit_of(record), Exit::invalid);
}

// ---- Warnings -------------------------------------------------------------------------------------------------------

TEST(Warnings, AFlushBelowL2IsNamedWithItsCases) {
  Record record = record_of({one_case::of("zero:4MiB", 12600), one_case::of("read:60MiB", 14528)});
  judge(record);
  EXPECT_THAT(warning(record, "flush_below_llc"), HasSubstr("than L2 holds (60MiB)"));
  EXPECT_THAT(warning(record, "flush_below_llc"), HasSubstr("cublas/4096x4096/m1/bf16/zero:4MiB/event/stream."));
  EXPECT_THAT(warning(record, "flush_below_llc"), Not(HasSubstr("read:60MiB")));
}

TEST(Warnings, NoPrepAndALargeOneAreNoSmallFlush) {
  EXPECT_THAT(warning_ids(record_of({one_case::of("none", 12512), one_case::of("read:256MiB+zero:4MiB", 14528)})),
              IsEmpty());
}

TEST(Warnings, ZerosAsData) {
  Record record = record_of({one_case::of("none", 12512)});
  record.spec.sampling.init = Init::zeros;
  EXPECT_THAT(warning_ids(record), ElementsAre("init_zeros"));
}

TEST(Warnings, PrepsOfOneCallInDifferentLaunchesAreConfounded) {
  Record record = record_of({one_case::of("none", 12512), one_case::of("read", 14528), one_case::of("rotate", 12704)});
  judge(record);
  EXPECT_THAT(warning(record, "confounded:launch_mode"),
              HasSubstr("(none, read:256MiB as stream but rotate as graph)"));
}

TEST(Warnings, TheSamePrepsInBothLaunchesAreNotConfounded) {
  std::vector<CaseResult> cases{one_case::of("none", 12512), one_case::of("read", 14528)};
  for (std::size_t i = 0; i < 2; ++i) {
    cases.push_back(cases[i]);
    cases.back().what.launch = Launch::graph;
  }
  EXPECT_THAT(warning_ids(record_of(cases)), IsEmpty());
  cases.push_back(one_case::of("rotate", 12704));
  EXPECT_THAT(warning_ids(record_of(cases)), IsEmpty());
}

TEST(Warnings, DifferentCallsInDifferentLaunchesAreNotConfounded) {
  CaseResult other = one_case::of("rotate", 12704);
  other.what.shape.n = 8192;
  EXPECT_THAT(warning_ids(record_of({one_case::of("read", 14528), other})), IsEmpty());
}

CaseResult of_two_processes(double first_ns, double second_ns) {
  CaseResult c = one_case::of("none", std::vector<double>{});
  c.blocks = {{0, 0, 0, 6, {}}, {1, 0, 6, 6, {}}};
  for (const double median_ns : {first_ns, second_ns}) {
    for (const double offset : {-50.0, -30.0, -10.0, 10.0, 30.0, 50.0}) c.samples_ns.push_back(median_ns + offset);
  }
  return c;
}

TEST(Warnings, ProcessesThatDisagree) {
  Record record = record_of({of_two_processes(12000, 12500)});
  judge(record);
  EXPECT_THAT(warning(record, "processes_disagree"),
              HasSubstr("cublas/4096x4096/m1/bf16/none/event/stream (12.00 µs in process 0, 12.50 µs in process 1)"));
}

TEST(Warnings, ProcessesWithinTwoPercentAgree) {
  EXPECT_THAT(warning_ids(record_of({of_two_processes(12000, 12200)})), IsEmpty());
}

TEST(Warnings, ProcessesWithIntervalsThatTouchAgree) {
  CaseResult c = of_two_processes(1000, 1100);
  EXPECT_THAT(warning_ids(record_of({c})), IsEmpty());
}

TEST(Warnings, ThoseOfTheMeasuringSideStay) {
  Record record = record_of({one_case::of("none", 12512)});
  record.warnings = {{"device_changed", "x"}, {"init_zeros", "of yesterday"}};
  EXPECT_THAT(warning_ids(record), ElementsAre("device_changed"));
}

TEST(Warnings, OfMemoryErrorsMigAndMps) {
  Record record = begin_record(Spec{}, {});
  const auto ids = [&] {
    judge(record);
    std::vector<std::string> found;
    for (const Warning& warning : record.warnings) found.push_back(warning.id);
    return found;
  };
  EXPECT_THAT(ids(), testing::IsEmpty());
  record.environment.device.ecc_errors = 2;
  record.environment.device.mig = true;
  record.environment.others = {{9, "nvidia-cuda-mps-server", std::nullopt, "before"}};
  EXPECT_THAT(ids(), testing::ElementsAre("memory_errors", "mig", "mps"));
  record.environment.device = {};
  record.environment.others.clear();
  record.environment.device.remap_pending = true;
  EXPECT_THAT(ids(), testing::ElementsAre("memory_errors"));
}

}  // namespace
}  // namespace l2bench
