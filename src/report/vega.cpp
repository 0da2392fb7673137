#include "report/vega.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "record/units.hpp"
#include "render/prose.hpp"

namespace l2bench {
namespace {

using nlohmann::json;

constexpr std::size_t long_label = 24;
constexpr std::size_t long_title = 48;

std::size_t longest_of(const std::vector<std::string>& texts) {
  std::size_t longest = 0;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  return longest;
}

/// One more pattern a round through the seven colours.
json dash_patterns(std::size_t words) {
  constexpr std::size_t colours = 7;
  const std::array<json, 3> patterns{json::array({1, 0}), json::array({6, 3}), json::array({2, 2})};
  json range = json::array();
  for (std::size_t i = 0; i < words; ++i) range.push_back(patterns[i / colours % patterns.size()]);
  return range;
}

}  // namespace

Layout layout_of(const std::vector<std::string>& titles, const std::vector<std::string>& labels) {
  const bool has_long = longest_of(labels) > long_label || longest_of(titles) > long_title;
  return titles.size() == 1 || has_long ? Layout{740, 1} : Layout{350, 2};
}

json legend_of(const std::vector<std::string>& shown) {
  constexpr std::size_t letters = 120;
  constexpr std::size_t letters_of_symbol = 4;
  constexpr std::size_t most_columns = 5;
  const std::size_t columns =
      std::clamp<std::size_t>(letters / (longest_of(shown) + letters_of_symbol), 1, most_columns);
  return {{"orient", "top"}, {"columns", columns}, {"title", nullptr},
          {"labelLimit", 0}, {"symbolLimit", 0},   {"values", shown}};
}

json chart(const Record& record, json panels, const Layout& layout) {
  return chart(device_in_short(record), std::move(panels), layout);
}

json chart(const std::string& what, json panels, const Layout& layout) {
  const json scales{{"x", "independent"}, {"y", "independent"}, {"color", "shared"}, {"strokeDash", "shared"}};
  return {{"$schema", "https://vega.github.io/schema/vega-lite/v6.json"},
          {"title", {{"text", what}, {"fontWeight", "normal"}, {"offset", 14}}},
          {"concat", std::move(panels)},
          {"columns", layout.columns},
          {"resolve", {{"scale", scales}}}};
}

json data_of(json rows) {
  return {{"values", std::move(rows)}};
}

json colour(std::string_view field, const std::vector<std::string>& domain, bool legend) {
  return {{"field", field},
          {"type", "nominal"},
          {"scale", {{"domain", domain}}},
          {"legend", legend ? legend_of(domain) : json()}};
}

json dash(std::string_view field, const std::vector<std::string>& domain, bool legend) {
  return {{"field", field},
          {"type", "nominal"},
          {"scale", {{"domain", domain}, {"range", dash_patterns(domain.size())}}},
          {"legend", legend ? legend_of(domain) : json()}};
}

json quantity(std::string_view field, std::string_view title) {
  return {{"field", field}, {"type", "quantitative"}, {"title", title}, {"scale", {{"zero", false}}}};
}

json words(std::string_view field, const std::vector<std::string>& domain) {
  return {
      {"field", field}, {"type", "nominal"}, {"title", nullptr}, {"sort", nullptr}, {"scale", {{"domain", domain}}}};
}

json guide(std::string_view channel, double value) {
  return {{"data", data_of(json::array({json::object()}))},
          {"mark", {{"type", "rule"}, {"style", "guide"}}},
          {"encoding", {{channel, {{"datum", value}, {"type", "quantitative"}}}}}};
}

json note(double x, double y_px, const std::string& text, Beside side) {
  const bool is_left = side == Beside::left;
  return {
      {"data", data_of(json::array({json::object()}))},
      {"mark", {{"type", "text"}, {"align", is_left ? "right" : "left"}, {"dx", is_left ? -5 : 5}, {"style", "note"}}},
      {"encoding",
       {{"x", {{"datum", x}, {"type", "quantitative"}}}, {"y", {{"value", y_px}}}, {"text", {{"value", text}}}}}};
}

void add_reported_l2(json& layers, const Record& record, std::optional<double> words_y_px, Beside side) {
  const double l2_mib = to_mib(static_cast<double>(record.environment.device.l2_bytes));
  if (l2_mib <= 0.0) return;
  layers.push_back(guide("x", l2_mib));
  if (words_y_px) layers.push_back(note(l2_mib, *words_y_px, fmt::format("reported L2 {:g} MiB", l2_mib), side));
}

json doubling_scale() {
  return {{"type", "log"}, {"base", 2}, {"nice", false}, {"padding", 12}};
}

double to_us(double ns) {
  return ns * 1e-3;
}

double to_mib(double bytes) {
  return bytes / (1024.0 * 1024.0);
}

double to_mb(double bytes) {
  return bytes * 1e-6;
}

void add_time_columns(Table& table) {
  for (const char* title : {"samples", "min", "q1", "median", "q3", "max", "IQR"})
    table.columns.push_back({title, true});
}

void add_time_cells(std::vector<std::string>& row, const CaseResult& c) {
  const Stats& stats = *c.stats;
  row.push_back(fmt::format("{}", stats.n));
  for (const double ns : {stats.min_ns, stats.q1_ns, stats.median_ns, stats.q3_ns, stats.max_ns}) {
    row.push_back(format_time(ns));
  }
  row.push_back(stats.iqr_ns ? format_time_like(*stats.iqr_ns, stats.median_ns) : "too few samples");
}

}  // namespace l2bench
