#include "l2bench/baseline.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "l2bench/compare.hpp"
#include "l2bench/sha256.hpp"
#include "support/made_up_record.hpp"

namespace l2bench {
namespace {

using made_up::record_of;
using ::testing::AllOf;
using ::testing::HasSubstr;

BaselineEntry entry(const std::string& id, bool passing, const std::string& pin = "") {
  return {.id = id, .sha256 = id, .started = "", .git_revision = "", .device = "", .passing = passing, .pin = pin};
}

std::vector<std::string> ids_of(const std::vector<BaselineEntry>& entries) {
  std::vector<std::string> ids;
  for (const BaselineEntry& e : entries) ids.push_back(e.id);
  return ids;
}

template <typename Work>
std::string usage_error_of(Work work) {
  try {
    work();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Sha256, IsThatOfTheStandard) {
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(BaselineEntry, IsNamedByStartAndHashAndPassesWhenEveryCaseIsOk) {
  Record record = record_of({{}}, 1);
  record.started = "2026-01-31T12:00:05Z";
  EXPECT_EQ(baseline_entry(record, "abc", "").id, "20260131T120005Z-ba7816bf8f01");
  EXPECT_TRUE(baseline_entry(record, "abc", "").passing);
  record.partial = true;
  EXPECT_FALSE(baseline_entry(record, "abc", "").passing);
  EXPECT_FALSE(baseline_entry(record_of({{.failed_with = "timeout"}}, 1), "abc", "").passing);
}

TEST(BaselineIndex, NeverTakesARecordTwiceNorGivesAPinAway) {
  BaselineIndex index;
  add(index, entry("a", true, "v1"));
  EXPECT_THAT(usage_error_of([&] { add(index, entry("a", true)); }), HasSubstr("already, as a"));
  EXPECT_THAT(usage_error_of([&] { add(index, entry("b", true, "v1")); }), HasSubstr("taken by a"));
  EXPECT_THAT(usage_error_of([&] { add(index, entry("c", true, "last3")); }), HasSubstr("Choose another"));
  EXPECT_EQ(index.entries.size(), 1u);
}

TEST(BaselineIndex, ARecordThatIsThereCanBePinnedOnce) {
  BaselineIndex index;
  add(index, entry("a", true));
  add(index, entry("a", true, "v1"));
  EXPECT_EQ(index.entries.size(), 1u);
  EXPECT_EQ(choose(index, "v1").front().id, "a");
  EXPECT_THAT(usage_error_of([&] { add(index, entry("a", true, "v2")); }), HasSubstr("already, as a, pinned as v1"));
}

TEST(BaselineIndex, ChoosesAPinAnIdOrTheLatestThatPass) {
  BaselineIndex index;
  for (const BaselineEntry& e : {entry("a", true, "v1"), entry("b", true), entry("c", false), entry("d", true)}) {
    add(index, e);
  }
  EXPECT_THAT(ids_of(choose(index, "v1")), ::testing::ElementsAre("a"));
  EXPECT_THAT(ids_of(choose(index, "c")), ::testing::ElementsAre("c"));
  EXPECT_THAT(ids_of(choose(index, "last2")), ::testing::ElementsAre("b", "d"));
  EXPECT_THAT(ids_of(choose(index, "last9")), ::testing::ElementsAre("a", "b", "d"));
  EXPECT_THAT(usage_error_of([&] { choose(index, "v11"); }),
              AllOf(HasSubstr("did you mean 'v1'?"), HasSubstr("last5")));
  EXPECT_THAT(usage_error_of([&] { choose({}, "last5"); }), HasSubstr("none of the 0 baselines passes"));
}

TEST(BaselineIndex, IsReadBackToTheSame) {
  BaselineIndex index;
  add(index, entry("a", true, "v1"));
  add(index, entry("b", false));
  EXPECT_EQ(baseline_index_from_json(to_json(index)).entries, index.entries);
}

TEST(Merged, HasTheProcessesOfAllRuns) {
  const Record all = merged({record_of({{.median_ns = 11900}}, 1), record_of({{.median_ns = 12100}}, 2)});
  EXPECT_EQ(all.cases[0].samples_ns.size(), 1400u);
  const Comparison comparison = compare(all, record_of({{}}, 3), {});
  EXPECT_EQ(comparison.cases[0].base->process_medians_ns.size(), 14u);
  EXPECT_EQ(comparison.cases[0].verdict, Verdict::same);
}

TEST(Merged, LeavesOutWhatIsNotComparableAndSaysSo) {
  Record other = record_of({{.median_ns = 20000}}, 1);
  other.environment.device.driver_version = "570.0";
  const Record all = merged({other, record_of({{}}, 2)});
  EXPECT_EQ(all.cases[0].samples_ns.size(), 700u);
  ASSERT_EQ(all.warnings.size(), 1u);
  EXPECT_THAT(all.warnings[0].text, HasSubstr("driver (570.0 / 570.1)"));
}

/// The step at which one of the two baselines first says SLOWER, when each run is 1% slower than the one before.
int step_found(bool with_pin, bool with_latest) {
  std::vector<Record> passing;
  double median_ns = 12000;
  const Record pinned = record_of({{.median_ns = median_ns}}, 1);
  passing.push_back(pinned);
  for (int step = 1; step <= 10; ++step) {
    median_ns *= 1.01;
    const Record run = record_of({{.median_ns = median_ns}}, 100 + static_cast<std::uint64_t>(step));
    const std::size_t window = std::min<std::size_t>(passing.size(), 5);
    const std::vector<Record> latest(passing.end() - static_cast<std::ptrdiff_t>(window), passing.end());
    if (with_latest && exit_of(compare(merged(latest), run, {})) == Exit::regression) return step;
    if (with_pin && exit_of(compare(pinned, run, {})) == Exit::regression) return step;
    passing.push_back(run);
  }
  return 0;
}

TEST(Baselines, TenStepsOfOnePercentAreCaughtByThePinnedRelease) {
  EXPECT_EQ(step_found(false, true), 0) << "the latest runs drift along";
  EXPECT_GE(step_found(true, true), 3);
  EXPECT_LE(step_found(true, true), 5);
}

TEST(BaselineEntry, TheNameOfItsFileStaysInTheFolderWhateverTheRecordSays) {
  Record record = begin_record(Spec{}, {});
  record.started = "../../T/etc/2026-01-31Z";
  EXPECT_EQ(baseline_entry(record, "text", "").id.find_first_of("./"), std::string::npos);
}

}  // namespace
}  // namespace l2bench
