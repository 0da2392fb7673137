#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/cuda/cupti_library.hpp"

using testing::AllOf;
using testing::HasSubstr;

namespace l2bench {
namespace {

TEST(OpenCupti, SaysWhereItLookedAndWhatToInstall) {
  CuptiLibrary library{};
  std::string why_none;
  EXPECT_FALSE(open_cupti({"/nowhere/libcupti.so.13", "libcupti-of-nobody.so"}, library, why_none));
  EXPECT_THAT(why_none, AllOf(HasSubstr("tried /nowhere/libcupti.so.13, libcupti-of-nobody.so."),
                              HasSubstr("package cuda-cupti"), HasSubstr("LD_LIBRARY_PATH")));
}

TEST(OpenCupti, RefusesALibraryThatLacksFunctionsAndNamesThem) {
  CuptiLibrary library{};
  std::string why_none;
  EXPECT_FALSE(open_cupti({"/nowhere/libcupti.so.13", "libm.so.6"}, library, why_none));
  EXPECT_THAT(why_none, AllOf(HasSubstr("libm.so.6 lacks cuptiGetResultString, "), HasSubstr("cuptiRangeProfilerStart"),
                              HasSubstr("cuptiActivityFlushAll")));
}

TEST(CheckCupti, TurnsAFailureIntoASentenceWithCuptisOwnWord) {
  std::string why_none;
  const CuptiLibrary* library = cupti_library(why_none);
  if (!library) GTEST_SKIP() << why_none;
  EXPECT_NO_THROW(check_cupti(*library, CUPTI_SUCCESS, "open"));
  try {
    check_cupti(*library, CUPTI_ERROR_HARDWARE_BUSY, "open the range profiler");
    FAIL() << "nothing was thrown";
  } catch (const CuptiError& error) {
    EXPECT_EQ(error.code, CUPTI_ERROR_HARDWARE_BUSY);
    EXPECT_STREQ(error.what(), "CUPTI could not open the range profiler: error 26 (CUPTI_ERROR_HARDWARE_BUSY).");
  }
}

}  // namespace
}  // namespace l2bench
