#include <fmt/format.h>

#include "l2bench/render_comparison.hpp"
#include "render/comparison_prose.hpp"
#include "render/escape.hpp"

namespace l2bench {
namespace {

/// GitHub cuts a step's summary at 1 MiB; some of it is left for other steps.
constexpr std::size_t most_bytes = 900'000;

std::string line_of(const CaseComparison& c) {
  return fmt::format("| {} | {} | {} | {} | {} | {} |\n", row_of(verdict_table, c.verdict).word, markdown_text(c.key),
                     median_text(c.base), median_text(c.candidate), ratio_text(c),
                     c.verdict == Verdict::same ? "" : markdown_text(c.reason));
}

}  // namespace

std::string render_comparison_markdown(const Comparison& comparison) {
  std::string text = fmt::format("### l2bench: {}\n\n", verdict_counts(comparison));
  for (const std::string& line : comparison_preamble(comparison)) text += "- " + markdown_text(line) + '\n';
  for (const Warning& warning : comparison.warnings) {
    text += fmt::format("- **{}**: {}\n", markdown_text(warning.id), markdown_text(warning.text));
  }
  text += "\n| verdict | case | base | new | ratio \\[95%\\] | why |\n| --- | --- | ---: | ---: | ---: | --- |\n";
  std::size_t left = comparison.cases.size();
  for (const std::size_t i : by_importance(comparison)) {
    const std::string line = line_of(comparison.cases[i]);
    if (text.size() + line.size() > most_bytes) break;
    text += line;
    --left;
  }
  if (left > 0) text += fmt::format("\n{} more cases do not fit here; the JSON export has them all.\n", left);
  return text;
}

}  // namespace l2bench
