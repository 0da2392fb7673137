#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "l2bench/render_comparison.hpp"
#include "render/comparison_prose.hpp"
#include "render/escape.hpp"

namespace l2bench {
namespace {

constexpr std::size_t column_count = 5;
using Cells = std::array<std::string, column_count>;

std::string coloured(const std::string& text, Verdict verdict, const TableStyle& style) {
  if (!style.colour) return text;
  const bool fine = verdict == Verdict::same || verdict == Verdict::faster;
  return fmt::format("\x1b[{}m{}\x1b[0m", fine ? "32" : verdict == Verdict::slower ? "31" : "33", text);
}

Cells row_of_case(const CaseComparison& c) {
  return {std::string(row_of(verdict_table, c.verdict).word), median_text(c.base), median_text(c.candidate),
          ratio_text(c), shown(c.key)};
}

std::array<std::size_t, column_count> widths_of(const std::vector<Cells>& rows) {
  std::array<std::size_t, column_count> widths{};
  for (const Cells& row : rows) {
    for (std::size_t i = 0; i < column_count; ++i) widths[i] = std::max(widths[i], display_width(row[i]));
  }
  return widths;
}

std::string filled(const std::string& text, std::size_t width) {
  return text + std::string(width - display_width(text), ' ');
}

std::string grid(const Comparison& comparison, const TableStyle& style) {
  std::vector<Cells> rows{{"verdict", "base", "new", "ratio [95%]", "case"}};
  for (const CaseComparison& c : comparison.cases) rows.push_back(row_of_case(c));
  const auto widths = widths_of(rows);
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string word = filled(rows[i][0], widths[0]);
    text += i == 0 ? word : coloured(word, comparison.cases[i - 1].verdict, style);
    for (std::size_t column = 1; column + 1 < column_count; ++column) {
      text += "  " + filled(rows[i][column], widths[column]);
    }
    text += "  " + rows[i].back() + '\n';
  }
  return text;
}

std::string reasons(const Comparison& comparison) {
  std::string text;
  for (const std::size_t i : by_importance(comparison)) {
    const CaseComparison& c = comparison.cases[i];
    if (c.verdict == Verdict::same) continue;
    text += fmt::format("{} {}\n  {}\n", row_of(verdict_table, c.verdict).word, shown(c.key), shown(c.reason));
  }
  return text.empty() ? text : '\n' + text;
}

}  // namespace

std::string render_comparison_table(const Comparison& comparison, const TableStyle& style) {
  std::string text;
  for (const std::string& line : comparison_preamble(comparison)) text += shown(line) + '\n';
  text += '\n' + grid(comparison, style) + reasons(comparison);
  if (!comparison.warnings.empty()) text += "\nWarnings\n";
  for (const Warning& warning : comparison.warnings) {
    text += fmt::format("{}: {}\n", warning.id, shown(warning.text));
  }
  return text + '\n' + verdict_counts(comparison) + '\n';
}

}  // namespace l2bench
