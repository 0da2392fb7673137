#include "src/cuda/gate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "gpu_fixture.hpp"
#include "kernels/flush.hpp"
#include "l2bench/error.hpp"

namespace l2bench {
namespace {

using namespace std::chrono_literals;

class GateTest : public GpuTest {
 protected:
  bool is_running() const {
    const bool running = cudaStreamQuery(stream()) == cudaErrorNotReady;
    static_cast<void>(cudaGetLastError());  // the runtime remembers "not ready" as an error
    return running;
  }
};

TEST_F(GateTest, HoldsWhatIsQueuedBehindItUntilItIsReleased) {
  const auto memory = upload(std::vector<std::uint32_t>(32, 7));
  launch_zero(memory.get(), line_bytes, stream());  // loads the kernel: a gated first launch could not
  wait();
  Gate gate;
  gate.arm();
  gate.queue(stream());
  launch_write(memory.get(), line_bytes, stream());
  std::this_thread::sleep_for(20ms);
  EXPECT_TRUE(is_running());
  gate.release();
  EXPECT_EQ(download(memory.get(), 1).front(), write_pattern);
  EXPECT_FALSE(gate.timed_out());
}

TEST_F(GateTest, IsPassedAtOnceIfItWasReleasedFirst) {
  Gate gate;
  gate.arm();
  gate.release();
  gate.queue(stream());
  wait();
  EXPECT_FALSE(gate.timed_out());
}

TEST_F(GateTest, HoldsAgainAfterEveryArm) {
  Gate gate;
  for (int sample = 0; sample < 3; ++sample) {
    gate.arm();
    gate.queue(stream());
    std::this_thread::sleep_for(2ms);
    EXPECT_TRUE(is_running()) << sample;
    gate.release();
    wait();
    EXPECT_FALSE(gate.timed_out()) << sample;
  }
}

TEST_F(GateTest, OpensByItsTimeoutAndSaysSo) {
  const auto words = allocate_mapped<GateWords>(1, "a test");
  launch_gate(words.get(), 5, 3'000'000, stream());
  wait();
  EXPECT_EQ(words->timed_out, 5u);
}

TEST_F(GateTest, APauseTakesItsTime) {
  device().queue_pause(0);  // loads the kernel
  device().wait();
  const auto begin = std::chrono::steady_clock::now();
  device().queue_pause(5'000'000);
  device().wait();
  const auto took = std::chrono::steady_clock::now() - begin;
  EXPECT_GE(took, 5ms);
  EXPECT_LT(took, 50ms);
}

TEST_F(GateTest, OfTheDeviceWorksThroughItsDoor) {
  Device& gated = device();
  gated.queue_step({StepKind::nop, 0});  // loads the kernel
  gated.wait();
  gated.arm_gate();
  gated.queue_gate();
  gated.queue_step({StepKind::nop, 0});
  gated.release_gate();
  gated.wait();
  EXPECT_FALSE(gated.gate_timed_out());
  EXPECT_NO_THROW(gated.release_gate());
}

TEST_F(GateTest, IsNotRecordedIntoAGraph) {
  device().begin_capture();
  device().arm_gate();
  EXPECT_THROW(device().queue_gate(), DeviceError);
  device().wait();
}

}  // namespace
}  // namespace l2bench
