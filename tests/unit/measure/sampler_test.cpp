#include "measure/sampler.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "l2bench/error.hpp"
#include "support/fake_rig.hpp"

namespace l2bench {
namespace {

using ::testing::ElementsAre;
using Words = std::vector<std::string>;

/// The words of one sample of `prep`, without those of setting it up.
Words words_of_a_sample(const std::string& prep, Launch launch, int copies = 1) {
  fake::FakeRig rig(fake::h200());
  Timer& timer = rig.timer(TimerKind::event);
  Sampled sampled{.prep = place(parse_prep(prep), 60 * MiB),
                  .queue_op = [&](int copy) { rig.say("op:" + std::to_string(copy)); },
                  .queue_own_step = [&](StepKind kind) { rig.say(std::string(row_of(step_table, kind).word)); },
                  .copies = copies};
  const auto sampler = make_sampler(rig.device(), timer, launch, sampled);
  rig.clear_words();
  std::vector<double> samples_ns;
  EXPECT_TRUE(sampler->take(samples_ns));
  const auto first =
      std::find_if(rig.words().begin(), rig.words().end(), [](const auto& word) { return word != "nop"; });
  return {first, rig.words().end()};
}

struct StreamCase {
  std::string prep;
  Words steps;
};

class StreamOrder : public ::testing::TestWithParam<StreamCase> {};

TEST_P(StreamOrder, IsPrepSpacersGateStartOpStopReleaseWait) {
  Words expected{"arm"};
  expected.insert(expected.end(), GetParam().steps.begin(), GetParam().steps.end());
  for (const char* word : {"nop", "nop", "nop", "gate", "start:0", "op:0", "stop:0", "release", "wait", "elapsed:0"}) {
    expected.emplace_back(word);
  }
  EXPECT_EQ(words_of_a_sample(GetParam().prep, Launch::stream), expected);
}

INSTANTIATE_TEST_SUITE_P(
    Preps, StreamOrder,
    ::testing::Values(StreamCase{"none", {}}, StreamCase{"zero", {"zero:256MiB"}}, StreamCase{"read", {"read:256MiB"}},
                      StreamCase{"zero+read", {"zero:256MiB", "read:256MiB"}},
                      StreamCase{"write:90MiB+discard", {"write:90MiB", "discard:90MiB"}},
                      StreamCase{"read+touch", {"read:256MiB", "touch"}},
                      StreamCase{"read+produce+read:16MiB", {"read:256MiB", "produce", "read:16MiB"}},
                      StreamCase{"read+nop+nop", {"read:256MiB", "nop", "nop"}}));

TEST(Scrub, RunsBetweenTheKernelsOfTheTimedCallAndNotBeforeIt) {
  for (const Launch launch : {Launch::stream, Launch::graph}) {
    fake::FakeRig rig(fake::h200());
    rig.prepare_buffers(0, 256 * MiB);
    const auto workload = rig.make_workload({});
    const PlacedPrep prep = place(parse_prep("read+scrub:4MiB"), 60 * MiB);
    Sampled sampled{.prep = prep, .queue_op = op_of(rig.device(), *workload, prep)};
    const auto sampler = make_sampler(rig.device(), rig.timer(TimerKind::event), launch, sampled);
    if (launch == Launch::stream) rig.clear_words();
    std::vector<double> samples_ns;
    EXPECT_TRUE(sampler->take(samples_ns));
    const Words& words = rig.words();
    const auto start = std::find(words.begin(), words.end(), "start:0");
    ASSERT_NE(start, words.end());
    EXPECT_EQ(Words(start, start + 5), (Words{"start:0", "op:0", "scrub:4MiB", "op:0", "stop:0"}));
    EXPECT_EQ(std::count(words.begin(), start, "scrub:4MiB"), 0);
    EXPECT_EQ(std::count(words.begin(), start, "read:256MiB"), 1);
  }
}

TEST(Theft, IsLookedAtOutsideOfTheTimedPart) {
  for (const Launch launch : {Launch::stream, Launch::graph}) {
    fake::FakeRig rig(fake::h200());
    Sampled sampled{.queue_op = [&](int) { rig.say("op"); }, .stolen = true};
    const auto sampler = make_sampler(rig.device(), rig.timer(TimerKind::event), launch, sampled);
    std::vector<double> samples_ns;
    ASSERT_TRUE(sampler->take(samples_ns));
    const auto& words = rig.words();
    const auto first = std::find(words.begin(), words.end(), "mark:0");
    ASSERT_GE(words.end() - first, 6);
    EXPECT_EQ(Words(first, first + 6), (Words{"mark:0", "start:0", "op", "stop:0", "mark:1", "mark:2"}));
    EXPECT_EQ(sampler->stolen_bytes_per_s(), 1e12);
  }
}

TEST(Theft, IsNotLookedForWhereThereIsNone) {
  fake::FakeRig rig(fake::h200());
  const auto sampler = make_sampler(rig.device(), rig.timer(TimerKind::event), Launch::stream, Sampled{});
  std::vector<double> samples_ns;
  ASSERT_TRUE(sampler->take(samples_ns));
  EXPECT_EQ(sampler->stolen_bytes_per_s(), std::nullopt);
}

TEST(GraphOrder, SetUpCapturesPrepStartOpStopOnce) {
  fake::FakeRig rig(fake::h200());
  Timer& timer = rig.timer(TimerKind::event);
  rig.clear_words();
  Sampled sampled{.prep = place(parse_prep("zero+read"), 60 * MiB),
                  .queue_op = [&](int copy) { rig.say("op:" + std::to_string(copy)); }};
  make_sampler(rig.device(), timer, Launch::graph, sampled);
  EXPECT_THAT(rig.words(),
              ElementsAre("capture", "zero:256MiB", "read:256MiB", "start:0", "op:0", "stop:0", "end-capture"));
}

TEST(GraphOrder, ASampleIsOneReplay) {
  EXPECT_THAT(words_of_a_sample("zero", Launch::graph), ElementsAre("replay:0", "wait", "elapsed:0"));
}

TEST(Rotation, VisitsEveryCopyBetweenOneStartAndOneStop) {
  fake::FakeRig rig(fake::h200());
  Timer& timer = rig.timer(TimerKind::event);
  rig.clear_words();
  Sampled sampled{.prep = place(parse_prep("rotate"), 60 * MiB),
                  .queue_op = [&](int copy) { rig.say("op:" + std::to_string(copy)); },
                  .copies = 3};
  const auto sampler = make_sampler(rig.device(), timer, Launch::graph, sampled);
  EXPECT_THAT(rig.words(), ElementsAre("capture", "start:0", "op:0", "op:1", "op:2", "stop:0", "end-capture"));
  std::vector<double> samples_ns;
  sampler->take(samples_ns);
  EXPECT_THAT(samples_ns, ElementsAre(10000.0 / 3)) << "a sample is graph time / calls";
  EXPECT_EQ(sampler->calls_per_sample(), 3);
}

TEST(Rotation, EachTimesEveryCallInItsOwnSlot) {
  fake::FakeRig rig(fake::h200());
  Timer& timer = rig.timer(TimerKind::event);
  rig.clear_words();
  Sampled sampled{.prep = place(parse_prep("rotate-each"), 60 * MiB),
                  .queue_op = [&](int copy) { rig.say("op:" + std::to_string(copy)); },
                  .copies = 2};
  const auto sampler = make_sampler(rig.device(), timer, Launch::graph, sampled);
  EXPECT_THAT(rig.words(),
              ElementsAre("capture", "start:0", "op:0", "stop:0", "start:1", "op:1", "stop:1", "end-capture"));
  std::vector<double> samples_ns;
  sampler->take(samples_ns);
  EXPECT_THAT(samples_ns, ElementsAre(10000.0, 10000.0));
}

TEST(Ungated, WarmUpNeverHoldsTheStream) {
  fake::FakeRig rig(fake::h200());
  Sampled sampled{.prep = place(parse_prep("read"), 60 * MiB)};
  const auto sampler = make_sampler(rig.device(), rig.timer(TimerKind::event), Launch::stream, sampled);
  rig.clear_words();
  sampler->queue_ungated();
  EXPECT_THAT(rig.words(), ElementsAre("read:256MiB", "start:0", "stop:0"));
}

TEST(Gate, ASampleWhoseGateTimedOutGivesNoValue) {
  fake::Script script = fake::h200();
  script.gate_times_out = [] { return true; };
  fake::FakeRig rig(script);
  const auto sampler = make_sampler(rig.device(), rig.timer(TimerKind::event), Launch::stream, {});
  std::vector<double> samples_ns;
  EXPECT_FALSE(sampler->take(samples_ns));
  EXPECT_TRUE(samples_ns.empty());
}

TEST(Failure, AtAnyWordOfASampleLeavesTheStreamReleased) {
  for (const Launch launch : {Launch::stream, Launch::graph}) {
    for (std::size_t fail_at = 1;; ++fail_at) {
      fake::Script script = fake::h200();
      script.fail_at = fail_at;
      fake::FakeRig rig(script);
      Sampled sampled{.prep = place(parse_prep("zero+read"), 60 * MiB),
                      .queue_op = [&](int copy) { rig.say("op:" + std::to_string(copy)); }};
      bool failed = false;
      try {
        const auto sampler = make_sampler(rig.device(), rig.timer(TimerKind::event), launch, sampled);
        std::vector<double> samples_ns;
        sampler->take(samples_ns);
      } catch (const DeviceError&) {
        failed = true;
      }
      EXPECT_FALSE(rig.held()) << "after failing at word " << fail_at << ": " << rig.words().back();
      EXPECT_FALSE(rig.capturing()) << "after failing at word " << fail_at << ": " << rig.words().back();
      if (!failed) break;
      ASSERT_LT(fail_at, 100u);
    }
  }
}

}  // namespace
}  // namespace l2bench
