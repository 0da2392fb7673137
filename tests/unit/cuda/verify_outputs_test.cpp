#include <gtest/gtest.h>

#include "src/cuda/kernel_workload.hpp"

namespace l2bench {
namespace {

TEST(VerifyOutputs, EachIsHeldAgainstItsOwnScaleAndType) {
  const std::vector<Output> wanted{{BufferType::bf16, {0.02, -0.03}}, {BufferType::int32, {10000, 20000}}};
  EXPECT_TRUE(verify_outputs(wanted, wanted, {}).passed());

  std::vector<Output> small_is_wrong = wanted;
  small_is_wrong[0].values[1] = 0.03;
  EXPECT_FALSE(verify_outputs(small_is_wrong, wanted, {}).passed()) << "beside numbers a million times as large";

  std::vector<Output> integer_is_wrong = wanted;
  integer_is_wrong[1].values[0] = 10001;
  EXPECT_FALSE(verify_outputs(integer_is_wrong, wanted, {}).passed()) << "beside an output that may be rounded";
  EXPECT_TRUE(verify_outputs(integer_is_wrong, wanted, 1e-3).passed()) << "the spec's own tolerance is for all";
}

TEST(VerifyOutputs, TellsTheOneFurthestFromItsTolerance) {
  const std::vector<Output> wanted{{BufferType::fp32, {1.0}}, {BufferType::bf16, {1.0}}};
  const std::vector<Output> found{{BufferType::fp32, {1.0005}}, {BufferType::bf16, {1.004}}};
  const Verification worst = verify_outputs(found, wanted, {});
  EXPECT_NEAR(worst.max_rel_error, 5e-4, 1e-9);
  EXPECT_DOUBLE_EQ(worst.tolerance, 1e-4);
}

}  // namespace
}  // namespace l2bench
