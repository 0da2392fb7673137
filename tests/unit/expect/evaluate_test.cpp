#include "l2bench/evaluate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/made_up_record.hpp"

namespace l2bench {
namespace {

using made_up::record_of;
using made_up::Times;
using ::testing::AllOf;
using ::testing::HasSubstr;

Selector prep(const std::string& word) {
  return {{{"prep", {word}}}};
}

ExpectationResult judged(Record record, const Expectation& e) {
  record.spec.expect = {e};
  return evaluate(record).at(0);
}

/// Exact times, so that every claim has one answer.
Times exact(const std::string& prep, double median_ns) {
  return {.prep = prep, .median_ns = median_ns, .between = 0, .within = 0, .processes = 1, .samples = 10};
}

TEST(Range, HoldsWithinItsBoundsAndFailsOutsideWithTheNumbers) {
  const Record record = record_of({exact("read:256MiB", 12000), exact("zero:256MiB", 14000)}, 1);
  EXPECT_EQ(judged(record, {.name = "a", .of = prep("read"), .least = 12000, .most = 12000}).outcome, Outcome::held);
  const ExpectationResult failed = judged(record, {.name = "a", .most = 13000});
  EXPECT_EQ(failed.outcome, Outcome::failed);
  EXPECT_THAT(failed.text,
              AllOf(HasSubstr("1 of 2"), HasSubstr("zero:256MiB"), HasSubstr("14.00 µs"), HasSubstr("most 13000")));
}

TEST(Range, WithoutTheNumberIsNotJudged) {
  const Record record = record_of({exact("read:256MiB", 12000)}, 1);
  const ExpectationResult open = judged(record, {.name = "a", .value = Quantity::dram_write_bytes, .most = 1});
  EXPECT_EQ(open.outcome, Outcome::not_judged);
  EXPECT_THAT(open.text, HasSubstr("has no dram_write_bytes"));
}

TEST(Range, OfACaseThatIsNotOkIsNotJudgedUnlessAnotherOneFails) {
  Times bad = exact("zero:256MiB", 12000);
  bad.failed_with = "wrong_result";
  const Record record = record_of({exact("read:256MiB", 12000), bad}, 1);
  EXPECT_EQ(judged(record, {.name = "a", .most = 13000}).outcome, Outcome::not_judged);
  EXPECT_THAT(judged(record, {.name = "a", .most = 13000}).text, HasSubstr("is invalid"));
  EXPECT_EQ(judged(record, {.name = "a", .most = 11000}).outcome, Outcome::failed);
}

TEST(Ratio, ComparesEachCaseWithItsPartner) {
  const Record record = record_of({exact("read:256MiB", 12000), exact("zero:256MiB", 14400)}, 1);
  Expectation e{.name = "a", .kind = ExpectKind::ratio, .of = prep("zero"), .to = prep("read")};
  e.least = 1.15;
  e.most = 1.25;
  EXPECT_EQ(judged(record, e).outcome, Outcome::held);
  e.most = 1.19;
  EXPECT_THAT(judged(record, e).text, HasSubstr("14.40 µs / 12.00 µs = 1.2000"));
  EXPECT_EQ(judged(record, e).outcome, Outcome::failed);
}

TEST(Difference, IsABudgetOfExtraBytes) {
  Times read = exact("read:256MiB", 12000);
  read.dram_read_bytes = 33e6;
  read.dram_write_bytes = 1e6;
  Times zero = exact("zero:256MiB", 14000);
  zero.dram_read_bytes = 33e6;
  zero.dram_write_bytes = 12e6;
  const Record record = record_of({read, zero}, 1);
  Expectation e{.name = "a",
                .kind = ExpectKind::difference,
                .value = Quantity::dram_bytes,
                .of = prep("zero"),
                .to = prep("read"),
                .most = 12e6};
  EXPECT_EQ(judged(record, e).outcome, Outcome::held);
  e.most = 10e6;
  EXPECT_EQ(judged(record, e).outcome, Outcome::failed);
  EXPECT_THAT(judged(record, e).text, HasSubstr("45.00 MB - 34.00 MB = 11.00 MB"));
}

TEST(Order, HoldsOnlyInTheOrderOfItsWords) {
  const Record record = record_of({exact("zero:256MiB", 14000), exact("none", 9000), exact("read:256MiB", 12000)}, 1);
  Expectation e{.name = "a", .kind = ExpectKind::order, .by = "prep", .words = {"none", "read", "zero"}};
  EXPECT_EQ(judged(record, e).outcome, Outcome::held);
  e.least = 1.2;
  EXPECT_EQ(judged(record, e).outcome, Outcome::failed) << "zero is less than 1.2 x read";
  e.words = {"none", "zero", "read"};
  e.least.reset();
  EXPECT_EQ(judged(record, e).outcome, Outcome::failed);
  e.words = {"none", "write"};
  EXPECT_EQ(judged(record, e).outcome, Outcome::not_judged);
}

Record sweep(const std::vector<double>& medians_ns) {
  std::vector<Times> cases;
  std::uint64_t mib = 4;
  for (const double median_ns : medians_ns) {
    cases.push_back(exact("zero:" + std::to_string(mib) + "MiB", median_ns));
    mib *= 2;
  }
  return record_of(cases, 1);
}

TEST(Monotone, AllowsFallsWithinItsSlackOnly) {
  Expectation e{.name = "a", .kind = ExpectKind::monotone, .over = SweepAxis::flush_bytes};
  EXPECT_EQ(judged(sweep({10000, 11000, 12000, 12000}), e).outcome, Outcome::held);
  EXPECT_EQ(judged(sweep({10000, 11000, 10950, 12000}), e).outcome, Outcome::failed);
  e.slack = 0.01;
  EXPECT_EQ(judged(sweep({10000, 11000, 10950, 12000}), e).outcome, Outcome::held);
  EXPECT_EQ(judged(sweep({10000, 10000, 10000}), e).outcome, Outcome::failed) << "a flat line is no response";
  e.direction = Direction::falling;
  EXPECT_EQ(judged(sweep({12000, 11000, 10000}), e).outcome, Outcome::held);
  EXPECT_EQ(judged(sweep({12000, 10000}), e).outcome, Outcome::not_judged) << "two points";
}

TEST(Linear, FailsWhereAPointLeavesTheLine) {
  Record record = sweep({1, 1, 1, 1});
  const auto set = [&](const std::vector<double>& times_ns) {
    for (std::size_t i = 0; i < times_ns.size(); ++i) record.cases[i].prep_time_ns = times_ns[i];
  };
  const Expectation e{.name = "a",
                      .kind = ExpectKind::linear,
                      .value = Quantity::prep_time_ns,
                      .most = 0.05,
                      .over = SweepAxis::flush_bytes};
  set({3000, 4000, 6000, 10000});
  EXPECT_EQ(judged(record, e).outcome, Outcome::held);
  set({3000, 4000, 8000, 10000});
  EXPECT_EQ(judged(record, e).outcome, Outcome::failed);
  EXPECT_THAT(judged(record, e).text, HasSubstr("where the line has"));
  set({10000, 6000, 4000, 3000});
  EXPECT_THAT(judged(record, e).text, HasSubstr("does not grow"));
}

TEST(Agree, ComparesTheDifferenceByBothTimers) {
  const auto timed = [](const std::string& prep_word, TimerKind timer, double median_ns) {
    Times times = exact(prep_word, median_ns);
    times.timer = timer;
    return times;
  };
  const Record record =
      record_of({timed("read:256MiB", TimerKind::event, 14500), timed("zero:256MiB", TimerKind::event, 16500),
                 timed("read:256MiB", TimerKind::kernel, 12000), timed("zero:256MiB", TimerKind::kernel, 13900)},
                1);
  Expectation e{.name = "a", .kind = ExpectKind::agree, .of = prep("zero"), .to = prep("read"), .most = 0.1};
  e.timers = {"event", "kernel"};
  EXPECT_EQ(judged(record, e).outcome, Outcome::held) << "2000 against 1900";
  e.most = 0.04;
  EXPECT_EQ(judged(record, e).outcome, Outcome::failed);
  EXPECT_THAT(judged(record, e).text, HasSubstr("2.000 µs by event, 1.900 µs by kernel"));
  e.to.reset();
  e.most = 0.1;
  EXPECT_EQ(judged(record, e).outcome, Outcome::failed) << "the times themselves are 16% apart";
  e.timers = {"event", "stamp"};
  EXPECT_EQ(judged(record, e).outcome, Outcome::not_judged);
}

TEST(Findings, SayWhatHeldAndWhatFailed) {
  const std::vector<Finding> findings =
      findings_of({{"a", Outcome::held, "1 of 1 bear it out."}, {"b", Outcome::not_judged, "no"}});
  EXPECT_EQ(findings[0].id, "expectation held");
  EXPECT_EQ(findings[0].text, "a: 1 of 1 bear it out.");
  EXPECT_EQ(findings[1].id, "expectation not_judged");
}

TEST(ExitCode, IsOneForAFailedClaimAndFourForOneThatWasNotJudged) {
  Record record = record_of({exact("read:256MiB", 12000)}, 1);
  const auto exit_with = [&](Outcome outcome) {
    record.expect = ExpectReport{"", {{"a", outcome, ""}}};
    return exit_of(record);
  };
  EXPECT_EQ(exit_with(Outcome::held), Exit::ok);
  EXPECT_EQ(exit_with(Outcome::failed), Exit::regression);
  EXPECT_EQ(exit_with(Outcome::not_judged), Exit::invalid);
}

}  // namespace
}  // namespace l2bench
