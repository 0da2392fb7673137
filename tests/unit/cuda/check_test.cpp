#include "src/cuda/check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "l2bench/error.hpp"
#include "l2bench/size.hpp"

namespace l2bench {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

DeviceError error_of(cudaError_t result) {
  try {
    check(result, "copy a page");
  } catch (const DeviceError& error) {
    return error;
  }
  ADD_FAILURE() << "check let " << cudaGetErrorName(result) << " pass";
  return DeviceError("", false);
}

TEST(Check, LetsSuccessPass) {
  EXPECT_NO_THROW(check(cudaSuccess, "copy a page"));
}

TEST(Check, SaysWhatWasAttemptedTheErrorAndWhere) {
  const DeviceError error = error_of(cudaErrorInvalidValue);
  EXPECT_THAT(error.what(),
              StartsWith("Could not copy a page: invalid argument (cudaErrorInvalidValue, at check_test.cpp:"));
  EXPECT_FALSE(error.sticky);
  EXPECT_FALSE(error.out_of_memory);
  EXPECT_EQ(error.exit, Exit::invalid);
}

TEST(Check, SaysThatAStickyErrorEndsTheProcess) {
  const DeviceError error = error_of(cudaErrorIllegalAddress);
  EXPECT_TRUE(error.sticky);
  EXPECT_THAT(error.what(), HasSubstr("nothing more can run in this process"));
}

TEST(Check, KnowsWhichErrorsPoisonTheContext) {
  for (const cudaError_t error : {cudaErrorIllegalAddress, cudaErrorLaunchFailure, cudaErrorECCUncorrectable,
                                  cudaErrorLaunchTimeout, cudaErrorAssert, cudaErrorMisalignedAddress}) {
    EXPECT_TRUE(is_sticky(error)) << cudaGetErrorName(error);
  }
  for (const cudaError_t error : {cudaErrorInvalidValue, cudaErrorMemoryAllocation, cudaErrorNotReady,
                                  cudaErrorInvalidConfiguration, cudaErrorStreamCaptureInvalidated}) {
    EXPECT_FALSE(is_sticky(error)) << cudaGetErrorName(error);
  }
}

TEST(CheckAllocation, SaysHowManyBytesForWhat) {
  try {
    check_allocation(cudaErrorMemoryAllocation, 3 * GiB, "the weight");
    FAIL();
  } catch (const DeviceError& error) {
    EXPECT_THAT(error.what(), StartsWith("Could not allocate 3GiB for the weight: out of memory."));
    EXPECT_TRUE(error.out_of_memory);
    EXPECT_FALSE(error.sticky);
  }
}

TEST(CheckAllocation, IsNotOutOfMemoryForAnotherError) {
  try {
    check_allocation(cudaErrorInvalidValue, 128, "the weight");
    FAIL();
  } catch (const DeviceError& error) {
    EXPECT_THAT(error.what(), StartsWith("Could not allocate 128 for the weight: invalid argument"));
    EXPECT_FALSE(error.out_of_memory);
  }
}

}  // namespace
}  // namespace l2bench
