#include "l2bench/evaluate.hpp"

#include <array>

#include "expect/judging.hpp"
#include "l2bench/expect_cases.hpp"

namespace l2bench {
namespace {

/// In the order of expect_kind_table.
constexpr std::array<Tally (*)(const Claimed&), expect_kind_table.size()> judges{
    judge_range, judge_ratio, judge_difference, judge_order, judge_monotone, judge_linear, judge_agree};

std::vector<Case> cases_of(const Record& record) {
  std::vector<Case> cases;
  for (const CaseResult& c : record.cases) cases.push_back(c.what);
  return cases;
}

}  // namespace

std::vector<ExpectationResult> evaluate(const Record& record) {
  std::vector<ExpectationResult> results;
  const std::vector<Case> cases = cases_of(record);
  for (const Expectation& e : record.spec.expect) {
    const Claimed claimed{e, record.cases, cases, selected(cases, e.of)};
    results.push_back(judges[static_cast<std::size_t>(e.kind)](claimed).result(e.name));
  }
  return results;
}

std::vector<Finding> findings_of(const std::vector<ExpectationResult>& results) {
  std::vector<Finding> findings;
  for (const ExpectationResult& result : results) {
    findings.push_back({fmt::format("expectation {}", row_of(outcome_table, result.outcome).word),
                        fmt::format("{}: {}", result.name, result.text),
                        {}});
  }
  return findings;
}

}  // namespace l2bench
