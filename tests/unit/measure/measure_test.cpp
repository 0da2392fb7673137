#include "l2bench/measure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "l2bench/error.hpp"
#include "support/fake_rig.hpp"

namespace l2bench {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Spec two_preps() {
  Spec spec;
  for (const char* prep : {"zero", "read"}) {
    Case c;
    c.shape = {4096, 4096};
    c.prep = parse_prep(prep);
    spec.cases.push_back(c);
  }
  spec.sampling.samples = 6;
  spec.sampling.rounds = 3;
  spec.sampling.warmup_s = 0;
  return spec;
}

struct Outcome {
  std::vector<Message> messages;
  std::string error;

  template <typename Kind>
  std::vector<Kind> all() const {
    std::vector<Kind> found;
    for (const Message& message : messages) {
      if (const auto* kind = std::get_if<Kind>(&message)) found.push_back(*kind);
    }
    return found;
  }
};

Outcome run(fake::FakeRig& rig, const MeasureRequest& request) {
  Outcome result;
  try {
    measure(request, rig, [&](const Message& message) { result.messages.push_back(message); });
  } catch (const Error& error) {
    result.error = error.what();
  }
  return result;
}

std::size_t index_of(const std::vector<std::string>& words, const std::string& word) {
  return static_cast<std::size_t>(std::find(words.begin(), words.end(), word) - words.begin());
}

TEST(Measure, AVariedPlacementPutsTheDataOfAProcessElsewhereBeforeItIsMade) {
  fake::FakeRig rig(fake::h200());
  MeasureRequest request{.spec = two_preps()};
  request.replicate = 2;
  run(rig, request);
  EXPECT_EQ(std::count(rig.words().begin(), rig.words().end(), "displace:2"), 0) << "by default it stays";

  fake::FakeRig varied(fake::h200());
  request.spec.sampling.placement = Placement::varied;
  run(varied, request);
  EXPECT_LT(index_of(varied.words(), "displace:2"), index_of(varied.words(), "make:4096x4096:1"));
}

TEST(Measure, TakesEverySampleOfEveryCaseInRounds) {
  fake::FakeRig rig(fake::h200());
  const Outcome result = run(rig, {.spec = two_preps()});
  EXPECT_EQ(result.error, "");
  std::vector<std::size_t> taken(2);
  for (const BlockDone& block : result.all<BlockDone>()) taken[block.index] += block.samples_ns.size();
  EXPECT_THAT(taken, ElementsAre(6u, 6u));
  EXPECT_EQ(result.all<RoundDone>().size(), 3u);
  EXPECT_TRUE(std::holds_alternative<DeviceClosed>(result.messages.back()));
}

TEST(Measure, SharesTheDataBetweenPrepsOfOneCall) {
  fake::FakeRig rig(fake::h200());
  run(rig, {.spec = two_preps()});
  EXPECT_EQ(std::count(rig.words().begin(), rig.words().end(), "make:4096x4096:1"), 1);
}

TEST(Measure, AllocatesNothingOnceTheFirstSampleIsTimed) {
  fake::FakeRig rig(fake::h200());
  run(rig, {.spec = two_preps()});
  const auto first_sample = std::find(rig.words().begin(), rig.words().end(), "gate");
  for (auto word = first_sample; word != rig.words().end(); ++word) {
    EXPECT_THAT(*word, Not(HasSubstr("buffers:")));
  }
}

TEST(Measure, CountsOnlyAfterTheLastTimedSample) {
  fake::FakeRig rig(fake::h200());
  run(rig, {.spec = two_preps()});
  const auto& words = rig.words();
  const auto last_gate = words.size() - index_of({words.rbegin(), words.rend()}, "gate");
  EXPECT_LT(last_gate, index_of(words, "count:6"));
}

TEST(Measure, StartsASessionBeforeThePrepAndThrowsItsFirstRangeAway) {
  fake::FakeRig rig(fake::h200());
  const Outcome result = run(rig, {.spec = two_preps()});
  const auto& words = rig.words();
  const auto start = index_of(words, "count:6");
  EXPECT_THAT(
      std::vector<std::string>(words.begin() + start, words.begin() + start + 9),
      ElementsAre("count:6", "zero:256MiB", "op:0", "zero:256MiB", "op:0", "zero:256MiB", "push", "op:0", "pop"));
  EXPECT_EQ(result.all<CountersDone>()[0].readings.size(), 5u);
}

TEST(Measure, WithoutCountersKeepsTheTimes) {
  fake::Script script = fake::h200();
  script.counters = {false, "denied", "ask the administrator"};
  fake::FakeRig rig(script);
  const Outcome result = run(rig, {.spec = two_preps()});
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.all<CountersDone>().size(), 0u);
  EXPECT_EQ(result.all<CountersOpened>()[0].status.word, "denied");
  EXPECT_EQ(result.all<BlockDone>().size(), 6u);
}

