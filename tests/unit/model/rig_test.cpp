#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "l2bench/error.hpp"
#include "l2bench/model.hpp"

namespace l2bench {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t mib = 1048576;

class ModelRigTest : public testing::Test {
 protected:
  ModelRigTest() { rig->prepare_buffers(256 * mib, 256 * mib); }

  /// One gated sample, as the sampler takes it.
  double sample_ns(const std::vector<PlacedStep>& prep, TimerKind kind = TimerKind::event) {
    Device& device = rig->device();
    Timer& timer = rig->timer(kind);
    for (const PlacedStep& step : prep) device.queue_step(step);
    device.arm_gate();
    device.queue_gate();
    timer.queue_start(0);
    workload->queue_call(0);
    timer.queue_stop(0);
    device.release_gate();
    device.wait();
    return timer.elapsed_ns(0);
  }

  std::vector<double> block_ns(const std::vector<PlacedStep>& prep, int samples) {
    rig->timer(TimerKind::event).arm();
    std::vector<double> block;
    for (int i = 0; i < samples; ++i) block.push_back(sample_ns(prep));
    return block;
  }

  CounterReading count(const std::vector<PlacedStep>& prep) {
    Counters& counters = rig->counters();
    counters.start(1);
    for (const PlacedStep& step : prep) rig->device().queue_step(step);
    counters.push_range();
    workload->queue_call(0);
    counters.pop_range();
    rig->device().wait();
    return counters.stop().front();
  }

