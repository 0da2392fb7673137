#include <fmt/format.h>

#include "l2bench/render.hpp"
#include "l2bench/render_comparison.hpp"
#include "l2bench/words.hpp"
#include "render/ci_rows.hpp"

namespace l2bench {
namespace {

std::string label_value(std::string_view text) {
  const std::string safe = printable_lines(text);
  std::string escaped;
  for (const char c : safe) {
    if (c == '\n') {
      escaped += "\\n";
    } else {
      if (c == '"' || c == '\\') escaped += '\\';
      escaped += c;
    }
  }
  return escaped;
}

std::string labels(const CiReport& report, const CiRow& row) {
  return fmt::format("{{case=\"{}\",gpu=\"{}\",simulated=\"{}\"}}", label_value(row.name), label_value(report.device),
                     report.simulated ? "true" : "false");
}

std::string head(std::string_view name, std::string_view unit, std::string_view help) {
  std::string text = fmt::format("# TYPE {} gauge\n", name);
  if (!unit.empty()) text += fmt::format("# UNIT {} {}\n", name, unit);
  return text + fmt::format("# HELP {} {}\n", name, help);
}

/// GitLab compares metrics as texts: three digits keep noise from being a change.
template <typename Value>
std::string family(const CiReport& report, std::string_view name, Value value) {
  std::string text;
  for (const CiRow& row : report.rows) {
    if (const auto found = value(row)) text += fmt::format("{}{} {:.3g}\n", name, labels(report, row), *found);
  }
  return text;
}

}  // namespace

std::string openmetrics_text(const CiReport& report) {
  constexpr std::string_view median = "l2bench_median_seconds";
  constexpr std::string_view ratio = "l2bench_ratio";
  const std::string medians = family(report, median, [](const CiRow& row) -> std::optional<double> {
    if (!row.median_ns || row.outcome == TestOutcome::error) return std::nullopt;
    return *row.median_ns * 1e-9;
  });
  const std::string ratios = family(report, ratio, [](const CiRow& row) { return row.ratio; });
  std::string text = head(median, "seconds", "Median time of one call.") + medians;
  if (!ratios.empty()) text += head(ratio, "", "Median time of one call over that of the base.") + ratios;
  return text + "# EOF\n";
}

std::string render_openmetrics(const Record& record) {
  return openmetrics_text(ci_report(record));
}

std::string render_comparison_openmetrics(const Comparison& comparison) {
  return openmetrics_text(ci_report(comparison));
}

}  // namespace l2bench
