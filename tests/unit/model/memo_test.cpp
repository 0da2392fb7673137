#include "model/memo.hpp"

#include <gtest/gtest.h>

#include "passes.hpp"

namespace l2bench {
namespace {

TEST(RememberedL2, GivesWhatAnL2Gives) {
  const ModelCard card = open_model_card("a100-pcie-40gb");
  RememberedL2 remembered(card);
  L2 plain(card);
  const std::vector<Stream> sample{writes(block, 24), reads(weight, 32), reads(block, 24)};
  for (int repeat = 0; repeat < 5; ++repeat) {
    for (const Stream& stream : sample) EXPECT_EQ(remembered.run(stream), plain.run(stream));
    EXPECT_EQ(remembered.dirty_bytes(), plain.dirty_bytes());
  }
}

TEST(RememberedL2, ARepeatedSampleIsSimulatedOnce) {
  RememberedL2 l2(open_model_card("h200"));
  for (int sample = 0; sample < 1000; ++sample) {
    l2.run(writes(block, 256));
    l2.run(reads(weight, 32));
  }
  EXPECT_LE(l2.simulated(), 8U);
}

TEST(RememberedL2, AWarmSampleRepeatsToo) {
  RememberedL2 l2(open_model_card("a100-pcie-40gb"));
  for (int sample = 0; sample < 200; ++sample) l2.run(reads(weight, 32));
  EXPECT_LE(l2.simulated(), 64U);
}

TEST(RememberedL2, ForgettingChangesNothing) {
  const ModelCard card = open_model_card("h200");
  RememberedL2 remembered(card);
  L2 plain(card);
  for (int step = 0; step < 150; ++step) {
    const Stream stream = step % 2 == 0 ? writes(block, 1 + step) : reads(weight, 4);
    EXPECT_EQ(remembered.run(stream), plain.run(stream)) << step;
  }
  remembered.run(reads(flush, 4));
  plain.run(reads(flush, 4));
  EXPECT_EQ(remembered.dirty_bytes(), plain.dirty_bytes());
}

}  // namespace
}  // namespace l2bench
