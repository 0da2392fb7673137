#include <fmt/format.h>

#include "l2bench/render_comparison.hpp"
#include "l2bench/words.hpp"
#include "render/comparison_prose.hpp"

namespace l2bench {
namespace {

/// GitHub shows ten annotations of a kind in a step and drops the others without a word.
constexpr std::size_t most_annotations = 10;

/// The data of a workflow command; in a property ':' and ',' too end it.
std::string escaped(std::string_view text, bool is_property) {
  std::string result;
  for (const char c : printable_lines(text)) {
    const bool special = c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ','));
    result += special ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return result;
}

std::string annotation(std::string_view level, const std::string& title, const std::string& text) {
  return fmt::format("::{} title={}::{}\n", level, escaped(title, true), escaped(text, false));
}

std::string of_case(const CaseComparison& c) {
  const VerdictRow& row = row_of(verdict_table, c.verdict);
  const std::string_view level = row.exit == Exit::regression ? "error" : row.exit == Exit::ok ? "notice" : "warning";
  return annotation(level, fmt::format("{} {}", row.word, c.key), c.reason);
}

}  // namespace

std::string render_annotations(const Comparison& comparison) {
  std::vector<const CaseComparison*> worth_one;
  for (const std::size_t i : by_importance(comparison)) {
    const CaseComparison& c = comparison.cases[i];
    if (c.verdict != Verdict::same && c.verdict != Verdict::faster) worth_one.push_back(&c);
  }
  const bool too_many = worth_one.size() > most_annotations;
  const std::size_t shown = too_many ? most_annotations - 1 : worth_one.size();
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) text += of_case(*worth_one[i]);
  if (too_many) {
    text += annotation(
        "warning", "l2bench",
        fmt::format("{} more cases are not shown here. {}", worth_one.size() - shown, verdict_counts(comparison)));
  }
  return text;
}

}  // namespace l2bench
