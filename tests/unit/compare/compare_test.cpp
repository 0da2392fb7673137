#include "l2bench/compare.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/made_up_record.hpp"

namespace l2bench {
namespace {

using made_up::record_of;
using made_up::Times;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

CaseComparison of_records(const Record& base, const Record& candidate, const CompareOptions& options = {}) {
  const Comparison comparison = compare(base, candidate, options);
  EXPECT_EQ(comparison.cases.size(), 1u);
  return comparison.cases.at(0);
}

CaseComparison only_case(const Times& base, const Times& candidate, const CompareOptions& options = {}) {
  return of_records(record_of({base}, 1), record_of({candidate}, 2), options);
}

std::vector<std::string> warning_ids(const Comparison& comparison) {
  std::vector<std::string> ids;
  for (const Warning& warning : comparison.warnings) ids.push_back(warning.id);
  return ids;
}

TEST(Verdict, FollowsTheIntervalAndTheRankTest) {
  EXPECT_EQ(only_case({}, {}).verdict, Verdict::same);
  EXPECT_EQ(only_case({}, {.median_ns = 12800}).verdict, Verdict::slower);
  EXPECT_EQ(only_case({.median_ns = 12800}, {}).verdict, Verdict::faster);
}

TEST(Verdict, GivesTheNumbersItRestsOn) {
  const CaseComparison c = only_case({.between = 0, .within = 0}, {.median_ns = 12600, .between = 0, .within = 0});
  EXPECT_EQ(c.verdict, Verdict::slower);
  EXPECT_DOUBLE_EQ(*c.ratio, 1.05);
  EXPECT_DOUBLE_EQ((*c.ratio_ci95)[0], 1.05);
  EXPECT_DOUBLE_EQ((*c.ratio_ci95)[1], 1.05);
  EXPECT_DOUBLE_EQ(*c.p, 2.0 / 3432.0);
  EXPECT_DOUBLE_EQ(*c.cycles_ratio, 1.05);
  EXPECT_EQ(c.base->process_medians_ns.size(), 7u);
  EXPECT_EQ(c.reason, "By time: ratio 1.0500 [1.0500, 1.0500], threshold 3%.");
}

TEST(Verdict, AnIntervalAcrossTheThresholdIsInconclusiveAndSaysHowManyProcessesWouldTell) {
  const CaseComparison c = only_case({.between = 0.03}, {.median_ns = 12400, .between = 0.03});
  EXPECT_EQ(c.verdict, Verdict::inconclusive);
  ASSERT_TRUE(c.processes_needed.has_value());
  EXPECT_GT(*c.processes_needed, 7u);
  EXPECT_THAT(c.reason, AllOf(HasSubstr("reaches across the threshold"),
                              HasSubstr("--processes " + std::to_string(*c.processes_needed))));
}

TEST(Verdict, AChangeOfJustTheThresholdIsBeyondWhatProcessesCanTell) {
  Record base = record_of({{}}, 1);
  const double ratio = *of_records(base, record_of({{.median_ns = 12000 * 1.03}}, 2)).ratio;
  const CaseComparison c = of_records(base, record_of({{.median_ns = 12000 * 1.03}}, 2), {.threshold = ratio - 1.0});
  EXPECT_EQ(c.verdict, Verdict::inconclusive);
  EXPECT_FALSE(c.processes_needed.has_value());
  EXPECT_THAT(c.reason, HasSubstr("not even 100 processes"));
}

TEST(Verdict, TooFewProcessesSayHowManyAreNeeded) {
  const CaseComparison c = only_case({.processes = 3}, {.median_ns = 15000, .processes = 3});
  EXPECT_EQ(c.verdict, Verdict::inconclusive);
  EXPECT_EQ(c.processes_needed, 5u);
  EXPECT_THAT(c.reason, AllOf(HasSubstr("3 process(es)"), HasSubstr("at least 5 a side"), HasSubstr("--processes 5")));
  EXPECT_FALSE(c.ratio_ci95.has_value());
}

TEST(Verdict, WithManyCasesTooFewProcessesForHolmSayHowManyAreNeeded) {
  const Record base = record_of(made_up::alike({.processes = 5}, 20), 1);
  const Record candidate = record_of(made_up::alike({.median_ns = 15000, .processes = 5}, 20), 2);
  const Comparison comparison = compare(base, candidate, {});
  EXPECT_EQ(count_of(comparison, Verdict::inconclusive), 20u);
  EXPECT_EQ(comparison.cases[0].processes_needed, 6u);
  EXPECT_THAT(comparison.cases[0].reason, HasSubstr("cannot be significant among 20 cases"));
}

TEST(Verdict, OverlappingProcessesAreNoChangeHoweverClearTheInterval) {
  // Six of seven processes of each side are 5% apart, but the others are where the other side is: p = 0.073.
  Record base = record_of({{.between = 0, .within = 0}}, 1);
  Record candidate = record_of({{.median_ns = 12600, .between = 0, .within = 0}}, 2);
  for (Record* record : {&base, &candidate}) {
    for (const BlockRow& block : record->cases[0].blocks) {
      if (block.replicate > 1) continue;
      for (std::size_t i = 0; i < block.count; ++i) {
        record->cases[0].samples_ns[block.first + i] = record == &base ? 12600 : 12000;
      }
    }
  }
  const CaseComparison c = of_records(base, candidate);
  EXPECT_EQ(c.verdict, Verdict::inconclusive) << c.reason;
  EXPECT_GT(*c.p_holm, 0.05);
}

TEST(Threshold, IsNeverBelowTwoTimerSteps) {
  const CaseComparison c = only_case({.median_ns = 1000, .within = 0}, {.median_ns = 1050}, {.threshold = 0.01});
  EXPECT_NEAR(c.threshold, 2.0 * 32.0 / 1000.0, 0.001);
  EXPECT_EQ(c.verdict, Verdict::same);
}

TEST(Clocks, ASlowdownThatIsOnlyALowerClockIsNotCalledSlower) {
  const CaseComparison c = only_case({.sm_mhz = 1980}, {.median_ns = 12000 * 1.06, .sm_mhz = 1980 / 1.06});
  EXPECT_EQ(c.verdict, Verdict::inconclusive);
  EXPECT_THAT(c.reason, AllOf(HasSubstr("By time it is SLOWER"), HasSubstr("1980 to 1868 MHz"), HasSubstr("cycles")));
}

TEST(Clocks, SamenessThatAHigherClockBoughtIsNotCalledSame) {
  const CaseComparison c = only_case({.sm_mhz = 1800}, {.sm_mhz = 1980});
  EXPECT_EQ(c.verdict, Verdict::inconclusive);
  EXPECT_THAT(c.reason, HasSubstr("By time it is SAME"));
}

TEST(Clocks, ASlowdownAtTheSameClockIsConfirmed) {
  EXPECT_EQ(only_case({.sm_mhz = 1980}, {.median_ns = 12800, .sm_mhz = 1975}).verdict, Verdict::slower);
}

TEST(Clocks, WithoutThemTheVerdictStandsAndSaysSo) {
  const CaseComparison c = only_case({.sm_mhz = {}}, {.median_ns = 12800});
  EXPECT_EQ(c.verdict, Verdict::slower);
  EXPECT_FALSE(c.cycles_ratio.has_value());
  EXPECT_THAT(c.reason, HasSubstr("no clock to confirm it"));
}

TEST(Noise, ACaseNoisierThanTheThresholdIsRefusedWithTheNumber) {
  CompareOptions options;
  options.noise["cublas/4096x4096/m1/bf16/read:256MiB/event/stream"] = {.floor = 0.035, .smallest_threshold = 0.041};
  const CaseComparison c = only_case({}, {}, options);
  EXPECT_EQ(c.verdict, Verdict::inconclusive);
  EXPECT_THAT(c.reason, AllOf(HasSubstr("3%"), HasSubstr("4.1%"), HasSubstr("3.5%")));
  EXPECT_EQ(only_case({}, {.median_ns = 12000 * 1.035}, options).verdict, Verdict::inconclusive);
}

TEST(Noise, AChangeBeyondTheNoiseIsStillFound) {
  CompareOptions options;
  options.noise["cublas/4096x4096/m1/bf16/read:256MiB/event/stream"] = {.floor = 0.035, .smallest_threshold = 0.041};
  EXPECT_EQ(only_case({}, {.median_ns = 12000 * 1.2}, options).verdict, Verdict::slower);
}

TEST(Baseline, ACaseTheBaseLacksIsAVerdictOfItsOwn) {
  const Record base = record_of({{}}, 1);
  const Record candidate = record_of({{}, {.prep = "zero:256MiB"}}, 2);
  Comparison comparison = compare(base, candidate, {});
  EXPECT_EQ(comparison.cases[1].verdict, Verdict::no_baseline);
  EXPECT_EQ(exit_of(comparison), Exit::ok);
  comparison = compare(base, candidate, {.require_baseline = true});
  EXPECT_EQ(exit_of(comparison), Exit::invalid);
}

TEST(Baseline, CasesThatOnlyTheBaseHasAreNamed) {
  const Comparison comparison = compare(record_of({{}, {.prep = "zero:256MiB"}}, 1), record_of({{}}, 2), {});
  EXPECT_THAT(comparison.only_in_base, ElementsAre("cublas/4096x4096/m1/bf16/zero:256MiB/event/stream"));
  EXPECT_THAT(warning_ids(comparison), ElementsAre("only_in_base"));
  EXPECT_THAT(comparison.warnings[0].text, HasSubstr("zero:256MiB"));
}

TEST(Baseline, ComparingNothingAtAllIsNoPass) {
  const Comparison comparison = compare(record_of({{.prep = "zero:256MiB"}}, 1), record_of({{}}, 2), {});
  EXPECT_EQ(exit_of(comparison), Exit::invalid);
  EXPECT_THAT(warning_ids(comparison), ::testing::Contains("nothing_compared"));
}

TEST(NotComparable, ACaseThatIsNotOkIsNamedWithItsFlag) {
  CaseComparison c = only_case({}, {.failed_with = "timeout"});
  EXPECT_EQ(c.verdict, Verdict::not_comparable);
  EXPECT_THAT(c.reason, AllOf(HasSubstr("new record's case is failed"), HasSubstr("timeout")));
  c = only_case({.failed_with = "wrong_result"}, {});
  EXPECT_EQ(c.verdict, Verdict::not_comparable);
  EXPECT_THAT(c.reason, AllOf(HasSubstr("base's case is invalid"), HasSubstr("wrong_result")));
}

struct Difference {
  const char* key;
  void (*make)(Record&);
};
class Differing : public ::testing::TestWithParam<Difference> {};

TEST_P(Differing, IsNotComparableAndListedUnlessAllowed) {
  const Record base = record_of({{}}, 1);
  Record candidate = record_of({{}}, 2);
  GetParam().make(candidate);
  const Comparison refused = compare(base, candidate, {});
  EXPECT_EQ(refused.cases[0].verdict, Verdict::not_comparable);
  EXPECT_EQ(exit_of(refused), Exit::invalid);
  EXPECT_FALSE(refused.cases[0].ratio.has_value());
  ASSERT_EQ(refused.cases[0].mismatches.size(), 1u);
  EXPECT_EQ(refused.cases[0].mismatches[0].key, GetParam().key);
  EXPECT_THAT(refused.cases[0].reason, HasSubstr(GetParam().key));

  const Comparison allowed = compare(base, candidate, {.allowed = {GetParam().key}});
  EXPECT_EQ(allowed.cases[0].verdict, Verdict::same);
  EXPECT_THAT(warning_ids(allowed), ElementsAre("allowed_mismatch"));
}

INSTANTIATE_TEST_SUITE_P(
    Facts, Differing,
    ::testing::Values(Difference{"gpu", [](Record& r) { r.environment.device.name = "NVIDIA H100"; }},
                      Difference{"mig", [](Record& r) { r.environment.device.sm_count = 60; }},
                      Difference{"driver", [](Record& r) { r.environment.device.driver_version = "575.0"; }},
                      Difference{"cuda", [](Record& r) { r.environment.device.runtime_version = std::nullopt; }},
                      Difference{"cublas", [](Record& r) { r.environment.device.cublas_version = "13.0"; }},
                      Difference{"ecc", [](Record& r) { r.environment.device.ecc = false; }},
                      Difference{"l2bench", [](Record& r) { r.tool.version = "7.0.0"; }},
                      Difference{"init", [](Record& r) { r.spec.sampling.init = Init::zeros; }},
                      Difference{"placement", [](Record& r) { r.spec.sampling.placement = Placement::varied; }},
                      Difference{"flush_bytes", [](Record& r) { r.cases[0].flush_bytes = 1; }},
                      Difference{"calls", [](Record& r) { r.cases[0].copies = 12; }},
                      Difference{"api", [](Record& r) { r.cases[0].workload.compute_type = "fp16"; }},
                      Difference{"kernels", [](Record& r) { r.cases[0].workload.kernels.push_back({"reduce"}); }}),
    [](const auto& given) { return std::string(given.param.key); });

TEST(NotComparable, AnEditedKernelUnlessAllowed) {
  const auto with_kernel = [](int seed, const std::string& path, const std::string& sha256) {
    Record record = record_of({{}}, seed);
    record.cases[0].what.workload = "kernel";
    record.spec.code.kernel = Kernel{.call = {.file = path, .name = "mine"}};
    record.code = {{path, sha256}};
    return record;
  };
  const Record base = with_kernel(1, "a.cu", "11");
  EXPECT_EQ(of_records(base, with_kernel(2, "moved/a.cu", "11")).verdict, Verdict::same);
  const Record edited = with_kernel(2, "a.cu", "22");
  const CaseComparison refused = of_records(base, edited);
  EXPECT_EQ(refused.verdict, Verdict::not_comparable);
  EXPECT_THAT(refused.reason, HasSubstr("code"));
  EXPECT_EQ(of_records(base, edited, {.allowed = {"code"}}).verdict, Verdict::same);
}

TEST(NotComparable, SimulatedAgainstMeasuredCannotBeAllowed) {
  const Record base = record_of({{}}, 1);
  Record candidate = record_of({{}}, 2);
  candidate.cases[0].simulated = true;
  EXPECT_EQ(of_records(base, candidate, {.allowed = {"simulated"}}).verdict, Verdict::not_comparable);
  try {
    check_can_be_allowed("simulated");
    FAIL() << "must throw";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("cannot be allowed"));
  }
}

TEST(Allow, AWordThatIsNoKeyGetsASuggestion) {
  try {
    check_can_be_allowed("dirver");
    FAIL() << "must throw";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("did you mean 'driver'?"), HasSubstr("gpu mig driver")));
  }
}

