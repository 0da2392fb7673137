// What CI services read: of records and of comparisons.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "l2bench/render_comparison.hpp"
#include "support/made_up_record.hpp"

namespace l2bench {
namespace {

using made_up::record_of;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* key = "cublas/4096x4096/m1/bf16/read:256MiB/event/stream";

/// One of each: SLOWER, SAME, INCONCLUSIVE, NO_BASELINE, NOT_COMPARABLE, FASTER.
Comparison one_of_each() {
  const Record base = record_of({{.within = 0},
                                 {.prep = "zero:256MiB"},
                                 {.prep = "none", .processes = 3},
                                 {.prep = "memset:256MiB"},
                                 {.prep = "write:256MiB"}},
                                1);
  const Record candidate = record_of({{.median_ns = 13200, .within = 0},
                                      {.prep = "zero:256MiB"},
                                      {.prep = "none", .processes = 3},
                                      {.prep = "touch"},
                                      {.prep = "memset:256MiB", .failed_with = "wrong_result"},
                                      {.prep = "write:256MiB", .median_ns = 10000}},
                                     2);
  return compare(base, candidate, {});
}

std::size_t times_in(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// What xmllint says of `xml` against the schema; empty if it is valid.
std::string complaints_about(const std::string& xml) {
  const auto folder = std::filesystem::temp_directory_path() / ("l2bench-xml-" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  std::ofstream(folder / "report.xml") << xml;
  const std::string command = "xmllint --noout --schema " L2BENCH_SOURCE_DIR "/tests/data/junit.xsd " +
                              (folder / "report.xml").string() + " 2>" + (folder / "err").string();
  const int status = std::system(command.c_str());
  std::ifstream file(folder / "err");
  const std::string said(std::istreambuf_iterator<char>(file), {});
  std::filesystem::remove_all(folder);
  return status == 0 ? "" : said;
}

bool has_xmllint() {
  return std::system("command -v xmllint >/dev/null 2>&1") == 0;
}

TEST(JUnit, OfComparisonsAndRecordsFollowsTheSchema) {
  if (!has_xmllint()) GTEST_SKIP() << "xmllint is missing (package libxml2-utils)";
  EXPECT_EQ(complaints_about(render_comparison_junit(one_of_each())), "");
  EXPECT_EQ(complaints_about(render_junit(record_of({{}, {.prep = "touch", .failed_with = "timeout"}}, 1))), "");
  EXPECT_NE(complaints_about("<testsuites><testsuite/></testsuites>"), "") << "the schema must refuse something";
}

TEST(JUnit, MapsEachVerdictToItsElement) {
  const std::string xml = render_comparison_junit(one_of_each());
  EXPECT_THAT(xml, HasSubstr("tests=\"6\" failures=\"1\" errors=\"1\" skipped=\"2\""));
  EXPECT_THAT(xml, HasSubstr("<failure type=\"SLOWER\" message=\"SLOWER: By time: ratio 1.0999 ["));
  EXPECT_THAT(xml, HasSubstr("<error type=\"NOT_COMPARABLE\""));
  EXPECT_EQ(times_in(xml, "<skipped message=\"INCONCLUSIVE: "), 1u);
  EXPECT_EQ(times_in(xml, "<skipped message=\"NO_BASELINE: "), 1u);
  EXPECT_EQ(times_in(xml, "<testcase "), 6u);
  EXPECT_EQ(times_in(xml, " time=\"0.0000"), 5u) << "four cases and the suite: a time that is absent is no 0";
}

TEST(JUnit, OfARecordTellsWhatIsNotOk) {
  const std::string xml = render_junit(record_of(
      {{}, {.prep = "touch", .failed_with = "timeout"}, {.prep = "none", .failed_with = "out_of_memory"}}, 1));
  EXPECT_THAT(xml, HasSubstr("<error type=\"failed\" message=\"failed: timeout: "));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"skipped: out_of_memory: "));
  EXPECT_THAT(xml, HasSubstr("tests=\"3\" failures=\"0\" errors=\"1\" skipped=\"1\""));
}

TEST(JUnit, TextsOfUsersCannotBreakIt) {
  if (!has_xmllint()) GTEST_SKIP() << "xmllint is missing (package libxml2-utils)";
  Record record = record_of({{}}, 1);
  record.environment.device.name = "<GPU> & \"co\" \x01\xff";
  EXPECT_EQ(complaints_about(render_junit(record)), "");
  EXPECT_THAT(render_junit(record), HasSubstr("&lt;GPU&gt; &amp; &quot;co&quot;"));
}

TEST(Gha, HasARowACaseThatWasMeasured) {
  const Record record = record_of({{.between = 0, .within = 0}, {.prep = "touch", .failed_with = "timeout"}}, 1);
  const auto rows = nlohmann::json::parse(render_gha(record));
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0]["name"], key);
  EXPECT_EQ(rows[0]["unit"], "ns");
  EXPECT_EQ(rows[0]["value"], 12000.0);
  EXPECT_EQ(rows[0]["range"], "± 0");
  EXPECT_THAT(rows[0]["extra"].get<std::string>(), HasSubstr("GPU NVIDIA H200"));
}

