#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "kernels/gate.hpp"
#include "l2bench/error.hpp"
#include "src/cuda/cuda_rig.hpp"
#include "src/cuda/gemv_data.hpp"
#include "src/cuda/nvml.hpp"
#include "src/cuda/step_buffers.hpp"

namespace l2bench {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(TicketReached, HoldsAlsoWhereTheCountWrapsAround) {
  EXPECT_TRUE(ticket_reached(1, 1));
  EXPECT_TRUE(ticket_reached(2, 1));
  EXPECT_FALSE(ticket_reached(0, 1));
  EXPECT_TRUE(ticket_reached(0, 0xFFFFFFFF));
  EXPECT_FALSE(ticket_reached(0xFFFFFFFF, 0));
}

TEST(ImplementationOf, NamesTheMemsetOfTheRuntime) {
  EXPECT_EQ(implementation_of(StepKind::memset), "cudaMemsetAsync");
  EXPECT_EQ(implementation_of(StepKind::zero), "own kernel");
  EXPECT_EQ(implementation_of(StepKind::discard), "own kernel, discard.global.L2");
}

TEST(GemvBytes, CountsEveryOperandOnce) {
  WorkloadRequest request;
  request.shape = {.n = 100, .k = 30};
  request.rows = 2;
  const GemvTypes types{.weight = Element::int8, .input = Element::bf16, .output = Element::bf16, .has_scale = true};
  const GemvBytes bytes = gemv_bytes(request, types);
  EXPECT_EQ(bytes.weight, 3000u);
  EXPECT_EQ(bytes.scale, 400u);
  EXPECT_EQ(bytes.x, 120u);
  EXPECT_EQ(bytes.y, 400u);
  EXPECT_EQ(bytes.reference, 1600u);
}

TEST(AllocatedBytes, CountsWeightAndScaleOnceACopyAtAnAllocationsAlignment) {
  WorkloadRequest request;
  request.shape = {.n = 100, .k = 30};
  request.rows = 2;
  request.copies = 3;
  const GemvTypes types{.weight = Element::int8, .input = Element::bf16, .output = Element::bf16, .has_scale = true};
  EXPECT_EQ(allocated_bytes(request, types), 3 * (3072 + 512) + 120 + 400 + 1600 + sizeof(Comparison));
}

TEST(NvmlDevice, LeavesEveryReadingOutForADeviceItDoesNotKnow) {
  const NvmlDevice nobody("GPU-00000000-0000-0000-0000-000000000000", "FFFF:FF:1F.0");
  EXPECT_EQ(nobody.clocks(), ClockReading{});
  EXPECT_EQ(nobody.power_limit_w(), std::nullopt);
  EXPECT_EQ(nobody.ecc(), std::nullopt);
  EXPECT_EQ(nobody.mig(), std::nullopt);
  EXPECT_EQ(nobody.free_memory_bytes(), std::nullopt);
}

TEST(CudaRig, SaysInPlainWordsWhyThereIsNoDevice) {
  std::string why_none;
  if (!list_cuda_devices(why_none).empty()) GTEST_SKIP() << "this machine has a CUDA device";
  EXPECT_THAT(why_none, testing::AnyOf(HasSubstr("driver is missing"), HasSubstr("No CUDA device is visible")));
  try {
    open_cuda_rig("0");
    FAIL();
  } catch (const MachineError& error) {
    EXPECT_THAT(error.what(), StartsWith("Could not open device '0': " + why_none));
    EXPECT_EQ(error.exit, Exit::cannot_run);
  }
}

}  // namespace
}  // namespace l2bench
