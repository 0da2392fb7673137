#include "kernels/flush.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "gpu_fixture.hpp"
#include "l2bench/error.hpp"

namespace l2bench {
namespace {

constexpr std::size_t lines = 12'345;
constexpr std::size_t words_per_line = line_bytes / sizeof(std::uint32_t);
constexpr std::size_t guarded_words = (lines + 2) * words_per_line;

/// Memory of `lines` lines with a line before and after that nothing may touch.
class Flush : public GpuTest {
 protected:
  void SetUp() override {
    GpuTest::SetUp();
    if (IsSkipped()) return;
    before_.resize(guarded_words);
    std::iota(before_.begin(), before_.end(), 1u);
    memory_ = upload(before_);
  }
  std::uint32_t* data() const { return memory_.get() + words_per_line; }
  std::vector<std::uint32_t> all() const { return download(memory_.get(), guarded_words); }
  void expect_inside(std::uint32_t word) const {
    const auto after = all();
    EXPECT_TRUE(std::all_of(after.begin() + words_per_line, after.end() - words_per_line,
                            [word](std::uint32_t w) { return w == word; }));
    expect_guards(after);
  }
  void expect_guards(const std::vector<std::uint32_t>& after) const {
    EXPECT_TRUE(std::equal(after.begin(), after.begin() + words_per_line, before_.begin()));
    EXPECT_TRUE(std::equal(after.end() - words_per_line, after.end(), before_.end() - words_per_line));
  }
  const std::vector<std::uint32_t>& before() const { return before_; }

 private:
  std::vector<std::uint32_t> before_;
  DeviceMemory<std::uint32_t> memory_;
};

TEST_F(Flush, ZeroStoresZerosToEveryByteAndNoOther) {
  launch_zero(data(), lines * line_bytes, stream());
  expect_inside(0);
}

TEST_F(Flush, WriteStoresThePatternToEveryWordAndNoOther) {
  launch_write(data(), lines * line_bytes, stream());
  expect_inside(write_pattern);
}

TEST_F(Flush, ReadChangesNothing) {
  launch_read(data(), lines * line_bytes, stream());
  EXPECT_EQ(all(), before());
}

TEST_F(Flush, ReadTakesSizesThatAreNoMultipleOfALoad) {
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{15}, std::size_t{17}, lines * line_bytes - 3}) {
    launch_read(data(), bytes, stream());
  }
  EXPECT_EQ(all(), before());
}

TEST_F(Flush, DiscardLeavesTheLinesBesideItAlone) {
  launch_discard(data(), lines * line_bytes, stream());
  expect_guards(all());
}

TEST_F(Flush, ADiscardedBufferCanBeWrittenAgain) {
  launch_discard(data(), lines * line_bytes, stream());
  launch_write(data(), lines * line_bytes, stream());
  expect_inside(write_pattern);
}

TEST_F(Flush, NopChangesNothing) {
  launch_nop(stream());
  EXPECT_EQ(all(), before());
}

TEST_F(Flush, WritingStepsRefusePartsOfALine) {
  EXPECT_THROW(launch_zero(data(), line_bytes + 16, stream()), DeviceError);
  EXPECT_THROW(launch_write(data() + 4, line_bytes, stream()), DeviceError);
  EXPECT_THROW(launch_discard(data(), 64, stream()), DeviceError);
}

}  // namespace
}  // namespace l2bench