TEST(Bmf, HasLatencyInNsWithItsInterval) {
  const Record record = record_of({{}}, 1);
  const auto j = nlohmann::json::parse(render_bmf(record));
  const auto& latency = j.at(key).at("latency");
  EXPECT_EQ(latency["value"], record.cases[0].stats->median_ns);
  EXPECT_EQ(latency["lower_value"], (*record.cases[0].stats->median_ci95_ns)[0]);
  EXPECT_EQ(latency["upper_value"], (*record.cases[0].stats->median_ci95_ns)[1]);
}

TEST(Bmf, OfAComparisonLeavesOutWhatIsNotComparable) {
  EXPECT_EQ(nlohmann::json::parse(render_comparison_bmf(one_of_each())).size(), 4u);
}

TEST(OpenMetrics, HasOneFamilyAUnitAndAnEnd) {
  const std::string text = render_openmetrics(record_of({{.between = 0, .within = 0}}, 1));
  EXPECT_EQ(text,
            "# TYPE l2bench_median_seconds gauge\n"
            "# UNIT l2bench_median_seconds seconds\n"
            "# HELP l2bench_median_seconds Median time of one call.\n"
            "l2bench_median_seconds{case=\"cublas/4096x4096/m1/bf16/read:256MiB/event/stream\",gpu=\"NVIDIA H200\","
            "simulated=\"false\"} 1.2e-05\n"
            "# EOF\n");
}

TEST(OpenMetrics, OfAComparisonHasTheRatios) {
  EXPECT_EQ(times_in(render_comparison_openmetrics(one_of_each()), "\nl2bench_ratio{"), 4u);
}

TEST(Simulated, IsMarkedInEveryFormat) {
  Record record = record_of({{}}, 1);
  record.environment.device.simulated = true;
  for (CaseResult& c : record.cases) c.simulated = true;
  const Comparison comparison = compare(record, record, {});
  for (const ComparisonRendererRow& row : comparison_renderer_table) {
    if (row.value == render_annotations) continue;  // no case is worth one
    EXPECT_THAT(row.value(comparison), ::testing::ContainsRegex("[Ss]imulated|SIMULATED")) << row.word;
  }
  for (const auto render : {render_junit, render_gha, render_bmf, render_openmetrics}) {
    EXPECT_THAT(render(record), HasSubstr("simulated:cublas"));
  }
}

TEST(Annotations, AreErrorsForRegressionsAndWarningsForTheUndecided) {
  const std::string text = render_annotations(one_of_each());
  EXPECT_THAT(text, StartsWith("::error title=SLOWER cublas/4096x4096/m1/bf16/read%3A256MiB/event/stream::By time: "));
  EXPECT_THAT(text, HasSubstr("threshold 3%25.\n"));
  EXPECT_THAT(text, HasSubstr("::warning title=NOT_COMPARABLE"));
  EXPECT_THAT(text, HasSubstr("::notice title=NO_BASELINE"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
}

TEST(Annotations, AreTenAtMostAndTheLastOneSaysHowManyAreMissing) {
  const Record base = record_of(made_up::alike({}, 30), 1);
  const Record candidate = record_of(made_up::alike({.median_ns = 14000}, 30), 2);
  const std::string text = render_annotations(compare(base, candidate, {}));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 10);
  EXPECT_THAT(text, HasSubstr("21 more cases are not shown here. 30 SLOWER: exit code 1."));
}

TEST(ComparisonTable, ShowsVerdictsReasonsWarningsAndTheExitCode) {
  const std::string text = render_comparison_table(one_of_each(), {});
  EXPECT_THAT(text, AllOf(HasSubstr("threshold: 3%"), HasSubstr("SLOWER          11.98 µs  13.17 µs  1.0999 ["),
                          HasSubstr("needs at least 5 a side"), HasSubstr("wrong_result"), HasSubstr("1 SLOWER, "),
                          HasSubstr("exit code 1.")));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(render_comparison_table(one_of_each(), {.colour = true}), HasSubstr("\x1b[31mSLOWER"));
}

TEST(ComparisonMarkdown, PutsWhatMattersFirst) {
  const std::string text = render_comparison_markdown(one_of_each());
  EXPECT_THAT(text, StartsWith("### l2bench: 1 SLOWER, "));
  EXPECT_LT(text.find("| SLOWER |"), text.find("| NOT_COMPARABLE |"));
  EXPECT_LT(text.find("| NO_BASELINE |"), text.find("| SAME |"));
}

TEST(ComparisonMarkdown, StaysBelowTheLimitOfAJobSummaryAndSaysWhatIsLeftOut) {
  Comparison comparison = one_of_each();
  comparison.cases[1].key = std::string(2000, 'x');
  for (int i = 0; i < 600; ++i) comparison.cases.push_back(comparison.cases[1]);
  const std::string text = render_comparison_markdown(comparison);
  EXPECT_LT(text.size(), 1'000'000u);
  EXPECT_THAT(text, ::testing::ContainsRegex("[0-9]+ more cases do not fit here"));
}

}  // namespace
}  // namespace l2bench
