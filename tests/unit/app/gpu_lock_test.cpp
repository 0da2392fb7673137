#include "app/gpu_lock.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "l2bench/error.hpp"

namespace l2bench {
namespace {

using ::testing::HasSubstr;

/// Lock files go to a folder of the test.
class GpuLockTest : public ::testing::Test {
 protected:
  GpuLockTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "l2bench-lock-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    setenv("XDG_RUNTIME_DIR", folder_.c_str(), 1);
  }
  ~GpuLockTest() override {
    unsetenv("XDG_RUNTIME_DIR");
    std::filesystem::remove_all(folder_);
  }
  std::string folder_;
};

bool never() {
  return false;
}

TEST_F(GpuLockTest, RefusesASecondRunNamingTheFirst) {
  GpuLock first(GpuLock::Wish::refuse, never);
  GpuLock second(GpuLock::Wish::refuse, never);
  first.hold("GPU-1");
  try {
    second.hold("GPU-1");
    FAIL() << "must throw";
  } catch (const MachineError& error) {
    EXPECT_THAT(error.what(), HasSubstr("process " + std::to_string(getpid())));
    EXPECT_THAT(error.what(), HasSubstr("--wait"));
  }
}

TEST_F(GpuLockTest, OfAnotherGpuIsAnotherLock) {
  GpuLock first(GpuLock::Wish::refuse, never);
  GpuLock second(GpuLock::Wish::refuse, never);
  first.hold("GPU-1");
  EXPECT_NO_THROW(second.hold("GPU-2"));
  EXPECT_NO_THROW(first.hold("GPU-1")) << "held already";
}

TEST_F(GpuLockTest, IsFreeAgainWhenItsHolderIsGone) {
  { GpuLock(GpuLock::Wish::refuse, never).hold("GPU-1"); }
  EXPECT_NO_THROW(GpuLock(GpuLock::Wish::refuse, never).hold("GPU-1"));
}

TEST_F(GpuLockTest, WaitsUntilItIsFreeOrTheRunIsInterrupted) {
  auto first = std::make_unique<GpuLock>(GpuLock::Wish::refuse, never);
  first->hold("GPU-1");
  int asked = 0;
  GpuLock patient(GpuLock::Wish::wait, [&] {
    if (++asked == 2) first.reset();
    return false;
  });
  EXPECT_NO_THROW(patient.hold("GPU-1"));
  EXPECT_EQ(asked, 2);
  GpuLock interrupted(GpuLock::Wish::wait, [] { return true; });
  EXPECT_THROW(interrupted.hold("GPU-1"), MachineError);
}

TEST_F(GpuLockTest, OffSharesAndADeviceWithoutUuidHasNone) {
  GpuLock first(GpuLock::Wish::refuse, never);
  first.hold("GPU-1");
  EXPECT_NO_THROW(GpuLock(GpuLock::Wish::off, never).hold("GPU-1"));
  EXPECT_NO_THROW(GpuLock(GpuLock::Wish::refuse, never).hold(""));
}

TEST_F(GpuLockTest, WritesNowhereButInItsFolderWhateverTheDeviceIsCalled) {
  GpuLock lock(GpuLock::Wish::refuse, never);
  lock.hold("../../etc/GPU-1");
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/l2bench-------etc-GPU-1.lock"));
}

}  // namespace
}  // namespace l2bench