TEST(Allow, APartOfTheKeyLetsCasesMeetThatDifferInIt) {
  Record base = record_of({{}}, 1);
  Record candidate = record_of({{.median_ns = 12600}}, 2);
  candidate.cases[0].what.config = "slow";
  EXPECT_EQ(of_records(base, candidate).verdict, Verdict::no_baseline);
  const CaseComparison c = of_records(base, candidate, {.allowed = {"config"}});
  EXPECT_EQ(c.verdict, Verdict::slower);
  EXPECT_THAT(c.mismatches, ElementsAre(Mismatch{"config", "default", "slow", true}));
}

TEST(Allow, SeveralCasesThatWouldMeetOneAreNotGuessedAmong) {
  const Record base = record_of({{}, {.prep = "zero:256MiB"}}, 1);
  const CaseComparison c = compare(base, record_of({{}}, 2), {.allowed = {"prep"}}).cases[0];
  EXPECT_EQ(c.verdict, Verdict::not_comparable);
  EXPECT_THAT(c.reason, HasSubstr("2 cases of the base meet it"));
}

TEST(Gpu, AnotherOneOfTheSameNameIsRecordedAsAWarning) {
  const Record base = record_of({{}}, 1);
  Record candidate = record_of({{}}, 2);
  candidate.environment.device.uuid = "GPU-two";
  const Comparison comparison = compare(base, candidate, {});
  EXPECT_EQ(comparison.cases[0].verdict, Verdict::same);
  EXPECT_THAT(warning_ids(comparison), ElementsAre("other_gpu"));
  EXPECT_THAT(comparison.warnings[0].text, AllOf(HasSubstr("GPU-one"), HasSubstr("GPU-two")));
}

