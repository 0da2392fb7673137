#include "model/l2.hpp"

#include <gtest/gtest.h>

#include <ctime>

#include "passes.hpp"

namespace l2bench {
namespace {

ModelCard h200() {
  return open_model_card("h200");
}

ModelCard without_copies() {
  ModelCard card = h200();
  card.read_copy.value = 0;
  card.write_copy.value = 0;
  return card;
}

TEST(L2, AColdReadReadsEveryByteOnce) {
  const auto moved = run_all(h200(), {reads(weight, 256)});
  EXPECT_EQ(moved[0].accessed, 256 * mib);
  EXPECT_EQ(moved[0].dram_read, 256 * mib);
  EXPECT_EQ(moved[0].dram_written, 0.0);
}

TEST(L2, ASecondReadOfWhatFitsReadsNothing) {
  EXPECT_EQ(run_all(h200(), {reads(weight, 16), reads(weight, 16)})[1].dram_read, 0.0);
}

TEST(L2, WithoutSecondPlacesAllOfL2Holds) {
  EXPECT_EQ(run_all(without_copies(), {reads(block, 59), reads(block, 59)})[1].dram_read, 0.0);
  EXPECT_EQ(run_all(without_copies(), {reads(block, 64), reads(block, 64)})[1].dram_read, 64 * mib);
}

TEST(L2, WritesReadNothing) {
  EXPECT_EQ(run_all(h200(), {writes(block, 256)})[0].dram_read, 0.0);
}

/// Each dirty line is written to DRAM once, in some range, or is dirty still: equal to the line, whatever the order.
TEST(L2, EveryDirtyByteIsWrittenOnce) {
  for (const double fill : {4.0, 16.0, 32.0, 64.0, 256.0}) {
    L2 l2(h200());
    const Stream streams[] = {reads(flush, 256), writes(block, fill), reads(weight, 32), reads(block, fill),
                              reads(flush, 48)};
    double written = 0;
    for (const Stream& stream : streams) written += l2.run(stream).dram_written;
    const double lines = (written + l2.dirty_bytes()) / l2.bytes_per_line();
    const double filled_lines = fill * mib / l2.bytes_per_line();
    EXPECT_NEAR(lines, filled_lines, 1.0) << fill;
    double rest = 0;
    const double left = l2.dirty_bytes();
    for (const Stream& stream : {reads(flush, 256), reads(weight, 256)}) rest += l2.run(stream).dram_written;
    EXPECT_EQ(rest, left) << fill;
    EXPECT_EQ(l2.dirty_bytes(), 0.0) << fill;
  }
}

TEST(L2, NoMoreThanItsShareIsDirty) {
  L2 l2(h200());
  l2.run(writes(block, 256));
  EXPECT_NEAR(l2.dirty_bytes() / mib, 0.4735 * 60, 0.01);
}

TEST(L2, WhatIsCleanedInPlaceStays) {
  ModelCard card = without_copies();
  card.dirty_share.value = 0.25;
  const auto moved = run_all(card, {writes(block, 40), reads(block, 40)});
  EXPECT_NEAR(moved[0].dram_written / mib, 25.0, 0.01);
  EXPECT_EQ(moved[1].dram_read, 0.0);
}

TEST(L2, ADirtyShareOfZeroWritesThrough) {
  ModelCard card = h200();
  card.dirty_share.value = 0;
  L2 l2(card);
  EXPECT_NEAR(l2.run(writes(block, 16)).dram_written / mib, 16.0, 0.01);
  EXPECT_EQ(l2.dirty_bytes(), 0.0);
}

TEST(L2, DiscardedLinesAreDroppedUnwritten) {
  L2 l2(h200());
  l2.run(writes(block, 64));
  EXPECT_EQ(l2.run(discards(block, 64)).dram_written, 0.0);
  EXPECT_EQ(l2.dirty_bytes(), 0.0);
  EXPECT_EQ(l2.run(reads(weight, 32)).dram_written, 0.0);
}

TEST(L2, DiscardLeavesOtherBuffersAlone) {
  L2 l2(h200());
  l2.run(reads(weight, 8));
  l2.run(writes(block, 8));
  l2.run(discards(block, 8));
  EXPECT_EQ(l2.run(reads(weight, 8)).dram_read, 0.0);
}

TEST(L2, APolluterThatReadsSparesDirtyLinesLongerThanCleanOnes) {
  const auto survives = [](const Stream& producer) {
    return 1.0 - run_all(h200(), {reads(flush, 256), producer, reads(weight, 24), reads(block, 24)})[3].dram_read /
                     (24 * mib);
  };
  EXPECT_GT(survives(writes(block, 24)), 0.6);
  EXPECT_LT(survives(reads(block, 24)), 0.2);
}

/// The two ends of dirty_victim: never by choice, and at once.
TEST(L2, DirtyVictimIsTheChanceOfADirtyLineAtItsTurn) {
  const auto evicted = [](double chance) {
    ModelCard card = h200();
    card.dirty_victim.value = chance;
    return run_all(card, {writes(block, 256), reads(weight, 32)})[1].dram_written / mib;
  };
  EXPECT_LT(evicted(0.0), 3.0);  // of sets that hold dirty lines alone
  EXPECT_GT(evicted(1.0), 20.0);
}

TEST(L2, SameStreamsGiveTheSameBytes) {
  const std::vector<Stream> streams{writes(block, 256), reads(weight, 32), reads(block, 24)};
  EXPECT_EQ(run_all(h200(), streams), run_all(h200(), streams));
}

TEST(L2, AnotherSeedGivesNearlyTheSameBytes) {
  const auto evicted = [](std::uint64_t seed) {
    L2 l2(h200(), seed);
    l2.run(writes(block, 256));
    return l2.run(reads(weight, 32)).dram_written / mib;
  };
  EXPECT_NE(evicted(1), evicted(2));
  EXPECT_NEAR(evicted(1), evicted(2), 0.5);
}

TEST(L2, ARestoredStateGoesOnAsItDid) {
  L2 l2(h200());
  l2.run(writes(block, 256));
  const L2::State state = l2.state();
  const L2::Digest digest = l2.digest();
  const Traffic first = l2.run(reads(weight, 32));
  EXPECT_NE(l2.digest(), digest);
  l2.restore(state);
  EXPECT_EQ(l2.digest(), digest);
  EXPECT_EQ(l2.run(reads(weight, 32)), first);
}

TEST(L2, ASampleOfTheDefaultCaseTakesLessThan150Ms) {
  const ModelCard card = h200();
  const std::clock_t start = std::clock();  // of this process: the machine may be busy
  run_all(card, {writes(block, 256), reads(weight, 32)});
  EXPECT_LT(1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 150.0);
}

TEST(L2, CostGrowsLinearlyWithBytes) {
  const ModelCard card = h200();
  const auto ms = [&](double size_mib) {
    const std::clock_t start = std::clock();
    for (int repeat = 0; repeat < 5; ++repeat) run_all(card, {writes(block, size_mib)});
    return 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  };
  ms(256);                              // memory is touched for the first time
  EXPECT_LT(ms(4096), 32.0 * ms(256));  // 16 times the bytes
}

TEST(L2, ASmallL2IsSimulatedWhole) {
  ModelCard card = without_copies();
  card.l2_bytes.value = mib;
  EXPECT_EQ(L2(card).bytes_per_line(), 128.0);
  EXPECT_EQ(run_all(card, {reads(block, 1), reads(block, 1)})[1].dram_read, 0.0);
}

}  // namespace
}  // namespace l2bench
