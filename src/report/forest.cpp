#include "report/forest.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "render/comparison_prose.hpp"
#include "report/vega.hpp"

namespace l2bench {
namespace {

using nlohmann::json;

constexpr std::size_t most_rows = 80;

std::string verdict_word(const CaseComparison& c) {
  return std::string(row_of(verdict_table, c.verdict).word);
}

/// Cases that have a ratio, by importance.
std::vector<const CaseComparison*> drawable(const Comparison& comparison) {
  std::vector<const CaseComparison*> cases;
  for (const std::size_t i : by_importance(comparison)) {
    if (comparison.cases[i].ratio) cases.push_back(&comparison.cases[i]);
  }
  return cases;
}

json row_of_case(const CaseComparison& c) {
  json row{{"case", c.key},
           {"verdict", verdict_word(c)},
           {"ratio", *c.ratio},
           {"from", 1.0 - c.threshold},
           {"to", 1.0 + c.threshold}};
  if (c.ratio_ci95) {
    row["low"] = (*c.ratio_ci95)[0];
    row["high"] = (*c.ratio_ci95)[1];
  }
  return row;
}

json of_field(std::string_view field) {
  return {{"field", field}, {"type", "quantitative"}};
}

/// One look a verdict, the same in every comparison; the colours go by this order, and the second is a red.
std::vector<std::string> verdict_words() {
  std::vector<std::string> words;
  for (const Verdict verdict : {Verdict::faster, Verdict::slower, Verdict::same, Verdict::inconclusive,
                                Verdict::no_baseline, Verdict::not_comparable}) {
    words.emplace_back(row_of(verdict_table, verdict).word);
  }
  return words;
}

json panel_spec(json rows, const std::vector<std::string>& cases) {
  json y = words("case", cases);
  y["axis"] = {{"labelLimit", 460}};
  const json x = quantity("ratio", "time, new / base (95% interval)");
  const json hue = colour("verdict", verdict_words(), false);
  const json shape{{"field", "verdict"}, {"scale", {{"domain", verdict_words()}}}, {"legend", nullptr}};
  const json tooltip = json::array({{{"field", "case"}},
                                    {{"field", "verdict"}},
                                    {{"field", "ratio"}, {"format", ".4f"}},
                                    {{"field", "low"}, {"format", ".4f"}, {"title", "from"}},
                                    {{"field", "high"}, {"format", ".4f"}, {"title", "to"}}});
  const json band{{"mark", {{"type", "bar"}, {"height", {{"band", 1}}}, {"style", "band"}}},
                  {"encoding", {{"x", of_field("from")}, {"x2", {{"field", "to"}}}, {"y", y}}}};
  const json interval{{"transform", json::array({{{"filter", {{"field", "low"}, {"valid", true}}}}})},
                      {"mark", {{"type", "rule"}, {"strokeWidth", 2.5}}},
                      {"encoding", {{"x", of_field("low")}, {"x2", {{"field", "high"}}}, {"y", y}, {"color", hue}}}};
  const json point{{"mark", {{"type", "point"}, {"filled", true}, {"size", 60}, {"opacity", 1}}},
                   {"encoding", {{"x", x}, {"y", y}, {"color", hue}, {"shape", shape}, {"tooltip", tooltip}}}};
  const json word{{"mark", {{"type", "text"}, {"align", "left"}, {"style", "note"}}},
                  {"encoding",
                   {{"x", {{"value", "width"}}},
                    {"xOffset", {{"value", 8}}},
                    {"y", y},
                    {"text", {{"field", "verdict"}, {"type", "nominal"}}}}}};
  return {{"width", 460},
          {"height", {{"step", 20}}},
          {"data", data_of(std::move(rows))},
          {"layer", json::array({band, guide("x", 1.0), interval, point, word})}};
}

Table table_of(const Comparison& comparison) {
  Table table{{{"verdict", false},
               {"case", false},
               {"base", true},
               {"new", true},
               {"processes", true},
               {"new / base", true},
               {"95% from", true},
               {"95% to", true},
               {"threshold", true},
               {"p (Holm)", true},
               {"why", false}},
              {}};
  for (const std::size_t i : by_importance(comparison)) {
    const CaseComparison& c = comparison.cases[i];
    const auto processes = [](const std::optional<Side>& side) { return side ? side->process_medians_ns.size() : 0; };
    const bool has_interval = c.ratio_ci95.has_value();
    table.rows.push_back({verdict_word(c), c.key, median_text(c.base), median_text(c.candidate),
                          fmt::format("{} / {}", processes(c.base), processes(c.candidate)),
                          c.ratio ? fmt::format("{:.4f}", *c.ratio) : "none",
                          has_interval ? fmt::format("{:.4f}", (*c.ratio_ci95)[0]) : "none",
                          has_interval ? fmt::format("{:.4f}", (*c.ratio_ci95)[1]) : "none",
                          c.ratio ? fmt::format("{:.3g}%", 100.0 * c.threshold) : "none",
                          c.p_holm ? fmt::format("{:.3g}", *c.p_holm) : "not tested", c.reason});
  }
  return table;
}

std::string left_out(const Comparison& comparison, std::size_t with_ratio) {
  std::string text;
  if (with_ratio > most_rows) {
    text += fmt::format(" Only the first {} of {} cases are drawn; the table holds all.", most_rows, with_ratio);
  }
  const std::size_t without = comparison.cases.size() - with_ratio;
  if (without > 0) text += fmt::format(" {} case(s) have no ratio; the table says why.", without);
  return text;
}

std::string what_was_compared(const Comparison& comparison) {
  const bool is_simulated = comparison.base.simulated || comparison.candidate.simulated;
  return fmt::format("{}{}, new ({}) against base ({})", is_simulated ? "SIMULATED, not measured, " : "",
                     comparison.candidate.device, comparison.candidate.git_revision, comparison.base.git_revision);
}

}  // namespace

bool has_ratios(const Comparison& comparison) {
  return !drawable(comparison).empty();
}

Figure forest(const Comparison& comparison) {
  std::vector<const CaseComparison*> cases = drawable(comparison);
  const std::size_t with_ratio = cases.size();
  if (with_ratio > most_rows) cases.resize(most_rows);
  json rows = json::array();
  std::vector<std::string> keys;
  for (const CaseComparison* c : cases) {
    rows.push_back(row_of_case(*c));
    keys.push_back(c->key);
  }
  const std::string caption =
      "A row a case: the ratio of the medians as a point, its 95% interval as a line, the threshold in force as the "
      "band around 1. Right of 1 the new record is slower. A verdict needs the whole interval on one side of the "
      "band's "
      "edge." +
      left_out(comparison, with_ratio);
  return {chart(what_was_compared(comparison), json::array({panel_spec(std::move(rows), keys)}), {460, 1}), caption,
          table_of(comparison)};
}

}  // namespace l2bench
