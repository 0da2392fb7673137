#pragma once

#include <array>
#include <string>
#include <string_view>

#include "l2bench/compare.hpp"
#include "l2bench/render.hpp"

namespace l2bench {

std::string render_comparison_json(const Comparison& comparison);
std::string render_comparison_markdown(const Comparison& comparison);
std::string render_comparison_html(const Comparison& comparison);
std::string render_comparison_junit(const Comparison& comparison);
std::string render_comparison_gha(const Comparison& comparison);
std::string render_comparison_bmf(const Comparison& comparison);
std::string render_comparison_openmetrics(const Comparison& comparison);
std::string render_annotations(const Comparison& comparison);

/// One export format of `compare`: `--export-<word> FILE`.
struct ComparisonRendererRow {
  std::string (*value)(const Comparison&);
  std::string_view word;
  std::string_view help;
};
inline constexpr std::array<ComparisonRendererRow, 8> comparison_renderer_table{{
    {render_comparison_json, "json", "verdicts with every number behind them"},
    {render_comparison_markdown, "md", "a job summary: append it to $GITHUB_STEP_SUMMARY"},
    {render_comparison_html, "html", "a page with a forest plot, in one file that needs no network"},
    {render_comparison_junit, "junit", "JUnit XML: SLOWER fails, what could not be decided is skipped"},
    {render_comparison_gha, "gha", "github-action-benchmark, customSmallerIsBetter: for charts, not for gates"},
    {render_comparison_bmf, "bmf", "Bencher Metric Format"},
    {render_comparison_openmetrics, "openmetrics", "OpenMetrics, as GitLab's metrics reports read it"},
    {render_annotations, "annotations", "GitHub workflow commands, ten at most: print them in the job"},
}};

/// For a terminal: what is compared, a line a case, the reason of each that is not SAME, and the count of verdicts.
std::string render_comparison_table(const Comparison& comparison, const TableStyle& style);

}  // namespace l2bench