TEST(Measure, RequiredCountersThatAreDeniedStopTheRunWithTheRemedy) {
  fake::Script script = fake::h200();
  script.counters = {false, "denied", "ask the administrator"};
  fake::FakeRig rig(script);
  Spec spec = two_preps();
  spec.sampling.counters = CounterWish::required;
  EXPECT_THAT(run(rig, {.spec = spec}).error, HasSubstr("ask the administrator"));
}

TEST(Measure, VerifiesBeforeTimingAndAgainWithAFreshInput) {
  fake::FakeRig rig(fake::h200());
  run(rig, {.spec = two_preps()});
  EXPECT_LT(index_of(rig.words(), "verify:1"), index_of(rig.words(), "gate"));
  EXPECT_LT(index_of(rig.words(), "gate"), index_of(rig.words(), "verify:2"));
}

TEST(Measure, DoesNotTimeAWrongKernel) {
  fake::Script script = fake::h200();
  script.verify = [](std::uint64_t) { return Verification{0.5, 0.01}; };
  fake::FakeRig rig(script);
  const Outcome result = run(rig, {.spec = two_preps()});
  EXPECT_EQ(result.all<BlockDone>().size(), 0u);
  ASSERT_EQ(result.all<CaseFailed>().size(), 2u);
  EXPECT_EQ(result.all<CaseFailed>()[0].flag, "wrong_result");
}

TEST(Measure, LeavesOutACaseThatDoesNotFitAndRunsTheOthers) {
  fake::Script script = fake::h200();
  script.workload_bytes = 10 * MiB;
  fake::FakeRig rig(script);
  Spec spec = two_preps();
  spec.cases[1].shape = {8192, 8192};
  spec.sampling.counters = CounterWish::off;
  spec.sampling.mem_limit = Size{.bytes = 256 * MiB + 256 * MiB + 15 * MiB};
  const Outcome result = run(rig, {.spec = spec});
  ASSERT_EQ(result.all<CaseFailed>().size(), 1u);
  EXPECT_EQ(result.all<CaseFailed>()[0].flag, "out_of_memory");
  EXPECT_THAT(result.all<CaseFailed>()[0].detail, HasSubstr("needs 10MiB"));
  EXPECT_EQ(result.all<BlockDone>().size(), 3u);
}

TEST(Measure, StopsWhenTheIntervalIsTightOrTheMostSamplesAreTaken) {
  Spec spec = two_preps();
  spec.sampling.stop.rel_ci = 0.01;
  spec.sampling.samples = 30;
  spec.sampling.max_samples = 95;
  int n = 0;
  fake::Script script = fake::h200();
  script.time_ns = [&n](const std::string& step) { return step == "zero" ? 100.0 + 50 * (n++ % 2) : 100.0; };
  fake::FakeRig rig(script);
  const Outcome result = run(rig, {.spec = spec});
  std::vector<std::size_t> taken(2);
  for (const BlockDone& block : result.all<BlockDone>()) taken[block.index] += block.samples_ns.size();
  EXPECT_EQ(taken[0], 95u) << "never tight";
  EXPECT_EQ(taken[1], 30u) << "tight at once";
}

TEST(Measure, AFreshProcessGoesOnWhereTheLastOneStopped) {
  fake::FakeRig rig(fake::h200());
  MeasureRequest request{.spec = two_preps(), .first_round = 1, .done_in_round = {1}};
  const Outcome result = run(rig, request);
  std::vector<std::pair<int, std::size_t>> blocks;
  for (const BlockDone& block : result.all<BlockDone>()) blocks.emplace_back(block.round, block.index);
  EXPECT_EQ(std::count(blocks.begin(), blocks.end(), std::pair(1, std::size_t{1})), 0);
  EXPECT_EQ(std::count(blocks.begin(), blocks.end(), std::pair(1, std::size_t{0})), 1);
  EXPECT_EQ(blocks.size(), 3u);
}

