#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "l2bench/error.hpp"
#include "l2bench/prep.hpp"

namespace l2bench {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t h200_l2 = 60 * MiB;

std::string placed(std::string_view text, std::uint64_t l2_bytes = h200_l2) {
  return to_string(place(parse_prep(text), l2_bytes));
}

TEST(DefaultFlush, Is256MiBOrFourTimesL2) {
  EXPECT_EQ(default_flush_bytes(60 * MiB), 256 * MiB);
  EXPECT_EQ(default_flush_bytes(64 * MiB), 256 * MiB);
  EXPECT_EQ(default_flush_bytes(126 * MiB), 504 * MiB);
}

TEST(Place, SpellsEverySizeOut) {
  EXPECT_EQ(placed("read"), "read:256MiB");
  EXPECT_EQ(placed("zero+read", 126 * MiB), "zero:504MiB+read:504MiB");
  EXPECT_EQ(placed("write:1.5xL2+discard"), "write:90MiB+discard:90MiB");
  EXPECT_EQ(placed("read:1000+touch+nop"), "read:896+touch+nop");
  EXPECT_EQ(placed("none"), "none");
  EXPECT_EQ(placed("rotate"), "rotate");
  EXPECT_EQ(placed("rotate-each"), "rotate-each");
}

TEST(Place, GivesDiscardTheSizeOfTheNearestWriterBeforeIt) {
  EXPECT_EQ(placed("zero:64MiB+write:16MiB+read:8MiB+discard"), "zero:64MiB+write:16MiB+read:8MiB+discard:16MiB");
  EXPECT_EQ(placed("memset+discard"), "memset:256MiB+discard:256MiB");
  EXPECT_EQ(placed("write:64MiB+discard:16MiB"), "write:64MiB+discard:16MiB");
}

TEST(Place, RefusesADiscardBuiltByHandWithNothingWritten) {
  EXPECT_THROW(place(Prep{.steps = {{StepKind::discard, {}}}}, h200_l2), UsageError);
}

TEST(Place, TextParsesBackToTheSamePlacement) {
  for (const char* text : {"read", "zero+read:1000", "write:1.5xL2+discard", "rotate", "none", "touch+nop"}) {
    EXPECT_EQ(placed(placed(text)), placed(text));
  }
}

TEST(Traffic, CountsReadsAndWritesOnly) {
  const auto traffic = [](std::string_view text) { return traffic_bytes(place(parse_prep(text), h200_l2)); };
  EXPECT_EQ(traffic("read:256MiB+zero:16MiB"), 272 * MiB);
  EXPECT_EQ(traffic("write:90MiB+discard"), 90 * MiB);
  EXPECT_EQ(traffic("memset:1MiB+write:2MiB"), 3 * MiB);
  EXPECT_EQ(traffic("touch+nop"), 0U);
  EXPECT_EQ(traffic("read:256MiB+scrub:8MiB"), 264 * MiB);
  EXPECT_EQ(traffic("none"), 0U);
  EXPECT_EQ(traffic("rotate"), 0U);
}

TEST(Rotation, PassesFiveTimesL2) {
  EXPECT_EQ(rotation_copies(33'554'432, h200_l2), 10) << "32 MiB: 9.375 rounded up";
  EXPECT_EQ(rotation_copies(60 * MiB, h200_l2), 5);
  EXPECT_EQ(rotation_copies(60 * MiB - 1, h200_l2), 6);
  EXPECT_EQ(rotation_copies(16 * MiB, 40 * MiB), 13);
}

TEST(Rotation, HasTwoCopiesAtLeast) {
  EXPECT_EQ(rotation_copies(1002 * MiB, h200_l2), 2);
  EXPECT_EQ(rotation_copies(300 * MiB, h200_l2), 2);
}

TEST(Rotation, RefusesAWeightThatIsTooSmall) {
  EXPECT_EQ(rotation_copies(4800, h200_l2), 65536) << "exactly the limit";
  try {
    rotation_copies(2, h200_l2);
    FAIL() << "157 million copies were accepted";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("weight of 2 bytes needs 157286400 copies to pass 5 x L2; at most 65536"));
  }
  EXPECT_THROW(rotation_copies(0, h200_l2), UsageError);
}

}  // namespace
}  // namespace l2bench
