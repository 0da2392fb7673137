#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "golden/synthetic_record.hpp"
#include "l2bench/record.hpp"

namespace l2bench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::MatchesRegex;

Spec two_cases() {
  Spec spec;
  for (const char* prep : {"read", "zero:0.5xL2"}) {
    spec.cases.push_back({.shape = {4096, 4096}, .prep = parse_prep(prep)});
  }
  spec.sampling.processes = 2;
  return spec;
}

Record opened() {
  Record record = begin_record(two_cases(), {"l2bench", "run"});
  apply(record, 0, DeviceOpened{synthetic::device(), {.sm_mhz = 1200.0}});
  return record;
}

CaseReady ready(std::size_t index) {
  CaseReady m;
  m.index = index;
  m.prep = {{{StepKind::read, 256 * MiB}}, Rotation::off};
  m.steps = {{"read:256MiB", "own kernel"}};
  m.prep_time_ns = 63000.0;
  m.workload.api = "cublasGemmEx";
  m.workload.kernels = {{"gemm"}};
  m.calls_per_sample = 2;
  m.copies = 3;
  m.verified = {0.001, 0.01};
  return m;
}

TEST(BeginRecord, HasARowForEveryCaseAndSaysThatNoneWasRun) {
  const Record record = begin_record(two_cases(), {"l2bench", "run"});
  EXPECT_THAT(record.argv, ElementsAre("l2bench", "run"));
  EXPECT_THAT(record.started, MatchesRegex("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"));
  EXPECT_EQ(record.tool, this_build());
  EXPECT_FALSE(record.environment.host.empty());
  EXPECT_TRUE(record.partial);
  ASSERT_EQ(record.cases.size(), 2U);
  for (const CaseResult& c : record.cases) {
    EXPECT_EQ(c.status, Status::skipped);
    EXPECT_THAT(c.flags, ElementsAre(Flag{"not_run", ""}));
  }
  EXPECT_EQ(exit_of(record), Exit::invalid);
}

TEST(BeginRecord, SaysWhyThereAreNoCounters) {
  Spec spec = two_cases();
  EXPECT_EQ(begin_record(spec, {}).environment.counters.word, "not opened");
  spec.sampling.counters = CounterWish::off;
  EXPECT_EQ(begin_record(spec, {}).environment.counters, (CounterStatus{false, "off", "run with --counters"}));
}