TEST(Measure, ReportsAFailureAtAnyWordAndKeepsWhatWasMeasuredBefore) {
  fake::FakeRig whole(fake::h200());
  run(whole, {.spec = two_preps()});
  const std::size_t words = whole.failable_words();
  ASSERT_GT(words, 100u);
  for (std::size_t fail_at = 1; fail_at <= words; ++fail_at) {
    fake::Script script = fake::h200();
    script.fail_at = fail_at;
    fake::FakeRig rig(script);
    const Outcome result = run(rig, {.spec = two_preps()});
    SCOPED_TRACE("failing at word " + std::to_string(fail_at));
    EXPECT_FALSE(rig.held());
    EXPECT_FALSE(rig.capturing());
    EXPECT_FALSE(rig.armed());
    const auto failed = result.all<CaseFailed>();
    EXPECT_TRUE(!failed.empty() || !result.error.empty());
    if (result.error.empty()) {
      EXPECT_TRUE(std::holds_alternative<DeviceClosed>(result.messages.back())) << "the other case goes on";
      std::vector<std::size_t> taken(2);
      for (const BlockDone& block : result.all<BlockDone>()) taken[block.index] += block.samples_ns.size();
      EXPECT_EQ(*std::max_element(taken.begin(), taken.end()), 6u);
    }
  }
}

TEST(Measure, BestIsTheConfigThatASearchUnderReadFindsFastest) {
  fake::Script script = fake::h200();
  script.config_ns = [](const std::string& config) { return config == "fast" ? 9000.0 : 11000.0; };
  fake::FakeRig rig(script);
  Spec spec = two_preps();
  for (Case& c : spec.cases) c.config = "best";
  const Outcome result = run(rig, {.spec = spec});
  EXPECT_EQ(result.error, "");
  for (const CaseReady& ready : result.all<CaseReady>()) EXPECT_EQ(ready.workload.config, "fast");
  EXPECT_EQ(std::count(rig.words().begin(), rig.words().end(), "make:4096x4096:1"), 3 + 3 + 1) << "searched once";
}

TEST(Profile, LooksAtNothingButTheCall) {
  fake::FakeRig rig(fake::h200());
  profile(two_preps(), 2, rig);
  const auto& words = rig.words();
  const auto first = index_of(words, "zero:256MiB");
  EXPECT_THAT(std::vector<std::string>(words.begin() + first, words.begin() + first + 6),
              ElementsAre("zero:256MiB", "wait", "profile", "op:0", "wait", "end-profile"));
  EXPECT_EQ(std::count(words.begin(), words.end(), "profile"), 4);
  EXPECT_EQ(std::count(words.begin(), words.end(), "gate"), 0);
  EXPECT_EQ(std::count(words.begin(), words.end(), "start:0"), 0);
}

Spec with_conditions() {
  Spec spec = two_preps();
  spec.cases[0].protect = parse_protection("input");
  spec.cases[1].steal = parse_steal("25%");
  return spec;
}

TEST(Conditions, AreOnForTheirOwnCaseAlone) {
  fake::Script script = fake::h200();
  fake::FakeRig* looked_at = nullptr;
  int alone = 0;
  script.on_call = [&](const WorkloadRequest&, bool) {
    if (looked_at == nullptr) return;
    EXPECT_FALSE(looked_at->protecting() && looked_at->stealing());
    alone += !looked_at->protecting() && !looked_at->stealing();
  };
  fake::FakeRig rig(script);
  looked_at = &rig;
  const Outcome outcome = run(rig, {.spec = with_conditions()});
  EXPECT_EQ(outcome.error, "");
  EXPECT_FALSE(rig.protecting());
  EXPECT_FALSE(rig.stealing());
  const auto blocks = outcome.all<BlockDone>();
  ASSERT_EQ(blocks.size(), 6U);
  for (const BlockDone& block : blocks) EXPECT_EQ(block.stolen_bytes_per_s.has_value(), block.index == 1);
}

