#include <gtest/gtest.h>

#include <string>

#include "l2bench/prep.hpp"

namespace l2bench {
namespace {

/// On a device with 60 MiB of L2, whose clean read pass is 150 MiB and whose default step is 256 MiB.
std::string claim(std::string_view text) {
  constexpr std::uint64_t l2 = 60 * MiB;
  return to_string(claim_of(place(parse_prep(text), l2), l2));
}

TEST(Claim, NoStepLeavesL2AsItWas) {
  EXPECT_EQ(claim("none"), "warm");
  EXPECT_EQ(claim("nop"), "warm");
  EXPECT_EQ(claim("touch"), "warm");
}

TEST(Claim, RotationIsColdAndClean) {
  EXPECT_EQ(claim("rotate"), "cold, clean");
  EXPECT_EQ(claim("rotate-each"), "cold, clean");
}

TEST(Claim, ReadIsColdAndClean) {
  EXPECT_EQ(claim("read"), "cold, clean");
  EXPECT_EQ(claim("read+nop+nop"), "cold, clean");
}

TEST(Claim, AScrubRunsInTheCallAndSaysNothingOfThePrep) {
  EXPECT_EQ(claim("read+scrub:64MiB"), "cold, clean");
  EXPECT_EQ(claim("scrub:256MiB"), "warm");
}

TEST(Claim, WritingIsColdAndDirty) {
  EXPECT_EQ(claim("zero"), "cold, dirty");
  EXPECT_EQ(claim("memset"), "cold, dirty");
  EXPECT_EQ(claim("write"), "cold, dirty");
}

TEST(Claim, ColdNeedsOneL2OfForeignLines) {
  EXPECT_EQ(claim("read:60MiB"), "cold, clean");
  EXPECT_EQ(claim("read:59MiB"), "warm");
  EXPECT_EQ(claim("zero:16MiB"), "warm, dirty");
  EXPECT_EQ(claim("read:44MiB+zero:16MiB"), "cold, dirty") << "two buffers add up";
  EXPECT_EQ(claim("read:43MiB+zero:16MiB"), "warm, dirty");
}

TEST(Claim, ASecondPassOverTheSameLinesAddsNothing) {
  EXPECT_EQ(claim("read:32MiB+read:32MiB"), "warm");
  EXPECT_EQ(claim("zero:32MiB+write:32MiB"), "warm, dirty");
}

TEST(Claim, WritingAfterAReadIsDirty) {
  EXPECT_EQ(claim("read:256MiB+zero:16MiB"), "cold, dirty");
}

TEST(Claim, AReadPassCleansFromTwoAndAHalfL2Up) {
  EXPECT_EQ(claim("zero+read"), "cold, clean");
  EXPECT_EQ(claim("zero+read:150MiB"), "cold, clean");
  EXPECT_EQ(claim("zero+read:149MiB"), "cold, dirty");
  EXPECT_EQ(claim("zero+read:64MiB"), "cold, dirty");
  EXPECT_EQ(claim("zero+read:80MiB+read:80MiB"), "cold, dirty") << "one pass has to be long enough";
  EXPECT_EQ(claim("zero+read+zero:1MiB"), "cold, dirty") << "only what was written before it";
}

TEST(Claim, DiscardCleansWhatItNames) {
  EXPECT_EQ(claim("write+discard"), "cold, clean");
  EXPECT_EQ(claim("write:90MiB+discard"), "cold, clean");
  EXPECT_EQ(claim("write:90MiB+discard:16MiB"), "cold, dirty");
  EXPECT_EQ(claim("zero:90MiB+write:16MiB+discard"), "cold, dirty") << "90 MiB were written, 16 dropped";
  EXPECT_EQ(claim("zero:90MiB+write:16MiB+discard:90MiB"), "cold, clean");
  EXPECT_EQ(claim("write+discard+zero:1MiB"), "cold, dirty");
}

TEST(Claim, DiscardLeavesRoomThatIsFilledBeforeAnythingIsEvicted) {
  EXPECT_EQ(claim("write:30MiB+discard+read:30MiB"), "warm");
  EXPECT_EQ(claim("write:30MiB+discard+read:60MiB"), "cold, clean");
  EXPECT_EQ(claim("write:90MiB+discard+read:1MiB"), "cold, clean") << "cold already";
}

TEST(Claim, TouchWarmsAgainButCleansNothing) {
  EXPECT_EQ(claim("read+touch"), "warm");
  EXPECT_EQ(claim("zero+touch"), "warm, dirty");
  EXPECT_EQ(claim("touch+read"), "cold, clean");
  EXPECT_EQ(claim("zero:40MiB+touch+read:40MiB"), "warm, dirty") << "only lines after the touch count";
}

TEST(Claim, ProduceWarmsAndDirties) {
  EXPECT_EQ(claim("produce"), "warm, dirty");
  EXPECT_EQ(claim("read+produce"), "warm, dirty");
  EXPECT_EQ(claim("produce+touch"), "warm, dirty") << "a read of the data does not write it back";
}

TEST(Claim, WhatWasProducedStaysLongerThanWhatWasRead) {
  EXPECT_EQ(claim("touch+read:64MiB"), "cold, clean");
  EXPECT_EQ(claim("read+produce+read:64MiB"), "warm, dirty");
  EXPECT_EQ(claim("read+produce+read:149MiB"), "warm, dirty");
  EXPECT_EQ(claim("read+produce+read:150MiB"), "cold, clean");
  EXPECT_EQ(claim("produce+write:240MiB"), "cold, dirty");
}

}  // namespace
}  // namespace l2bench
