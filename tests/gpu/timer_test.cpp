#include <gtest/gtest.h>

#include "gpu_fixture.hpp"
#include "kernels/stamp.hpp"
#include "l2bench/error.hpp"
#include "src/cuda/timers.hpp"

namespace l2bench {
namespace {

/// The timers that need nothing but CUDA itself.
class TimerTest : public GpuTest, public testing::WithParamInterface<TimerKind> {
 protected:
  static double elapsed_of(StepKind kind, std::uint64_t bytes) {
    Timer& timer = rig().timer(GetParam());
    for (int run = 0; run < 2; ++run) {  // the first loads the kernels
      timer.queue_start(0);
      device().queue_step({kind, bytes});
      timer.queue_stop(0);
      device().wait();
    }
    return timer.elapsed_ns(0);
  }
};

TEST_P(TimerTest, TakesAnEmptyKernelForAFewMicroseconds) {
  const double ns = elapsed_of(StepKind::nop, 0);
  EXPECT_GE(ns, 0.0);
  EXPECT_LT(ns, 200'000.0);
}

TEST_P(TimerTest, TakesAReadForWhatTheMemoryAllows) {
  constexpr std::uint64_t bytes = 256 * MiB;
  const double seconds = elapsed_of(StepKind::read, bytes) * 1e-9;
  EXPECT_GT(seconds, 0.5 * static_cast<double>(bytes) / device().info().peak_bytes_per_s.value());
  EXPECT_LT(seconds, 0.02);
}

TEST_P(TimerTest, KeepsSlotsApart) {
  Timer& timer = rig().timer(GetParam());
  timer.queue_start(1);
  device().queue_step({StepKind::read, 256 * MiB});
  timer.queue_stop(1);
  timer.queue_start(2);
  timer.queue_stop(2);
  device().wait();
  EXPECT_GT(timer.elapsed_ns(1), timer.elapsed_ns(2) + 10'000.0);
}

TEST_P(TimerTest, WorksInAGraph) {
  Timer& timer = rig().timer(GetParam());
  device().begin_capture();
  timer.queue_start(0);
  device().queue_step({StepKind::read, 256 * MiB});
  timer.queue_stop(0);
  const GraphId graph = device().end_capture();
  for (int replay = 0; replay < 2; ++replay) device().queue_replay(graph);
  device().wait();
  EXPECT_GT(timer.elapsed_ns(0), 10'000.0);
}

INSTANTIATE_TEST_SUITE_P(All, TimerTest, testing::Values(TimerKind::event, TimerKind::stamp),
                         [](const auto& tested) { return std::string(row_of(timer_table, tested.param).word); });

class StampTest : public GpuTest {};

TEST_F(StampTest, TimeOnlyGrows) {
  constexpr std::size_t count = 100;
  const auto memory = allocate_device<std::uint64_t>(count, "a test");
  for (std::size_t i = 0; i < count; ++i) launch_stamp(memory.get() + i, stream());
  const auto stamps = download(memory.get(), count);
  EXPECT_GT(stamps.front(), 0u);
  for (std::size_t i = 1; i < count; ++i) EXPECT_GE(stamps[i], stamps[i - 1]) << i;
  EXPECT_GT(stamps.back(), stamps.front());
}

TEST_F(StampTest, ATimeThatWasNeverTakenIsAnError) {
  StampTimer timer(stream());
  EXPECT_THROW(timer.elapsed_ns(3), DeviceError);
  EXPECT_THROW(timer.queue_start(StampTimer::slots), DeviceError);
}

}  // namespace
}  // namespace l2bench
