#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "l2bench/device.hpp"
#include "l2bench/error.hpp"

namespace l2bench {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string refusal(const std::string& device) {
  try {
    open_rig(device);
  } catch (const MachineError& error) {
    return error.what();
  }
  return "opened";
}

TEST(OpenRig, NamesTheDeviceItCannotOpen) {
  EXPECT_THAT(refusal("GPU-ffffffff-0000-0000-0000-000000000000"),
              HasSubstr("'GPU-ffffffff-0000-0000-0000-000000000000'"));
}

TEST(OpenRig, SaysHowToGetCudaWhereItIsNotBuiltIn) {
#ifdef L2BENCH_HAVE_CUDA
  GTEST_SKIP() << "this build has CUDA";
#endif
  EXPECT_THAT(refusal("0"), AllOf(HasSubstr("has no CUDA"), HasSubstr("preset cuda")));
}

TEST(OpenRig, AModelIsMarkedAsSimulated) {
  const auto rig = open_rig("model:a100-pcie-40gb");
  EXPECT_TRUE(rig->device().info().simulated);
  EXPECT_EQ(rig->device().info().name, "NVIDIA A100-PCIE-40GB (simulated)");
}

TEST(OpenRig, AnUnknownModelIsAnErrorOfUse) {
  try {
    open_rig("model:a100");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("'a100' is not a built-in model"));
  }
}

TEST(ListDevices, GivesAReasonWhereThereIsNone) {
  std::string why_none;
  const bool has_device = !list_devices(why_none).empty();
  EXPECT_EQ(why_none.empty(), has_device) << why_none;
}

}  // namespace
}  // namespace l2bench
