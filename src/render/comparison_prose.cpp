#include "render/comparison_prose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "record/units.hpp"

namespace l2bench {
namespace {

std::string run_line(std::string_view side, const RunLabel& run) {
  std::string text = fmt::format("{}: {}", side, run.path.empty() ? "a record" : run.path);
  text += fmt::format(" ({}, {}, {}, on {})", run.device.empty() ? "no device" : run.device, run.git_revision,
                      run.started, run.host);
  return text;
}

constexpr std::array<Verdict, 6> importance{Verdict::slower,      Verdict::not_comparable, Verdict::inconclusive,
                                            Verdict::no_baseline, Verdict::faster,         Verdict::same};

std::size_t rank_of(Verdict verdict) {
  return static_cast<std::size_t>(std::find(importance.begin(), importance.end(), verdict) - importance.begin());
}

}  // namespace

std::vector<std::string> comparison_preamble(const Comparison& comparison) {
  std::vector<std::string> lines;
  if (comparison.candidate.simulated) lines.push_back("SIMULATED: no time here was measured.");
  lines.push_back(run_line("base", comparison.base));
  lines.push_back(run_line("new", comparison.candidate));
  lines.push_back(fmt::format("threshold: {:.3g}%; the ratio is new / base, with its 95% interval",
                              100.0 * comparison.options.threshold));
  return lines;
}

std::string verdict_counts(const Comparison& comparison) {
  std::vector<std::string> parts;
  for (const Verdict verdict : importance) {
    const std::size_t count = count_of(comparison, verdict);
    if (count > 0) parts.push_back(fmt::format("{} {}", count, row_of(verdict_table, verdict).word));
  }
  return fmt::format("{}: exit code {}.", parts.empty() ? "No case" : fmt::format("{}", fmt::join(parts, ", ")),
                     static_cast<int>(exit_of(comparison)));
}

std::vector<std::size_t> by_importance(const Comparison& comparison) {
  std::vector<std::size_t> order(comparison.cases.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    const CaseComparison& a = comparison.cases[i];
    const CaseComparison& b = comparison.cases[j];
    if (a.verdict != b.verdict) return rank_of(a.verdict) < rank_of(b.verdict);
    return a.ratio.value_or(1.0) > b.ratio.value_or(1.0);
  });
  return order;
}

std::string median_text(const std::optional<Side>& side) {
  return side ? format_time(side->median_ns) : "";
}

std::string ratio_text(const CaseComparison& c) {
  if (!c.ratio) return "";
  if (!c.ratio_ci95) return fmt::format("{:.4f}", *c.ratio);
  return fmt::format("{:.4f} [{:.4f}, {:.4f}]", *c.ratio, (*c.ratio_ci95)[0], (*c.ratio_ci95)[1]);
}

}  // namespace l2bench
