#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "l2bench/error.hpp"
#include "src/cuda/cupti.hpp"
#include "src/cuda/cupti_status.hpp"

using testing::AllOf;
using testing::HasSubstr;

namespace l2bench {
namespace {

struct Expected {
  CUptiResult code;
  std::string word;
  std::string remedy_part;
};

class CounterStatusOf : public testing::TestWithParam<Expected> {};

TEST_P(CounterStatusOf, NamesTheReasonAndARemedyAndKeepsWhatFailed) {
  const CounterStatus status = counter_status(CuptiError(GetParam().code, "CUPTI could not open: error N."));
  EXPECT_FALSE(status.available);
  EXPECT_EQ(status.word, GetParam().word);
  EXPECT_THAT(status.remedy, AllOf(HasSubstr("CUPTI could not open: error N. "), HasSubstr(GetParam().remedy_part)));
}

INSTANTIATE_TEST_SUITE_P(EveryRefusal, CounterStatusOf,
                         testing::Values(Expected{CUptiResult(35), "denied", "NVreg_RestrictProfilingToAdminUsers=0"},
                                         Expected{CUptiResult(26), "locked", "dcgmi profile --pause"},
                                         Expected{CUptiResult(39), "profiler", "run without it"},
                                         Expected{CUptiResult(23), "profiler", "run without it"},
                                         Expected{CUptiResult(40), "hypervisor", "administrator"},
                                         Expected{CUptiResult(33), "hypervisor", "administrator"},
                                         Expected{CUptiResult(41), "unsupported", "confidential"},
                                         Expected{CUptiResult(43), "unsupported", "whole GPU"},
                                         Expected{CUptiResult(46), "unsupported", "newer CUDA toolkit"},
                                         Expected{CUptiResult(15), "absent", "driver"},
                                         Expected{CUptiResult(999), "absent", "libnvperf"}),
                         [](const auto& row) { return "Code" + std::to_string(static_cast<int>(row.param.code)); });

TEST(CounterStatus, KeepsTheSentenceOfAnErrorWithoutARowOfItsOwn) {
  const CounterStatus status = counter_status(CuptiError(CUPTI_ERROR_OUT_OF_MEMORY, "CUPTI could not open: error 8."));
  EXPECT_FALSE(status.available);
  EXPECT_EQ(status.word, "absent");
  EXPECT_EQ(status.remedy, "CUPTI could not open: error 8.");
}

TEST(CuptiCounters, WithoutADeviceAreUnavailableWithAReasonAndDoNotThrow) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0) GTEST_SKIP() << "this machine has a device";
  const auto counters = make_cupti_counters(nullptr);
  const CounterStatus status = counters->status();
  EXPECT_FALSE(status.available);
  EXPECT_EQ(status.word, "absent");
  EXPECT_FALSE(status.remedy.empty());
  EXPECT_EQ(counters->status(), status);
}

TEST(CuptiTimer, WithoutADeviceIsAMachineErrorThatNamesOtherTimers) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0) GTEST_SKIP() << "this machine has a device";
  try {
    make_cupti_timer(nullptr);
    FAIL() << "nothing was thrown";
  } catch (const MachineError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("The timer 'kernel' cannot be used."), HasSubstr("event, stamp")));
  }
}

}  // namespace
}  // namespace l2bench