TEST(Conditions, ProtectionHoldsWhileBytesAreCountedAndTheftDoesNot) {
  fake::FakeRig rig(fake::h200());
  const Outcome outcome = run(rig, {.spec = with_conditions()});
  const auto counted = outcome.all<CountersDone>();
  ASSERT_EQ(counted.size(), 1U);
  EXPECT_EQ(counted[0].index, 0U);
  const auto& words = rig.words();
  const auto count = std::find_if(words.begin(), words.end(), [](const auto& w) { return w.starts_with("count:"); });
  const auto before = std::find_if(std::make_reverse_iterator(count), words.rend(), [](const auto& w) {
    return w.starts_with("protect:") || w == "unprotect" || w.starts_with("steal:") || w == "end-steal";
  });
  ASSERT_NE(before, words.rend());
  EXPECT_EQ(*before, "protect:input:24MiB");
}

TEST(Conditions, ArePutBackAfterAFailureAtAnyWord) {
  fake::FakeRig whole(fake::h200());
  run(whole, {.spec = with_conditions()});
  for (std::size_t word = 1; word <= whole.failable_words(); ++word) {
    fake::Script script = fake::h200();
    script.fail_at = word;
    fake::FakeRig rig(script);
    run(rig, {.spec = with_conditions()});
    EXPECT_FALSE(rig.protecting()) << word;
    EXPECT_FALSE(rig.stealing()) << word;
    EXPECT_FALSE(rig.held()) << word;
  }
}

TEST(Measure, AStickyErrorNamesItsCaseAndEndsTheProcess) {
  fake::FakeRig whole(fake::h200());
  run(whole, {.spec = two_preps()});
  fake::Script script = fake::h200();
  script.fail_at = index_of(whole.words(), "gate");
  script.sticky = true;
  fake::FakeRig rig(script);
  const Outcome result = run(rig, {.spec = two_preps()});
  EXPECT_THAT(result.error, HasSubstr("The fake failed"));
  ASSERT_EQ(result.all<CaseFailed>().size(), 1u);
}

TEST(Measure, ACaseThatCouldNotRunAloneFailsAloneAndTakesNoBufferWithIt) {
  Spec spec = two_preps();
  spec.cases[0].prep = parse_prep("zero:200GiB");
  fake::FakeRig rig(fake::h200());
  const Outcome result = run(rig, {.spec = spec});
  EXPECT_EQ(result.error, "");
  ASSERT_EQ(result.all<CaseFailed>().size(), 1u);
  EXPECT_EQ(result.all<CaseFailed>()[0].index, 0u);
  EXPECT_EQ(result.all<CaseFailed>()[0].flag, "out_of_memory");
  EXPECT_THAT(result.all<CaseFailed>()[0].detail, HasSubstr("204832MiB"));
  EXPECT_EQ(result.all<BlockDone>().size(), 3u);
  EXPECT_THAT(rig.words(), Contains("buffers:0:256MiB"));
}

TEST(Measure, AFailureInTheWarmUpIsThatOfTheCaseThatRan) {
  Spec spec = two_preps();
  spec.sampling.warmup_s = 0.02;
  spec.cases[0].shape = {666, 666};
  fake::Script script = fake::h200();
  int calls = 0;
  script.on_call = [&](const WorkloadRequest& request, bool) {
    if (request.shape == Shape{666, 666} && ++calls == 2) throw DeviceError("It failed.", false);
  };
  fake::FakeRig rig(script);
  const Outcome result = run(rig, {.spec = spec});
  EXPECT_EQ(result.error, "");
  ASSERT_EQ(result.all<CaseFailed>().size(), 1u);
  EXPECT_EQ(result.all<CaseFailed>()[0].index, 0u);
  EXPECT_EQ(result.all<BlockDone>().size(), 3u);
}

TEST(Measure, OtherProcessesAreLookedForBeforeDuringAndAfter) {
  fake::Script script = fake::h200();
  script.others = {{4711, "python3", 5, ""}};
  fake::FakeRig rig(script);
  std::vector<std::string> seen;
  for (const OthersSeen& others : run(rig, {.spec = two_preps()}).all<OthersSeen>()) {
    seen.push_back(others.processes.at(0).seen);
  }
  EXPECT_THAT(seen, ElementsAre("before", "during", "during", "during", "after"));
}

TEST(Measure, CountsNoCaseTwiceThatAnEarlierProcessCounted) {
  fake::FakeRig rig(fake::h200());
  const Outcome result = run(rig, {.spec = two_preps(), .all_sampled = true, .counted = {0}});
  ASSERT_EQ(result.all<CountersDone>().size(), 1u);
  EXPECT_EQ(result.all<CountersDone>()[0].index, 1u);
}

}  // namespace
}  // namespace l2bench
