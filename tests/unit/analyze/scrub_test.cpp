#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "l2bench/analyze.hpp"
#include "unit/record/one_case.hpp"

namespace l2bench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// A chain whose samples are all `ns`, so that an interval is a point.
CaseResult chain_case(const char* config, const char* prep, double ns, TimerKind timer = TimerKind::event) {
  CaseResult c = one_case::of(prep, std::vector<double>(20, ns));
  c.what.workload = "decode-chain";
  c.what.config = config;
  c.what.rows = 256;
  c.what.timer = timer;
  c.key = case_key(c.what, place(c.what.prep, one_case::l2_bytes));
  c.workload.api = "decode-chain";
  c.workload.config = config;
  return c;
}

/// A chain of 100 us. 4 and 8 MiB of scrubs take 40 and 80 us by themselves, and the chain another 1 and 3.
std::vector<CaseResult> naive_cases(TimerKind timer = TimerKind::event) {
  return {chain_case("layers-2", "read", 100e3, timer),
          chain_case("layers-2", "read+scrub:4MiB", 141e3, timer),
          chain_case("layers-2", "read+scrub:8MiB", 183e3, timer),
          chain_case("layers-2-empty", "read", 10e3, timer),
          chain_case("layers-2-empty", "read+scrub:4MiB", 50e3, timer),
          chain_case("layers-2-empty", "read+scrub:8MiB", 90e3, timer)};
}

Expectation rises(double slack = 0) {
  Expectation e{.name = "more costs more", .kind = ExpectKind::monotone};
  e.of = {{{"config", {"layers-2"}}}};
  e.to = Selector{{{"config", {"layers-2-empty"}}}};
  e.over = SweepAxis::flush_bytes;
  e.slack = slack;
  return e;
}

/// The same by both timers.
std::vector<CaseResult> timed_twice() {
  std::vector<CaseResult> cases = naive_cases();
  for (CaseResult& c : naive_cases(TimerKind::kernel)) cases.push_back(std::move(c));
  return cases;
}

Expectation claim_of(ExpectKind kind, const char* config, double most) {
  Expectation e{.name = "another", .kind = kind};
  e.of = {{{"config", {config}}}};
  e.most = most;
  return e;
}

/// One of each kind that is needed; all hold for naive_cases() by both timers.
std::vector<Expectation> conditions() {
  Expectation agrees = claim_of(ExpectKind::agree, "layers-2", 0.05);
  agrees.timers = {"event", "kernel"};
  Expectation linear = claim_of(ExpectKind::linear, "layers-2-empty", 0.05);
  linear.over = SweepAxis::flush_bytes;
  Expectation budget = claim_of(ExpectKind::difference, "layers-2", 95e3);
  budget.to = Selector{{{"config", {"layers-2-empty"}}}};
  return {agrees, linear, rises(), budget};
}

std::vector<Finding> scrubbed(std::vector<CaseResult> cases, std::vector<Expectation> claims) {
  Record record = one_case::record_of(std::move(cases));
  record.spec.expect = std::move(claims);
  judge(record);
  return find_scrub(record);
}

TEST(FindScrub, GivesABoundWhereEveryConditionHeld) {
  const auto found = scrubbed(timed_twice(), conditions());
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_DOUBLE_EQ(found[0].values.at("naive_ns_event_8MiB"), 83e3);
  EXPECT_DOUBLE_EQ(found[0].values.at("own_ns_event_8MiB"), 80e3);
  EXPECT_DOUBLE_EQ(found[0].values.at("net_ns_event_8MiB"), 3e3);
  EXPECT_DOUBLE_EQ(found[0].values.at("bound_ns"), 3e3);
  EXPECT_DOUBLE_EQ(found[0].values.at("bound_share"), 0.03);
  EXPECT_EQ(found[0].text,
            "decode-chain:layers-2/4096x4096/m256/bf16/stream/read:256MiB: all conditions held. What is left in L2 "
            "between its kernels is worth at most +3.000 µs of 100.0 µs (3.00%): the upper end of the largest net "
            "delta, by event with 8MiB between kernels.");
}

TEST(FindScrub, TheBoundIsTheUpperEndOfTheInterval) {
  std::vector<CaseResult> cases = timed_twice();
  for (std::size_t i = 0; i < 20; ++i) cases[2].samples_ns[i] += i < 10 ? -500.0 : 500.0;
  const auto found = scrubbed(cases, conditions());
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_DOUBLE_EQ(found[0].values.at("net_ns_event_8MiB"), 3e3);
  EXPECT_DOUBLE_EQ(found[0].values.at("bound_ns"), 3.5e3);
}

