#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "l2bench/report.hpp"
#include "render/comparison_prose.hpp"
#include "report/forest.hpp"
#include "report/frame.hpp"
#include "report/html.hpp"
#include "report/pieces.hpp"

namespace l2bench {
namespace {

struct VerdictLook {
  Verdict verdict;
  std::string_view look;
};
/// What needs attention first.
constexpr std::array<VerdictLook, 6> verdict_order{{{Verdict::slower, "bad"},
                                                    {Verdict::not_comparable, "bad"},
                                                    {Verdict::inconclusive, "warning"},
                                                    {Verdict::no_baseline, "warning"},
                                                    {Verdict::faster, "good"},
                                                    {Verdict::same, "good"}}};

std::vector<std::string> lines_about(const Comparison& comparison, Verdict verdict) {
  std::vector<std::string> lines;
  for (const std::size_t i : by_importance(comparison)) {
    const CaseComparison& c = comparison.cases[i];
    if (c.verdict == verdict) lines.push_back(fmt::format("{}: {}", c.key, c.reason));
  }
  return lines;
}

std::string verdict_notices(const Comparison& comparison) {
  std::string text;
  for (const auto& [verdict, look] : verdict_order) {
    const std::vector<std::string> lines = lines_about(comparison, verdict);
    if (lines.empty()) continue;
    const VerdictRow& row = row_of(verdict_table, verdict);
    const std::string head = fmt::format("{} {}: {}.", lines.size(), row.word, row.help);
    // Nobody reads why hundreds of cases are the same; the table has it.
    text += notice(look, head, verdict == Verdict::same ? std::vector<std::string>{} : lines);
  }
  return text;
}

/// Empty if a side was no file.
std::string command_of(const Comparison& comparison) {
  if (comparison.base.path.empty() || comparison.candidate.path.empty()) return "";
  std::vector<std::string> words{"l2bench",
                                 "compare",
                                 comparison.base.path,
                                 comparison.candidate.path,
                                 "--threshold",
                                 fmt::format("{:.6g}%", 100.0 * comparison.options.threshold)};
  for (const std::string& key : comparison.options.allowed) {
    words.emplace_back("--allow-mismatch");
    words.push_back(key);
  }
  if (comparison.options.require_baseline) words.emplace_back("--require-baseline");
  return shell_command(words);
}

std::string banners(const Comparison& comparison) {
  std::string text;
  if (comparison.base.simulated || comparison.candidate.simulated) {
    text += element("p", "banner", "SIMULATED: no time here was measured.");
  }
  if (comparison.base.partial || comparison.candidate.partial) {
    text += element("p", "banner", "PARTIAL: a run ended before its last process was done.");
  }
  return text;
}

std::string figures(const Comparison& comparison) {
  const Figure figure = forest(comparison);
  constexpr std::string_view title = "Ratios with their 95% intervals";
  if (has_ratios(comparison)) return figure_html(figure, {"forest", title}, command_of(comparison));
  return "<h3>All cases</h3>\n" + html_table(figure.table, fmt::format("{} cases", figure.table.rows.size()));
}

}  // namespace

std::string comparison_page(const Comparison& comparison) {
  const std::string name = comparison.candidate.name.empty() ? comparison.candidate.device : comparison.candidate.name;
  const bool is_simulated = comparison.base.simulated || comparison.candidate.simulated;
  const std::string article =
      fmt::format("<article class=\"{}\">\n<h2>{}</h2>\n{}{}{}{}<h3>The two runs</h3>\n{}{}{}</article>\n",
                  is_simulated ? "simulated" : "measured", html_text(name), banners(comparison),
                  element("p", "totals", verdict_counts(comparison)), verdict_notices(comparison),
                  warnings_html(comparison.warnings), list(comparison_preamble(comparison)),
                  command_html(command_of(comparison)), figures(comparison));
  return page_of("l2bench comparison", (is_simulated ? "SIMULATED " : "") + name + " - l2bench compare", article);
}

}  // namespace l2bench
