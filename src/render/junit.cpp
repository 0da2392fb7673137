#include <fmt/format.h>

#include <algorithm>

#include "l2bench/render.hpp"
#include "l2bench/render_comparison.hpp"
#include "render/ci_rows.hpp"
#include "render/xml.hpp"

namespace l2bench {
namespace {

std::string_view element_of(TestOutcome outcome) {
  switch (outcome) {
    case TestOutcome::failed:
      return "failure";
    case TestOutcome::skipped:
      return "skipped";
    case TestOutcome::error:
    case TestOutcome::passed:
      break;
  }
  return "error";
}

/// `skipped` has no type in the schema, so its kind is the beginning of its message.
std::string result(const CiRow& row) {
  if (row.outcome == TestOutcome::passed) return "";
  const std::string message = fmt::format("{}: {}", row.kind, row.message);
  if (row.outcome == TestOutcome::skipped) return xml_element("skipped", {{"message", message}});
  return xml_element(element_of(row.outcome), {{"type", row.kind}, {"message", message}});
}

std::string seconds(double ns) {
  return fmt::format("{:.10f}", ns * 1e-9);
}

/// A test's time is the call's median: what a report sums up means nothing, what it shows does.
std::string testcase(const CiReport& report, const CiRow& row) {
  XmlAttributes attributes{{"classname", fmt::format("l2bench.{}", report.device)}, {"name", row.name}};
  if (row.median_ns) attributes.emplace_back("time", seconds(*row.median_ns));
  return xml_element("testcase", attributes, result(row));
}

std::string count(const CiReport& report, TestOutcome outcome) {
  const auto has_it = [outcome](const CiRow& row) { return row.outcome == outcome; };
  return fmt::format("{}", std::count_if(report.rows.begin(), report.rows.end(), has_it));
}

std::string total_seconds(const CiReport& report) {
  double ns = 0.0;
  for (const CiRow& row : report.rows) ns += row.median_ns.value_or(0.0);
  return seconds(ns);
}

/// The schema's time has no zone; ours is UTC.
std::string without_zone(const std::string& started) {
  return started.ends_with('Z') ? started.substr(0, started.size() - 1) : started;
}

}  // namespace

std::string junit_text(const CiReport& report) {
  std::string properties;
  for (const auto& [name, value] : report.facts) {
    properties += xml_element("property", {{"name", name}, {"value", value}});
  }
  std::string content = '\n' + xml_element("properties", {}, '\n' + properties);
  for (const CiRow& row : report.rows) content += testcase(report, row);
  const std::string suite = xml_element("testsuite",
                                        {{"name", fmt::format("l2bench {}", report.device)},
                                         {"tests", fmt::format("{}", report.rows.size())},
                                         {"failures", count(report, TestOutcome::failed)},
                                         {"errors", count(report, TestOutcome::error)},
                                         {"skipped", count(report, TestOutcome::skipped)},
                                         {"time", total_seconds(report)},
                                         {"timestamp", without_zone(report.started)},
                                         {"hostname", report.host}},
                                        content);
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + xml_element("testsuites", {}, '\n' + suite);
}

std::string render_junit(const Record& record) {
  return junit_text(ci_report(record));
}

std::string render_comparison_junit(const Comparison& comparison) {
  return junit_text(ci_report(comparison));
}

}  // namespace l2bench
