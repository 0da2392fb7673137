#include "app/ncu.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "l2bench/error.hpp"

namespace l2bench {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* two_kernels =
    "==PROF== Connected to process 12\n"
    "\"ID\",\"Process ID\",\"Kernel Name\",\"dram__bytes_read.sum\",\"dram__bytes_write.sum\","
    "\"gpu__time_duration.sum\"\n"
    "\"\",\"\",\"\",\"Mbyte\",\"byte\",\"us\"\n"
    "\"0\",\"12\",\"gemm<int, \"\"x\"\">\",\"33.56\",\"1,024\",\"11.46\"\n"
    "\"1\",\"12\",\"reduce\",\"0\",\"0\",\"2.62\"\n"
    "==PROF== Disconnected\n";

TEST(NcuCsv, GivesKernelsInOrderInBaseUnits) {
  const auto kernels = parse_ncu_csv(two_kernels);
  EXPECT_THAT(kernels,
              ElementsAre(NcuKernel{"gemm<int, \"x\">", 33.56e6, 1024, 11460}, NcuKernel{"reduce", 0, 0, 2620}));
}

TEST(NcuCsv, WithoutKernelsShowsWhatNcuSaid) {
  try {
    parse_ncu_csv("==ERROR== ERR_NVGPUCTRPERM\n");
    FAIL() << "must throw";
  } catch (const MachineError& error) {
    EXPECT_THAT(error.what(), HasSubstr("ERR_NVGPUCTRPERM"));
  }
}

TEST(NcuCsv, RefusesAUnitItDoesNotKnow) {
  std::string text = two_kernels;
  text.replace(text.find("Mbyte"), 5, "Qbyte");
  EXPECT_THROW(parse_ncu_csv(text), MachineError);
}

}  // namespace
}  // namespace l2bench