TEST(ThisBuild, SaysVersionRevisionAndCompiler) {
  const Tool tool = this_build();
  EXPECT_EQ(tool.name, "l2bench");
  EXPECT_THAT(tool.version, MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
  EXPECT_FALSE(tool.git_revision.empty());
  EXPECT_THAT(tool.compiler, MatchesRegex("[A-Za-z]+ [0-9.]+"));
}

TEST(Apply, AnOpenDeviceMakesSizesDefinite) {
  const Record record = opened();
  EXPECT_EQ(record.cases[0].key, "cublas/4096x4096/m1/bf16/read:256MiB/event/stream");
  EXPECT_EQ(record.cases[0].claim, (Claim{Heat::cold, true}));
  EXPECT_EQ(record.cases[1].prep, "zero:30MiB");
  EXPECT_EQ(record.cases[1].flush_bytes, 30 * MiB);
  EXPECT_EQ(record.cases[1].claim, (Claim{Heat::warm, false}));
  EXPECT_THAT(record.cases[1].reproduce, HasSubstr("--flush zero:30MiB"));
  EXPECT_EQ(record.environment.device.name, "NVIDIA H200");
  EXPECT_EQ(record.environment.processes.at(0).clocks_before.sm_mhz, 1200.0);
}

TEST(Apply, ASimulatedDeviceMarksEveryCase) {
  Record record = begin_record(two_cases(), {});
  DeviceInfo model = synthetic::device();
  model.simulated = true;
  apply(record, 0, DeviceOpened{model, {}});
  EXPECT_TRUE(record.cases[0].simulated);
  EXPECT_TRUE(record.cases[1].simulated);
}

TEST(Apply, CaseReadyDescribesTheCall) {
  Record record = opened();
  apply(record, 0, ready(0));
  const CaseResult& c = record.cases[0];
  EXPECT_THAT(c.steps, ElementsAre(StepReport{"read:256MiB", "own kernel"}));
  EXPECT_EQ(c.prep_time_ns, 63000.0);
  EXPECT_EQ(c.workload.api, "cublasGemmEx");
  EXPECT_EQ(c.calls_per_sample, 2);
  EXPECT_EQ(c.copies, 3);
  EXPECT_EQ(c.verified_before, (Verification{0.001, 0.01}));
}

TEST(Apply, BlocksSayWhichSamplesAreTheirs) {
  Record record = opened();
  apply(record, 0, BlockDone{0, 0, {1.0004, 2.0}, 1, {.sm_mhz = 1980.0}, {{"gemm", 1.5}}});
  apply(record, 0, BlockDone{1, 0, {7.0}, 0, {}});
  apply(record, 1, BlockDone{0, 3, {3.0, 4.0, 5.0}, 2, {}});
  EXPECT_THAT(record.cases[0].samples_ns, ElementsAre(1.0, 2.0, 3.0, 4.0, 5.0));
  EXPECT_THAT(record.cases[0].blocks,
              ElementsAre(BlockRow{0, 0, 0, 2, {.sm_mhz = 1980.0}, {{"gemm", 1.5}}}, BlockRow{1, 3, 2, 3, {}}));
  EXPECT_EQ(record.cases[0].gate_timeouts, 3);
  EXPECT_THAT(record.cases[1].samples_ns, ElementsAre(7.0));
}

TEST(Apply, StatisticsAreLeftToJudge) {
  Record record = opened();
  apply(record, 0, BlockDone{0, 0, {1.0, 2.0}, 0, {}});
  EXPECT_FALSE(record.cases[0].stats);
}

TEST(Apply, FloorsKeepTheProcessThatMeasuredThem) {
  Record record = opened();
  apply(record, 1, FloorMeasured{{TimerKind::event, Launch::stream, 32.0, 1312.0, 2912.0}});
  ASSERT_EQ(record.environment.floors.size(), 1U);
  EXPECT_EQ(record.environment.floors[0].replicate, 1);
  EXPECT_EQ(record.environment.floors[0].empty_kernel_ns, 2912.0);
}

TEST(Apply, CountersOfSeveralProcessesArePooledAndTheWorstResidualStays) {
  Record record = opened();
  apply(record, 0, CountersOpened{{true, "ok", ""}});
  CountersDone m{.index = 0};
  m.readings = {{.dram_read_bytes = 1.0}};
  m.residual_dirty_bytes = 5000.0;
  apply(record, 0, m);
  m.residual_dirty_bytes = 100.0;
  apply(record, 1, m);
  EXPECT_TRUE(record.environment.counters.available);
  EXPECT_EQ(record.cases[0].counters->readings.size(), 2U);
  EXPECT_EQ(record.cases[0].counters->residual_dirty_bytes, 5000.0);
  EXPECT_FALSE(record.cases[1].counters);
}

TEST(Apply, OfSeveralVerificationsTheWorstStays) {
  Record record = opened();
  for (const double error : {0.002, 0.5, 0.001}) {
    CaseReady m = ready(0);
    m.verified->max_rel_error = error;
    apply(record, 0, m);
    apply(record, 0, CaseVerified{1, {error, 0.01}});
  }
  EXPECT_EQ(record.cases[0].verified_before->max_rel_error, 0.5);
  EXPECT_EQ(record.cases[1].verified_after->max_rel_error, 0.5);
}

TEST(Apply, AFailureIsAFlagThatJudgeKeeps) {
  Record record = opened();
  apply(record, 0, CaseFailed{1, "timeout", "60 s passed."});
  apply(record, 1, CaseFailed{1, "timeout", "60 s passed."});
  apply(record, 1, CaseFailed{1, "timeout", "It hung."});
  judge(record);
  EXPECT_THAT(record.cases[1].flags, ElementsAre(Flag{"timeout", "60 s passed. It hung.", true}));
  EXPECT_EQ(record.cases[1].status, Status::failed);
}

TEST(Apply, OnlyTheEndOfTheLastProcessMakesTheRecordWhole) {
  Record record = opened();
  apply(record, 0, DeviceClosed{{.sm_mhz = 1980.0}, {{"samples", 1.5}}});
  EXPECT_TRUE(record.partial);
  EXPECT_EQ(record.environment.processes.at(0).phase_seconds.at("samples"), 1.5);
  apply(record, 1, DeviceOpened{synthetic::device(), {}});
  apply(record, 1, WarmedUp{0.25, {1755, 1980}});
  apply(record, 1, DeviceClosed{});
  EXPECT_FALSE(record.partial);
  EXPECT_EQ(record.environment.processes.at(1).replicate, 1);
  EXPECT_EQ(record.environment.processes.at(1).warmup_s, 0.25);
}

TEST(Apply, ASuccessorOfADeadProcessHasItsOwnRow) {
  Record record = opened();
  apply(record, 0, DeviceOpened{synthetic::device(), {.sm_mhz = 1300.0}});
  apply(record, 0, WarmedUp{0.5, {}});
  ASSERT_EQ(record.environment.processes.size(), 2U);
  EXPECT_EQ(record.environment.processes[0].warmup_s, 0.0);
  EXPECT_EQ(record.environment.processes[1].warmup_s, 0.5);
}

TEST(Apply, AnotherDeviceInALaterProcessIsAWarningThatStays) {
  Record record = opened();
  DeviceInfo other = synthetic::device();
  other.uuid = "GPU-2";
  apply(record, 1, DeviceOpened{other, {}});
  judge(record);
  ASSERT_FALSE(record.warnings.empty());
  EXPECT_EQ(record.warnings[0].id, "device_changed");
  EXPECT_THAT(record.warnings[0].text, HasSubstr("Process 1 opened NVIDIA H200 (GPU-2)"));
  EXPECT_EQ(record.environment.device.uuid, synthetic::device().uuid);
}

TEST(Apply, OtherKernelsInALaterProcessAreAWarning) {
  Record record = opened();
  apply(record, 0, ready(0));
  apply(record, 1, ready(0));
  EXPECT_TRUE(record.warnings.empty());
  CaseReady other = ready(0);
  other.workload.kernels = {{"another"}};
  apply(record, 1, other);
  ASSERT_EQ(record.warnings.size(), 1U);
  EXPECT_EQ(record.warnings[0].id, "call_changed");
}

TEST(Apply, AMessageAboutNoCaseOfTheRecordIsAnError) {
  Record record = opened();
  EXPECT_THROW(apply(record, 0, BlockDone{.index = 2}), std::runtime_error);
  EXPECT_THROW(apply(record, 0, CaseFailed{0, "haunted", ""}), std::runtime_error);
  EXPECT_THROW(apply(record, 1, WarmedUp{}), std::runtime_error);
}

TEST(ApplyOthers, AProcessSeenOftenIsOneWithAllItsTimes) {
  Record record = begin_record(Spec{}, {});
  apply(record, 0, OthersSeen{{{7, "python3", 100, "before"}}});
  apply(record, 0, OthersSeen{{{7, "python3", 300, "during"}}});
  apply(record, 0, OthersSeen{{{7, "python3", 200, "during"}, {8, "other", std::nullopt, "during"}}});
  ASSERT_EQ(record.environment.others.size(), 2U);
  EXPECT_EQ(record.environment.others[0], (GpuProcess{7, "python3", 300, "before, during"}));
}

}  // namespace
}  // namespace l2bench
