#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "golden/golden.hpp"
#include "l2bench/report.hpp"
#include "report/forest.hpp"
#include "support/made_up_record.hpp"

namespace l2bench {
namespace {

using made_up::record_of;
using testing::HasSubstr;
using testing::Not;

/// SLOWER, SAME, FASTER, and a case that the base lacks.
Comparison compared() {
  const Record base =
      record_of({{.within = 0}, {.prep = "zero:256MiB", .within = 0}, {.prep = "write:256MiB", .within = 0}}, 1);
  Record candidate = record_of({{.median_ns = 13200, .within = 0},
                                {.prep = "zero:256MiB", .within = 0},
                                {.prep = "write:256MiB", .median_ns = 10000, .within = 0},
                                {.prep = "touch"}},
                               2);
  Comparison comparison = compare(base, candidate, {});
  comparison.base.path = "base.json";
  comparison.candidate.path = "it's new.json";
  comparison.base.git_revision = comparison.candidate.git_revision = "0123456789ab";
  return comparison;
}

TEST(Forest, HasARowACaseWithItsIntervalItsBandAndItsVerdictTheWorstFirst) {
  const Comparison comparison = compared();
  const Figure figure = forest(comparison);
  expect_golden("forest.vl.json", figure.spec.dump(1));
  const auto rows = figure.spec["concat"][0]["data"]["values"];
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0]["verdict"], "SLOWER");
  EXPECT_EQ(rows[0]["ratio"], *comparison.cases[0].ratio);
  EXPECT_EQ(rows[0]["low"], (*comparison.cases[0].ratio_ci95)[0]);
  EXPECT_EQ(rows[0]["high"], (*comparison.cases[0].ratio_ci95)[1]);
  EXPECT_EQ(rows[0]["to"], 1.0 + comparison.cases[0].threshold);
  EXPECT_THAT(figure.caption, HasSubstr("1 case(s) have no ratio"));
  ASSERT_EQ(figure.table.rows.size(), 4U);
  for (const auto& cells : figure.table.rows) EXPECT_EQ(cells.size(), figure.table.columns.size());
}

TEST(ComparisonPage, VerdictsStandBeforeTheRunsAndTheFigure) {
  const std::string page = comparison_page(compared());
  EXPECT_THAT(page, HasSubstr("<section class=\"flag bad\"><p>1 SLOWER: "));
  EXPECT_LT(page.find("1 SLOWER: "), page.find("<h3>The two runs</h3>"));
  EXPECT_LT(page.find("<h3>The two runs</h3>"), page.find("<figure id=\"forest\">"));
  EXPECT_THAT(page, HasSubstr("l2bench compare base.json &#39;it&#39;\\&#39;&#39;s new.json&#39; --threshold 3%"));
  EXPECT_THAT(page, Not(HasSubstr("SIMULATED")));
}

TEST(ComparisonPage, HostileTextsStayText) {
  Comparison comparison = compared();
  comparison.cases[0].key = "</script><script>alert(1)</script> ]]>";
  comparison.cases[0].reason = "<img src=x onerror=alert(2)>";
  comparison.candidate.name = "<b>\"'";
  const std::string page = comparison_page(comparison);
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, Not(HasSubstr("<img src=x")));
  EXPECT_THAT(page, HasSubstr("<h2>&lt;b&gt;&quot;&#39;</h2>"));
}

TEST(ComparisonPage, SimulatedAndPartialAreSaidAboveAll) {
  Comparison comparison = compared();
  comparison.base.simulated = comparison.candidate.simulated = comparison.base.partial = true;
  const std::string page = comparison_page(comparison);
  EXPECT_THAT(page, HasSubstr("<title>SIMULATED "));
  EXPECT_THAT(page, HasSubstr("<p class=\"banner\">SIMULATED"));
  EXPECT_THAT(page, HasSubstr("<p class=\"banner\">PARTIAL"));
  EXPECT_THAT(forest(comparison).spec["title"]["text"].get<std::string>(), HasSubstr("SIMULATED"));
}

TEST(ComparisonPage, WithNothingComparedItHasATableAndNoFigure) {
  const std::string page = comparison_page(compare(record_of({{}}, 1), record_of({{.prep = "touch"}}, 1), {}));
  EXPECT_THAT(page, Not(HasSubstr("<figure")));
  EXPECT_THAT(page, HasSubstr("<td>NO_BASELINE</td>"));
}

}  // namespace
}  // namespace l2bench
