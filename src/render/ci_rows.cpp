#include "render/ci_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace l2bench {
namespace {

std::string marked(const std::string& key, bool simulated) {
  return simulated ? "simulated:" + key : key;
}

TestOutcome outcome_of(Status status) {
  switch (status) {
    case Status::ok:
      return TestOutcome::passed;
    case Status::skipped:
      return TestOutcome::skipped;
    case Status::invalid:
    case Status::failed:
      break;
  }
  return TestOutcome::error;
}

TestOutcome outcome_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::same:
    case Verdict::faster:
      return TestOutcome::passed;
    case Verdict::slower:
      return TestOutcome::failed;
    case Verdict::inconclusive:
    case Verdict::no_baseline:
      return TestOutcome::skipped;
    case Verdict::not_comparable:
      break;
  }
  return TestOutcome::error;
}

std::string flags_in_a_line(const CaseResult& c) {
  std::vector<std::string> texts;
  for (const Flag& flag : c.flags) {
    if (flag_row(flag.id).severity > Severity::warning) {
      texts.push_back(fmt::format("{}: {}. {}", flag.id, flag_row(flag.id).message, flag.detail));
    }
  }
  return fmt::format("{}", fmt::join(texts, " "));
}

CiRow row_of_case(const CaseResult& c) {
  CiRow row{.name = marked(c.key.empty() ? c.prep : c.key, c.simulated),
            .outcome = outcome_of(c.status),
            .kind = std::string(l2bench::row_of(status_table, c.status).word),
            .message = flags_in_a_line(c),
            .median_ns = {},
            .range_ns = {},
            .ratio = {}};
  if (c.stats) {
    row.median_ns = c.stats->median_ns;
    row.range_ns = c.stats->median_ci95_ns;
  }
  return row;
}

TestOutcome outcome_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::held:
      return TestOutcome::passed;
    case Outcome::failed:
      return TestOutcome::failed;
    case Outcome::not_judged:
      break;
  }
  return TestOutcome::skipped;
}

CiRow row_of_expectation(const ExpectationResult& result, bool simulated) {
  return {.name = marked("expect/" + result.name, simulated),
          .outcome = outcome_of(result.outcome),
          .kind = std::string(l2bench::row_of(outcome_table, result.outcome).word),
          .message = result.text,
          .median_ns = {},
          .range_ns = {},
          .ratio = {}};
}

CiRow row_of_comparison(const CaseComparison& c, bool simulated) {
  CiRow row{.name = marked(c.key, simulated),
            .outcome = outcome_of(c.verdict),
            .kind = std::string(l2bench::row_of(verdict_table, c.verdict).word),
            .message = c.reason,
            .median_ns = {},
            .range_ns = {},
            .ratio = c.ratio};
  if (c.candidate) {
    const auto& medians = c.candidate->process_medians_ns;
    row.median_ns = c.candidate->median_ns;
    row.range_ns = {*std::min_element(medians.begin(), medians.end()),
                    *std::max_element(medians.begin(), medians.end())};
  }
  return row;
}

}  // namespace

CiReport ci_report(const Record& record) {
  const DeviceInfo& device = record.environment.device;
  CiReport report{.device = device.name,
                  .host = record.environment.host,
                  .started = record.started,
                  .simulated = device.simulated,
                  .facts = {{"revision", record.tool.git_revision},
                            {"uuid", device.uuid.value_or("unknown")},
                            {"driver", device.driver_version.value_or("unknown")},
                            {"partial", record.partial ? "yes" : "no"}},
                  .rows = {}};
  for (const CaseResult& c : record.cases) report.rows.push_back(row_of_case(c));
  if (!record.expect) return report;
  for (const ExpectationResult& result : record.expect->results) {
    report.rows.push_back(row_of_expectation(result, device.simulated));
  }
  return report;
}

CiReport ci_report(const Comparison& comparison) {
  const RunLabel& candidate = comparison.candidate;
  CiReport report{.device = candidate.device,
                  .host = candidate.host,
                  .started = candidate.started,
                  .simulated = candidate.simulated,
                  .facts = {{"revision", candidate.git_revision},
                            {"uuid", candidate.uuid.value_or("unknown")},
                            {"base", comparison.base.path},
                            {"base_revision", comparison.base.git_revision}},
                  .rows = {}};
  for (const Warning& warning : comparison.warnings) report.facts.emplace_back("warning:" + warning.id, warning.text);
  for (const CaseComparison& c : comparison.cases) report.rows.push_back(row_of_comparison(c, candidate.simulated));
  return report;
}

}  // namespace l2bench
