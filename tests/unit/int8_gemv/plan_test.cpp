#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/int8_gemv_plan.hpp"
#include "l2bench/error.hpp"

namespace l2bench::int8_gemv {
namespace {

using testing::HasSubstr;

constexpr int hopper = 232448;     // bytes of shared memory that a block can have
constexpr int blackwell = 101376;  // compute capability 12.0

const Int8GemvConfig& config(std::string_view name) {
  return *find_int8_gemv_config(name);
}

TEST(PlanCall, CutsACallIntoTilesAndPasses) {
  const Plan plan = plan_call(config("r16-k8x2-c128x2-smem-digits-tiles"), 4097, 4112, 1, hopper);
  EXPECT_EQ(plan.tiles, 129) << "32 rows a block";
  EXPECT_EQ(plan.passes, 5) << "8 warps x 128 columns";
  EXPECT_EQ(plan.x_pitch, 5 * 1024 + 64);
  EXPECT_EQ(plan.layout.x_planes, 64 * 1024) << "behind the ring: 16 warps x 2 stages x 16 rows x 128 columns";
  EXPECT_EQ(plan.layout.x_scales, plan.layout.x_planes + 4 * plan.x_pitch);
  EXPECT_EQ(plan.layout.x_staging, plan.layout.x_scales + 4 * 40);
  EXPECT_EQ(plan.layout.meeting, plan.layout.x_staging + 2 * 5 * 1024);
  EXPECT_EQ(plan.layout.bytes, plan.layout.meeting + 2 * 8 * 32 * 4);
}

TEST(PlanCall, GivesRegistersTheSameStagesInEveryTile) {
  const Plan plan = plan_call(config("r16-k8x1-c64x4-reg-digits-tiles"), 16, 5 * 512, 1, hopper);
  EXPECT_EQ(plan.passes, 8) << "5, and 3 that load nothing";
  EXPECT_EQ(plan.layout.x_planes, 0) << "no ring in shared memory";
}

TEST(PlanCall, TakesDigitsForOneAndTwoRowsOfX) {
  const Int8GemvConfig& digits = config("r16-k8x2-c128x2-smem-digits-tiles");
  EXPECT_EQ(plan_call(digits, 64, 4096, 2, hopper).variant.x, Int8XPath::digits);
  const Plan more = plan_call(digits, 64, 4096, 3, hopper);
  EXPECT_EQ(more.variant.x, Int8XPath::bf16);
  EXPECT_EQ(more.layout.meeting, 64 * 1024) << "no x in shared memory";
}

TEST(PlanCall, TakesBf16WhereDigitsDoNotFit) {
  const Int8GemvConfig& digits = config("r16-k8x2-c128x2-smem-digits-tiles");
  EXPECT_EQ(plan_call(digits, 64, 14336, 1, hopper).variant.x, Int8XPath::digits);
  EXPECT_EQ(plan_call(digits, 64, 14336, 1, blackwell).variant.x, Int8XPath::bf16);
  EXPECT_EQ(plan_call(digits, 64, 1 << 30, 1, hopper).variant.x, Int8XPath::bf16) << "nor does a sum overflow";
}

TEST(PlanCall, RefusesWhatNoBlockCanHold) {
  try {
    plan_call(config("r16-k8x2-c256x2-smem-digits-tiles"), 64, 4096, 8, blackwell);
    FAIL() << "128 KiB in flight do not fit into 99 KiB";
  } catch (const MachineError& error) {
    EXPECT_THAT(error.what(), HasSubstr("r16-k8x2-c256x2-smem-digits-tiles with 8 rows of x"));
    EXPECT_THAT(error.what(), HasSubstr("needs 144KiB of shared memory, and this device gives a block 99KiB"));
    EXPECT_THAT(error.what(), HasSubstr("list configs"));
  }
}

TEST(PlanCall, LetsTheDefaultRunEverywhere) {
  for (int m = 1; m <= 8; ++m) EXPECT_NO_THROW(plan_call(default_int8_gemv_config(), 4096, 128256, m, blackwell)) << m;
}

}  // namespace
}  // namespace l2bench::int8_gemv