TEST(FindScrub, NamesEveryConditionThatFailedAndGivesNoBound) {
  std::vector<Expectation> claims = conditions();
  claims[0].name = "two timers";
  claims[0].most = 1e-3;
  claims[3].name = "a budget";
  claims[3].most = 1e3;
  std::vector<CaseResult> cases = timed_twice();
  cases[8] = chain_case("layers-2", "read+scrub:8MiB", 184e3, TimerKind::kernel);
  const auto found = scrubbed(cases, claims);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].values.count("bound_ns"), 0U);
  EXPECT_DOUBLE_EQ(found[0].values.at("trusted"), 0.0);
  EXPECT_THAT(found[0].text, AllOf(HasSubstr("not trusted: condition 1 failed (two timers:"),
                                   HasSubstr("; condition 4 failed (a budget:"), HasSubstr("No bound follows"),
                                   Not(HasSubstr("worth at most"))));
}

TEST(FindScrub, LessCostForMoreScrubbingFailsTheDoseResponse) {
  std::vector<CaseResult> cases = timed_twice();
  cases[2] = chain_case("layers-2", "read+scrub:8MiB", 180.5e3);  // a net of 0.5 us, after 1 us for 4 MiB
  EXPECT_THAT(scrubbed(cases, conditions()).at(0).text, HasSubstr("condition 3 failed"));
}

TEST(FindScrub, AConditionThatCouldNotBeJudgedIsNoLicence) {
  std::vector<Expectation> claims = conditions();
  claims[3].value = Quantity::dram_bytes;
  EXPECT_THAT(scrubbed(timed_twice(), claims).at(0).text, HasSubstr("condition 4 could not be judged"));
}

TEST(FindScrub, AConditionThatNobodyWroteDoesNotHold) {
  const char* asked[] = {"that two timers agree", "that the scrubs' own time is linear in their size",
                         "that more scrubbing costs more", "that the extra DRAM traffic stays within a budget"};
  for (std::size_t i = 0; i < 4; ++i) {
    std::vector<Expectation> claims = conditions();
    claims.erase(claims.begin() + static_cast<std::ptrdiff_t>(i));
    const std::string text = scrubbed(timed_twice(), claims).at(0).text;
    EXPECT_THAT(text, AllOf(HasSubstr("no condition " + std::string(asked[i]) + " was written before the run"),
                            Not(HasSubstr("worth at most"))));
  }
}

TEST(FindScrub, ScrubsThatCostLessInTheChainThanAloneAreNoBound) {
  std::vector<CaseResult> cases = timed_twice();
  for (const std::size_t i : {1, 7}) cases[i] = chain_case("layers-2", "read+scrub:4MiB", 139e3, cases[i].what.timer);
  for (const std::size_t i : {2, 8}) cases[i] = chain_case("layers-2", "read+scrub:8MiB", 179.5e3, cases[i].what.timer);
  EXPECT_THAT(scrubbed(cases, conditions()).at(0).text,
              AllOf(HasSubstr("scrubs cost less between kernels than alone"), Not(HasSubstr("worth at most"))));
}

TEST(FindScrub, TakesTheWorstOfTheTimers) {
  std::vector<CaseResult> cases = timed_twice();
  cases[8] = chain_case("layers-2", "read+scrub:8MiB", 184e3, TimerKind::kernel);
  const auto found = scrubbed(cases, conditions());
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_DOUBLE_EQ(found[0].values.at("bound_ns"), 4e3);
  EXPECT_THAT(found[0].text, HasSubstr("by kernel with 8MiB"));
}

TEST(FindScrub, NeedsTheScrubsAloneAndTheChainAlone) {
  std::vector<CaseResult> cases = naive_cases();
  cases.erase(cases.begin() + 3);
  EXPECT_THAT(scrubbed(cases, {}), IsEmpty());
  cases = naive_cases();
  cases.erase(cases.begin());
  EXPECT_THAT(scrubbed(cases, {}), IsEmpty());
}

// ---- chain ----------------------------------------------------------------------------------------------------------

TEST(FindChain, AddsUpTheKernelsOfEachName) {
  CaseResult c = chain_case("layers-1", "read", 10e3, TimerKind::kernel);
  c.blocks.front().kernel_times = {{"norm", 1000}, {"gemm", 5000}, {"norm", 500}};
  Record record = one_case::record_of({c});
  judge(record);
  const auto found = find_chain(record);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_DOUBLE_EQ(found[0].values.at("norm_ns"), 1500.0);
  EXPECT_DOUBLE_EQ(found[0].values.at("kernels_ns"), 6500.0);
  EXPECT_EQ(found[0].text,
            "decode-chain:layers-1/4096x4096/m256/bf16/kernel/stream/read:256MiB: its kernels take 6.500 µs of 10.00 "
            "µs: 1 x gemm 5.000 µs; 2 x norm 1.500 µs.");
}

}  // namespace
}  // namespace l2bench