TEST(ExitCode, ARegressionOutweighsWhatIsUndecided) {
  const Record base = record_of({{}, {.prep = "zero:256MiB"}}, 1);
  const Record candidate = record_of({{.median_ns = 14000}, {.prep = "zero:256MiB", .failed_with = "timeout"}}, 2);
  EXPECT_EQ(exit_of(compare(base, candidate, {})), Exit::regression);
}

TEST(ExitCode, IsThatOfTheVerdictTable) {
  EXPECT_EQ(exit_of(compare(record_of({{}}, 1), record_of({{}}, 2), {})), Exit::ok);
  EXPECT_EQ(exit_of(compare(record_of({{}}, 1), record_of({{.median_ns = 10000}}, 2), {})), Exit::ok);
  EXPECT_EQ(exit_of(compare(record_of({{.processes = 3}}, 1), record_of({{.processes = 3}}, 2), {})), Exit::invalid);
}

TEST(Compare, GivesTheSameEveryTime) {
  const Record base = record_of(made_up::alike({}, 8), 1);
  const Record candidate = record_of(made_up::alike({}, 8), 2);
  EXPECT_EQ(to_json(compare(base, candidate, {})), to_json(compare(base, candidate, {})));
}

TEST(ComparisonJson, HasVerdictsInWordsAndAbsentFactsAsNull) {
  const Comparison comparison = compare(record_of({{}}, 1), record_of({{}, {.prep = "zero:256MiB"}}, 2), {});
  const nlohmann::json j = to_json(comparison);
  EXPECT_EQ(j["schema_version"], 1);
  EXPECT_EQ(j["exit"], 0);
  EXPECT_EQ(j["cases"][0]["verdict"], "SAME");
  EXPECT_TRUE(j["cases"][0]["ratio"].is_number());
  EXPECT_EQ(j["cases"][1]["verdict"], "NO_BASELINE");
  EXPECT_TRUE(j["cases"][1]["ratio"].is_null());
  EXPECT_EQ(j["base"]["uuid"], "GPU-one");
}

}  // namespace
}  // namespace l2bench
