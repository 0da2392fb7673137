#pragma once

#include <array>
#include <string>
#include <string_view>

#include "l2bench/record.hpp"

namespace l2bench {

std::string render_json(const Record& record);
std::string render_csv(const Record& record);
std::string render_markdown(const Record& record);
std::string render_html(const Record& record);
std::string render_junit(const Record& record);
std::string render_gha(const Record& record);
std::string render_bmf(const Record& record);
std::string render_openmetrics(const Record& record);

/// One export format: `--export-<word> FILE`.
struct RendererRow {
  std::string (*value)(const Record&);
  std::string_view word;
  std::string_view help;
};
inline constexpr std::array<RendererRow, 8> renderer_table{{
    {render_json, "json", "the whole record, with raw samples"},
    {render_csv, "csv", "a row a case"},
    {render_markdown, "md", "the table, for issues and pull requests"},
    {render_html, "html", "a page with figures, in one file that needs no network"},
    {render_junit, "junit", "JUnit XML, a test a case: what is not ok is an error or skipped"},
    {render_gha, "gha", "github-action-benchmark, customSmallerIsBetter"},
    {render_bmf, "bmf", "Bencher Metric Format"},
    {render_openmetrics, "openmetrics", "OpenMetrics, as GitLab's metrics reports read it"},
}};

struct TableStyle {
  bool colour = false;
  bool plot = false;  ///< with the distribution of each case in block characters
};

/// The table of a terminal: case, median, IQR, GB/s, share of peak, slowdown, status; then flags in words.
std::string render_table(const Record& record, const TableStyle& style);

}  // namespace l2bench
