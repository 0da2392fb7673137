#include <fmt/format.h>

#include <algorithm>

#include "record/units.hpp"
#include "report/figure.hpp"
#include "report/panels.hpp"
#include "report/thin.hpp"
#include "report/vega.hpp"

namespace l2bench {
namespace {

using nlohmann::json;

constexpr double shown_share = 0.995;
constexpr double padding_share = 0.03;

/// The times that a panel shows: some slow samples would press all others into a line.
struct Range {
  double low_ns = 0;
  double high_ns = 0;
};

Range range_of(const std::vector<std::vector<CumulativePoint>>& curves) {
  Range range{curves.front().front().ns, 0.0};
  for (const std::vector<CumulativePoint>& curve : curves) {
    range.low_ns = std::min(range.low_ns, curve.front().ns);
    const auto beyond =
        std::find_if(curve.begin(), curve.end(), [](const CumulativePoint& p) { return p.share >= shown_share; });
    range.high_ns = std::max(range.high_ns, beyond->ns);
  }
  const double padding_ns = padding_share * std::max(range.high_ns - range.low_ns, 1.0);
  return {range.low_ns - padding_ns, range.high_ns + padding_ns};
}

std::size_t slower_than(const Record& record, const Panel& panel, double limit_ns) {
  std::size_t slower = 0;
  for (const Series& series : panel.series) {
    const std::vector<double>& samples_ns = record.cases[series.index].samples_ns;
    slower += static_cast<std::size_t>(
        std::count_if(samples_ns.begin(), samples_ns.end(), [&](double ns) { return ns > limit_ns; }));
  }
  return slower;
}

/// A row a case, its curve in two lists that the picture unfolds: a fourth of the size of a row a point.
json curve_row(const Series& series, const std::vector<CumulativePoint>& curve) {
  json us = json::array({to_us(curve.front().ns)});
  json share = json::array({0.0});
  for (const CumulativePoint& point : curve) {
    us.push_back(to_us(point.ns));
    share.push_back(point.share);
  }
  return {{"prep", series.label}, {"us", std::move(us)}, {"share", std::move(share)}};
}

json summary_row(const Series& series, const Stats& stats) {
  return {{"prep", series.label},
          {"q1", to_us(stats.q1_ns)},
          {"median", to_us(stats.median_ns)},
          {"q3", to_us(stats.q3_ns)},
          {"samples", stats.n}};
}

json time_axis(const Range& range, bool is_lowest) {
  json x = quantity("us", "time of a sample (µs)");
  x["axis"] = {{"tickCount", 8}, {"labels", is_lowest}};
  if (!is_lowest) x["title"] = nullptr;
  x["scale"] = {{"domain", {to_us(range.low_ns), to_us(range.high_ns)}}, {"nice", false}};
  return x;
}

json curves_panel(json curves, const Range& range, const std::vector<std::string>& labels, double width) {
  json y = quantity("share", "share of samples");
  y["axis"] = {{"values", {0, 0.25, 0.5, 0.75, 1}}, {"format", ".0%"}};
  return {{"width", width},
          {"height", 150},
          {"data", data_of(std::move(curves))},
          {"transform", json::array({{{"flatten", {"us", "share"}}}})},
          {"mark", {{"type", "line"}, {"interpolate", "step-after"}, {"clip", true}}},
          {"encoding",
           {{"x", time_axis(range, false)},
            {"y", y},
            {"color", colour("prep", labels, false)},
            {"strokeDash", dash("prep", labels, false)}}}};
}

/// Under the curves, a line a case: every distinct time as a tick, the middle half as a bar, the median as a point.
json strips_panel(json curves, json summary, const Range& range, const std::vector<std::string>& labels,
                  const std::vector<std::string>& rows, double width) {
  const json y = words("prep", rows);
  const json hue = colour("prep", labels, false);
  const auto of_field = [](std::string_view field) { return json{{"field", field}, {"type", "quantitative"}}; };
  const json tooltip = json::array({{{"field", "prep"}, {"type", "nominal"}},
                                    {{"field", "q1"}, {"title", "q1 (µs)"}},
                                    {{"field", "median"}, {"title", "median (µs)"}},
                                    {{"field", "q3"}, {"title", "q3 (µs)"}},
                                    {{"field", "samples"}}});
  const json ticks{{"data", data_of(std::move(curves))},
                   {"transform", json::array({{{"flatten", {"us"}}}})},
                   {"mark", {{"type", "tick"}, {"opacity", 0.35}, {"thickness", 1}, {"clip", true}}},
                   {"encoding", {{"x", time_axis(range, true)}, {"y", y}, {"color", hue}}}};
  const json bar{
      {"data", data_of(summary)},
      {"mark", {{"type", "bar"}, {"height", 7}, {"clip", true}}},
      {"encoding", {{"x", of_field("q1")}, {"x2", {{"field", "q3"}}}, {"y", y}, {"color", hue}, {"tooltip", tooltip}}}};
  const json median{{"data", data_of(std::move(summary))},
                    {"mark", {{"type", "tick"}, {"size", 15}, {"thickness", 3}, {"clip", true}, {"style", "median"}}},
                    {"encoding", {{"x", of_field("median")}, {"y", y}, {"tooltip", tooltip}}}};
  return {{"width", width}, {"height", {{"step", 22}}}, {"layer", json::array({ticks, bar, median})}};
}

json panel_spec(const Record& record, const Panel& panel, const std::vector<std::string>& labels, double width) {
  std::vector<std::vector<CumulativePoint>> curves;
  json curve_rows = json::array();
  json summary = json::array();
  std::vector<std::string> rows;
  for (const Series& series : panel.series) {
    const CaseResult& c = record.cases[series.index];
    curves.push_back(cumulative(c.samples_ns, points_a_case(record.cases.size())));
    curve_rows.push_back(curve_row(series, curves.back()));
    summary.push_back(summary_row(series, *c.stats));
    rows.push_back(series.label);
  }
  const Range range = range_of(curves);
  const std::size_t slower = slower_than(record, panel, range.high_ns);
  json title{{"text", panel.title}};
  if (slower > 0) title["subtitle"] = fmt::format("{} slower samples are right of the axis", slower);
  json strips = strips_panel(curve_rows, std::move(summary), range, labels, rows, width);
  return {{"title", std::move(title)},
          {"vconcat", json::array({curves_panel(std::move(curve_rows), range, labels, width), std::move(strips)})},
          {"spacing", 8}};
}

Table table_of(const Record& record, const std::vector<Panel>& panels) {
  Table table{{{"call", false}, {"prep", false}}, {}};
  add_time_columns(table);
  for (const Panel& panel : panels) {
    for (const Series& series : panel.series) {
      std::vector<std::string> row{panel.title, series.label};
      add_time_cells(row, record.cases[series.index]);
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

}  // namespace

bool has_samples(const Record& record) {
  return !panels_of(record).empty();
}

Figure distribution(const Record& record) {
  const std::vector<Panel> panels = panels_of(record);
  const std::vector<std::string> labels = labels_of(panels);
  const std::size_t drawn = std::min(panels.size(), most_panels);
  const Layout layout = layout_of(titles_of(panels, drawn, &Panel::title), labels);
  json specs = json::array();
  for (std::size_t i = 0; i < drawn; ++i) specs.push_back(panel_spec(record, panels[i], labels, layout.width));
  const std::string caption = fmt::format(
      "Above, the share of samples at or below each time; below, every distinct time as a tick, the middle half as a "
      "bar "
      "and the median as a black or white stroke. Of more than {} distinct times a case, evenly spaced ones are drawn; "
      "the statistics "
      "are "
      "of all samples.{}",
      points_a_case(record.cases.size()), panels_left_out(panels.size()));
  return {chart(record, std::move(specs), layout), caption, table_of(record, panels)};
}

}  // namespace l2bench