  WorkloadRequest request{.workload = "cublas", .shape = {4096, 4096}};
  std::unique_ptr<Rig> rig = open_model_rig(open_model_card("h200"));
  std::unique_ptr<Workload> workload = rig->make_workload(request);
  const PlacedStep zero{StepKind::zero, 256 * mib};
  const PlacedStep read{StepKind::read, 256 * mib};
  const PlacedStep discard{StepKind::discard, 256 * mib};
  const PlacedStep nop{StepKind::nop, 0};
};

TEST_F(ModelRigTest, SaysThatItIsSimulated) {
  const DeviceInfo& info = rig->device().info();
  EXPECT_EQ(info.name, "NVIDIA H200 (simulated)");
  EXPECT_TRUE(info.simulated);
  EXPECT_EQ(info.l2_bytes, 60 * mib);
  EXPECT_FALSE(info.uuid.has_value());
  EXPECT_FALSE(info.driver_version.has_value());
  EXPECT_EQ(rig->device().clocks(), ClockReading{});
}

TEST_F(ModelRigTest, ADirtyL2CostsTime) {
  const double clean = sample_ns({read});
  const double dirty = sample_ns({zero});
  EXPECT_NEAR(clean, 14620, 500);
  EXPECT_NEAR(dirty, 18020, 800);
}

TEST_F(ModelRigTest, TimersDifferByTheirOverheads) {
  EXPECT_GT(sample_ns({read}, TimerKind::event), sample_ns({read}, TimerKind::stamp));
  EXPECT_GT(sample_ns({read}, TimerKind::stamp), sample_ns({read}, TimerKind::kernel));
}

TEST_F(ModelRigTest, OnlyTheKernelTimerSeesKernels) {
  sample_ns({read}, TimerKind::event);
  EXPECT_TRUE(rig->timer(TimerKind::event).kernel_times(0).empty());
  sample_ns({read}, TimerKind::kernel);
  const auto kernels = rig->timer(TimerKind::kernel).kernel_times(0);
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_EQ(kernels[0].name, "simulated cublasGemmEx");
}

TEST_F(ModelRigTest, ANopChangesNothing) {
  sample_ns({zero});
  EXPECT_EQ(block_ns({zero, nop}, 10), block_ns({nop, nop, zero}, 10));
}

TEST_F(ModelRigTest, ARepeatedBlockIsEqual) {
  sample_ns({zero});
  EXPECT_EQ(block_ns({zero}, 1000), block_ns({zero}, 1000));
}

/// So that the program finds the step of the timer as it does on a real device.
TEST_F(ModelRigTest, SamplesDifferByOneStepOfTheTimer) {
  sample_ns({zero});
  const std::vector<double> block = block_ns({zero}, 100);
  const auto [least, most] = std::minmax_element(block.begin(), block.end());
  EXPECT_EQ(*most - *least, 32.0);
}

TEST_F(ModelRigTest, CountsTheBytesOfTheRange) {
  const double weight = 4096.0 * 4096 * 2;
  const CounterReading clean = count({read});
  EXPECT_NEAR(*clean.dram_read_bytes, weight, 16384);
  EXPECT_EQ(clean.dram_write_bytes, 0.0);
  EXPECT_FALSE(clean.l2_tag_hits.has_value());
  EXPECT_NEAR(*count({zero}).dram_write_bytes / mib, 11.22, 1.1);
  EXPECT_EQ(count({zero, discard}).dram_write_bytes, 0.0);
}

TEST_F(ModelRigTest, CountingDoesNotTouchTimes) {
  EXPECT_TRUE(rig->counters().status().available);
  sample_ns({zero});
  const auto before = block_ns({zero}, 10);
  count({zero});
  EXPECT_EQ(block_ns({zero}, 10), before);
}

TEST_F(ModelRigTest, AGraphReplaysWhatWasRecorded) {
  sample_ns({zero});
  const double streamed = block_ns({zero}, 1)[0];
  Device& device = rig->device();
  Timer& timer = rig->timer(TimerKind::event);
  device.begin_capture();
  device.queue_step(zero);
  timer.queue_start(3);
  workload->queue_call(0);
  timer.queue_stop(3);
  const GraphId graph = device.end_capture();
  EXPECT_EQ(timer.elapsed_ns(3), 1280.0);  // nothing ran yet: an empty pair
  timer.arm();
  device.queue_replay(graph);
  device.wait();
  EXPECT_EQ(timer.elapsed_ns(3), streamed);
}

TEST_F(ModelRigTest, RotationOverEnoughCopiesIsCold) {
  request.copies = 10;
  workload = rig->make_workload(request);
  Timer& timer = rig->timer(TimerKind::event);
  Device& device = rig->device();
  device.begin_capture();
  timer.queue_start(0);
  for (int copy = 0; copy < 10; ++copy) workload->queue_call(copy);
  timer.queue_stop(0);
  const GraphId graph = device.end_capture();
  for (int sample = 0; sample < 3; ++sample) device.queue_replay(graph);
  device.wait();
  EXPECT_NEAR(timer.elapsed_ns(0) / 10, 12700, 300);
}

TEST_F(ModelRigTest, TouchLeavesTheWeightInL2) {
  rig->device().queue_step(read);
  workload->queue_touch();
  EXPECT_LT(*count({}).dram_read_bytes, 0.01 * 33554432);
}

TEST_F(ModelRigTest, WhatAFailedCaptureRecordedIsDropped) {
  Device& device = rig->device();
  device.begin_capture();
  device.queue_step(zero);
  device.wait();
  EXPECT_THROW(device.end_capture(), DeviceError);
}

TEST_F(ModelRigTest, AGateThatNobodyOpensTimesOut) {
  Device& device = rig->device();
  device.arm_gate();
  device.queue_gate();
  device.wait();
  EXPECT_TRUE(device.gate_timed_out());
  sample_ns({read});
  EXPECT_FALSE(device.gate_timed_out());
}

TEST_F(ModelRigTest, RefusesWhatADeviceRefuses) {
  Device& device = rig->device();
  const auto why = [](const auto& call) -> std::string {
    try {
      call();
    } catch (const DeviceError& error) {
      return error.what();
    }
    return "taken";
  };
  EXPECT_THAT(why([&] {
                device.queue_step({StepKind::zero, 512 * mib});
              }),
              HasSubstr("Could not run the step zero:512MiB: its buffer has 256MiB."));
  EXPECT_THAT(why([&] { device.queue_step({StepKind::touch, 0}); }), HasSubstr("the workload runs it"));
  EXPECT_THAT(why([&] { device.queue_replay(7); }), HasSubstr("Could not launch graph 7"));
  device.begin_capture();
  EXPECT_THAT(why([&] { device.queue_gate(); }), HasSubstr("Could not record a gate into a graph"));
  device.wait();
  request.workload = "attention";
  EXPECT_THAT(why([&] { rig->make_workload(request); }), HasSubstr("The model has no workload 'attention'"));
  request = {.workload = "consume", .config = "sideways", .shape = {1048576, 0}, .dtype = Dtype::int8};
  EXPECT_THAT(why([&] { rig->make_workload(request); }), HasSubstr("consume has no config 'sideways'"));
  request = {.workload = "int8-gemv", .config = "none-such", .shape = {4096, 4096}, .dtype = Dtype::int8};
  EXPECT_THAT(why([&] { rig->make_workload(request); }), HasSubstr("int8-gemv has no configuration 'none-such'"));
  EXPECT_THAT(why([&] { rig->counters().pop_range(); }), HasSubstr("Could not end a counted range"));
}

TEST_F(ModelRigTest, DescribesTheOperandsOfACall) {
  const WorkloadInfo& info = workload->info();
  EXPECT_EQ(info.weight_bytes, 33554432U);
  EXPECT_EQ(info.read_bytes, 33554432U + 8192U);
  EXPECT_EQ(info.write_bytes, 8192U);
  request = {.workload = "int8-gemv", .shape = {4096, 2048}, .rows = 2, .dtype = Dtype::int8, .copies = 3};
  const auto int8 = rig->make_workload(request);
  EXPECT_EQ(int8->info().operands[1].name, "scale");
  EXPECT_EQ(int8->info().operands[1].bytes, 16384U);
  EXPECT_EQ(int8->info().write_bytes, 2U * 4096U * 2U);
  EXPECT_EQ(rig->workload_bytes(request), 3U * (4096U * 2048U + 16384U) + 2U * 2048U * 2U + 2U * 4096U * 2U);
  EXPECT_FALSE(rig->configs("int8-gemv").empty());
  EXPECT_TRUE(rig->configs("cublas").empty());
}

TEST_F(ModelRigTest, AnInt8ProductOfCublasHasA32BitOutput) {
  request.dtype = Dtype::int8;
  EXPECT_EQ(rig->make_workload(request)->info().write_bytes, 4096U * 4U);
}

}  // namespace
}  // namespace l2bench
