#include <cuda_runtime_api.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gpu_fixture.hpp"
#include "l2bench/error.hpp"
#include "src/cuda/cuda_device.hpp"
#include "src/cuda/cuda_rig.hpp"
#include "src/cuda/handles.hpp"

namespace l2bench {
namespace {

using testing::AllOf;
using testing::Gt;
using testing::HasSubstr;
using testing::Lt;
using testing::MatchesRegex;

class DeviceTest : public GpuTest {};

TEST_F(DeviceTest, KnowsWhatItIs) {
  const DeviceInfo& info = device().info();
  EXPECT_FALSE(info.name.empty());
  EXPECT_THAT(info.uuid.value_or(""), MatchesRegex("GPU-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"));
  EXPECT_THAT(info.compute_capability.value_or(""), MatchesRegex("[0-9]+[.][0-9]"));
  EXPECT_GT(info.l2_bytes, 1 * MiB);
  EXPECT_GT(info.free_memory_bytes, test_buffer_bytes);
  EXPECT_LE(info.free_memory_bytes, info.memory_bytes);
  EXPECT_GT(info.sm_count, 0);
  EXPECT_TRUE(info.driver_version && info.runtime_version && info.cublas_version);
  EXPECT_THAT(info.peak_bytes_per_s.value_or(0), AllOf(Gt(1e11), Lt(2e13)));
  EXPECT_FALSE(info.simulated);
}

TEST_F(DeviceTest, ClockReadingsAreSaneWhereTheyAreThere) {
  const ClockReading now = device().clocks();
  if (now.sm_mhz) {
    EXPECT_THAT(*now.sm_mhz, AllOf(Gt(50), Lt(5000)));
  }
  if (now.memory_mhz) {
    EXPECT_THAT(*now.memory_mhz, AllOf(Gt(100), Lt(20000)));
  }
  if (now.power_w) {
    EXPECT_THAT(*now.power_w, AllOf(Gt(1), Lt(3000)));
  }
  if (now.temperature_c) {
    EXPECT_THAT(*now.temperature_c, AllOf(Gt(0), Lt(120)));
  }
}

TEST_F(DeviceTest, WhatIsAllocatedAfterADisplacementLiesElsewhere) {
  const auto place = [&](int step) {
    device().displace(step);
    return allocate_device<std::byte>(8 * KiB, "a test").get();
  };
  const std::byte* there = place(0);
  const std::byte* elsewhere = place(1);
  device().displace(0);
  EXPECT_NE(there, elsewhere);
}

TEST_F(DeviceTest, RunsEveryStepOfItsOwn) {
  for (const StepRow& row : step_table) {
    if (row.own) continue;
    EXPECT_NO_THROW(device().queue_step({row.value, row.sized ? 4 * MiB : 0})) << row.word;
    EXPECT_NO_THROW(device().wait()) << row.word;
  }
}

TEST_F(DeviceTest, RefusesAStepLargerThanItsBuffer) {
  try {
    device().queue_step({StepKind::read, 2 * test_buffer_bytes});
    FAIL();
  } catch (const DeviceError& error) {
    EXPECT_THAT(error.what(), HasSubstr("Could not run the step read:512MiB: its buffer has 256MiB."));
    EXPECT_FALSE(error.sticky);
  }
}

TEST_F(DeviceTest, RefusesStepsOnTheWorkloadsData) {
  EXPECT_THROW(device().queue_step({StepKind::touch, 0}), DeviceError);
  EXPECT_THROW(device().queue_step({StepKind::produce, 0}), DeviceError);
}

TEST_F(DeviceTest, KeepsStepBuffersThatAreLargeEnough) {
  rig().prepare_buffers(1 * MiB, 1 * MiB);
  device().queue_step({StepKind::zero, test_buffer_bytes});
  device().queue_step({StepKind::read, test_buffer_bytes});
  device().wait();
}

TEST_F(DeviceTest, ReplaysAGraphAsOftenAsAsked) {
  Timer& timer = rig().timer(TimerKind::event);
  device().queue_step({StepKind::read, 128 * MiB});
  device().wait();
  device().begin_capture();
  timer.queue_start(0);
  device().queue_step({StepKind::read, 128 * MiB});
  timer.queue_stop(0);
  const GraphId graph = device().end_capture();
  for (int replay = 0; replay < 3; ++replay) {
    device().queue_replay(graph);
    device().wait();
    const double seconds = timer.elapsed_ns(0) * 1e-9;
    // A read that was optimised away would be faster than the memory allows; half of it may come from L2.
    EXPECT_GT(seconds, 0.5 * 128 * MiB / device().info().peak_bytes_per_s.value());
    EXPECT_LT(seconds, 0.01);
  }
}

TEST_F(DeviceTest, OneGraphHoldsSeveralTimedCalls) {
  Timer& timer = rig().timer(TimerKind::event);
  constexpr int calls = 40;
  device().begin_capture();
  for (int slot = 0; slot < calls; ++slot) {
    timer.queue_start(slot);
    device().queue_step({slot % 2 == 0 ? StepKind::nop : StepKind::read, 128 * MiB});
    timer.queue_stop(slot);
  }
  device().queue_replay(device().end_capture());
  device().wait();
  for (int slot = 0; slot < calls; slot += 2) EXPECT_LT(timer.elapsed_ns(slot), timer.elapsed_ns(slot + 1)) << slot;
}

TEST_F(DeviceTest, CanRecordAgainAfterARecordingThatAnErrorCutShort) {
  device().begin_capture();
  device().queue_step({StepKind::nop, 0});
  device().begin_capture();
  device().queue_step({StepKind::nop, 0});
  const GraphId graph = device().end_capture();
  device().queue_replay(graph);
  EXPECT_NO_THROW(device().wait());
}

TEST_F(DeviceTest, ResetsThePersistingLimitAndReportsWhatItFound) {
  const DeviceInfo& info = device().info();
  if (!info.persisting_l2_max_bytes) GTEST_SKIP() << "this device has no persisting L2";
  check(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, *info.persisting_l2_max_bytes / 2), "set a limit");
  std::size_t limit = 0;
  check(cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize), "read the limit");
  ASSERT_GT(limit, 0u);
  const CudaDevice opened(0);
  EXPECT_EQ(opened.info().persisting_l2_found_bytes, limit);
  check(cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize), "read the limit");
  EXPECT_EQ(limit, 0u);
}

TEST_F(DeviceTest, IsOpenedByIndexUuidOrPciId) {
  const DeviceInfo& info = device().info();
  for (const std::string& name : {std::string("0"), info.uuid.value(), info.pci_id.value()}) {
    EXPECT_EQ(open_rig(name)->device().info().uuid, info.uuid) << name;
  }
}

TEST_F(DeviceTest, IsListedByTheNameThatOpensIt) {
  std::string why_none;
  const auto found = list_devices(why_none);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front().id, "0");
  EXPECT_EQ(found.front().info.uuid, device().info().uuid);
  EXPECT_TRUE(why_none.empty());
}

TEST_F(DeviceTest, RefusesANameThatIsNotThereAndListsWhatIs) {
  try {
    open_rig("GPU-ffffffff-0000-0000-0000-000000000000");
    FAIL();
  } catch (const MachineError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("No CUDA device is named 'GPU-ffffffff-"),
                                    HasSubstr(device().info().name), HasSubstr(device().info().uuid.value())));
  }
}

}  // namespace
}  // namespace l2bench
