#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <nlohmann/json.hpp>

#include "golden/golden.hpp"
#include "golden/synthetic_record.hpp"
#include "l2bench/report.hpp"
#include "report/figure.hpp"
#include "report/sections.hpp"

namespace l2bench {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string page_of(const Record& record) {
  return report_page(std::span(&record, 1));
}

std::vector<std::string> figures_of(const Record& record) {
  std::vector<std::string> ids;
  for (const FigureRow& row : figure_table) {
    if (row.applies(record)) ids.emplace_back(row.id);
  }
  return ids;
}

TEST(Figures, ARecordGetsThoseThatApply) {
  EXPECT_THAT(figures_of(synthetic::study()), testing::ElementsAre("weight_size", "distribution", "samples_in_time"));
  EXPECT_THAT(figures_of(synthetic::simulated_sweep()),
              testing::ElementsAre("size_sweep", "distribution", "samples_in_time"));
}

TEST(Figures, SpecsOfASimulatedSweep) {
  const Record record = synthetic::simulated_sweep();
  for (const FigureRow& row : figure_table) {
    if (row.applies(record)) expect_golden("sweep." + std::string(row.id) + ".vl.json", row.make(record).spec.dump(1));
  }
}

TEST(Figures, EveryOneNamesUnitsHasATableAndSaysWhatItIsOf) {
  for (const Record& record : {synthetic::study(), synthetic::simulated_sweep(), synthetic::hostile_and_partial()}) {
    for (const FigureRow& row : figure_table) {
      if (!row.applies(record)) continue;
      const Figure figure = row.make(record);
      EXPECT_FALSE(figure.table.rows.empty()) << row.id;
      for (const auto& cells : figure.table.rows) EXPECT_EQ(cells.size(), figure.table.columns.size()) << row.id;
      EXPECT_FALSE(figure.spec["concat"].empty()) << row.id;
      EXPECT_FALSE(figure.spec["title"]["text"].get<std::string>().empty()) << row.id;
    }
  }
}

TEST(Page, SimulatedIsSaidAboveAllAndInEveryPicture) {
  const Record record = synthetic::simulated_sweep();
  const std::string page = page_of(record);
  EXPECT_THAT(page, HasSubstr("<title>SIMULATED "));
  EXPECT_THAT(page, HasSubstr("<p class=\"banner\">SIMULATED: nothing here was measured."));
  EXPECT_LT(page.find("class=\"banner\""), page.find("<figure"));
  EXPECT_THAT(distribution(record).spec["title"]["text"].get<std::string>(), HasSubstr("SIMULATED"));
  EXPECT_THAT(page_of(synthetic::study()), Not(HasSubstr("SIMULATED")));
}

TEST(Page, VerdictsStandBeforeEnvironmentAndFigures) {
  const std::string page = page_of(synthetic::study());
  EXPECT_THAT(page, HasSubstr("<section class=\"flag warning\"><p>not_clean (warning)"));
  EXPECT_LT(page.find("class=\"flag"), page.find("<h3>Environment</h3>"));
  EXPECT_LT(page.find("<h3>Environment</h3>"), page.find("<figure"));
}

/// As a run writes them.
std::vector<Finding> findings_of_claims(const ExpectReport& report) {
  std::vector<Finding> findings;
  for (const ExpectationResult& result : report.results) {
    findings.push_back({"expectation " + std::string(row_of(outcome_table, result.outcome).word), result.name, {}});
  }
  return findings;
}

ExpectReport judged_claims() {
  return {"c0ffee",
          {{"read is cold", Outcome::held, "all 2 cases"},
           {"zero is slow", Outcome::failed, "1.02 is below 1.1"},
           {"it writes back", Outcome::not_judged, "no counters"}}};
}

TEST(Page, ClaimsStandOnTopTheFailedFirst) {
  Record record = synthetic::study();
  record.spec.expect.resize(3);
  record.expect = judged_claims();
  for (const Finding& finding : findings_of_claims(*record.expect)) record.findings.push_back(finding);
  const std::string page = page_of(record);
  const std::size_t failed = page.find("<section class=\"flag bad\"><p>Expectations that failed (1)");
  const std::size_t open = page.find("<section class=\"flag warning\"><p>Expectations that were not judged (1)");
  const std::size_t held = page.find("<section class=\"flag good\"><p>Expectations that held (1)");
  ASSERT_NE(held, std::string::npos);
  EXPECT_LT(failed, open);
  EXPECT_LT(open, held);
  EXPECT_LT(held, page.find("not_clean (warning)"));
  EXPECT_THAT(page, HasSubstr("<li>zero is slow: 1.02 is below 1.1</li>"));
  EXPECT_THAT(page, HasSubstr("SHA-256 of the claims: c0ffee"));
  EXPECT_THAT(page, Not(HasSubstr("expectation failed")));
}

TEST(Page, ClaimsThatNothingWasMeasuredForAreNotJudged) {
  Record record = synthetic::study();
  record.spec.expect.resize(1);
  record.spec.expect[0].name = "read is cold";
  record.expect = ExpectReport{"c0ffee", {}};
  EXPECT_THAT(page_of(record), HasSubstr("not judged: nothing was measured.</p>\n<ul>\n<li>read is cold</li>"));
}

TEST(Page, HostileTextsStayText) {
  Record record = synthetic::hostile_and_partial();
  record.spec.name = "</script><script>alert(1)</script><!-- ]]> \"'";
  record.cases[0].prep = "</script><img src=x onerror=alert(2)>";
  const std::string page = page_of(record);
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, Not(HasSubstr("<img src=x")));
  EXPECT_THAT(page, HasSubstr("&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;!-- ]]&gt; &quot;&#39;"));
}

TEST(Page, SeveralRecordsHaveDifferentIds) {
  const std::array<Record, 2> records{synthetic::study(), synthetic::study()};
  const std::string page = report_page(records);
  EXPECT_THAT(page, HasSubstr("<figure id=\"r0-distribution\">"));
  EXPECT_THAT(page, HasSubstr("<figure id=\"r1-distribution\">"));
}

TEST(Page, AMillionSamplesStaySmallAndQuick) {
  Record record = synthetic::study();
  for (CaseResult& c : record.cases) {
    if (c.samples_ns.empty()) continue;
    c.samples_ns.resize(1000000 / record.cases.size());
    for (std::size_t i = 0; i < c.samples_ns.size(); ++i) {
      c.samples_ns[i] = 14000.0 + static_cast<double>(i * 7919 % 99991) * 0.0123;
    }
    c.blocks = {{.count = c.samples_ns.size()}};
  }
  const std::clock_t start = std::clock();
  const std::string page = page_of(record);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  EXPECT_LT(page.size(), 3000000U);
  EXPECT_LT(seconds, 2.0);
}

TEST(Command, LeavesOutWhatTheRunWroteAndQuotesForAShell) {
  Record record;
  record.argv = {"l2bench", "run",       "it's.json", "--export-json", "a.json", "--export-md=b.md",
                 "--quiet", "--samples", "5"};
  EXPECT_EQ(command_of(record), "l2bench run 'it'\\''s.json' --samples 5");
}

}  // namespace
}  // namespace l2bench
