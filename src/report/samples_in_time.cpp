#include <fmt/format.h>

#include <algorithm>

#include "report/figure.hpp"
#include "report/panels.hpp"
#include "report/thin.hpp"
#include "report/vega.hpp"

namespace l2bench {
namespace {

using nlohmann::json;

json points_row(const Series& series, const std::vector<IndexedSample>& samples) {
  json index = json::array();
  json us = json::array();
  for (const IndexedSample& sample : samples) {
    index.push_back(sample.index);
    us.push_back(to_us(sample.ns));
  }
  return {{"prep", series.label}, {"index", std::move(index)}, {"us", std::move(us)}};
}

json index_axis(std::size_t samples, bool titled) {
  json x = quantity("index", "sample, in the order taken");
  if (!titled) {
    x["title"] = nullptr;
    x["axis"] = {{"labels", false}};
  }
  x["scale"] = {{"domain", {0, samples}}, {"nice", false}};
  return x;
}

/// Where a new process took over, by the first case: all cases of a run have the same rounds.
json process_starts(const std::vector<BlockRow>& blocks) {
  json starts = json::array();
  for (std::size_t i = 1; i < blocks.size(); ++i) {
    if (blocks[i].replicate != blocks[i - 1].replicate) starts.push_back({{"index", blocks[i].first}});
  }
  return starts;
}

json clock_rows(const Record& record, const Panel& panel) {
  json rows = json::array();
  for (const Series& series : panel.series) {
    for (const BlockRow& block : record.cases[series.index].blocks) {
      if (!block.clocks.sm_mhz) continue;
      rows.push_back({{"prep", series.label},
                      {"index", block.first},
                      {"end", block.first + block.count},
                      {"mhz", *block.clocks.sm_mhz}});
    }
  }
  return rows;
}

json clock_strip(json rows, std::size_t samples, const std::vector<std::string>& labels, double width) {
  constexpr double margin_mhz = 15;
  const auto by_mhz = [](const json& a, const json& b) { return a["mhz"] < b["mhz"]; };
  const auto [lowest, highest] = std::minmax_element(rows.begin(), rows.end(), by_mhz);
  json y = quantity("mhz", "SM (MHz)");
  y["scale"] = {
      {"domain", {(*lowest)["mhz"].get<double>() - margin_mhz, (*highest)["mhz"].get<double>() + margin_mhz}}};
  y["axis"] = {{"tickCount", 2}, {"format", ".0f"}};
  return {{"width", width},
          {"height", 44},
          {"data", data_of(std::move(rows))},
          {"mark", {{"type", "rule"}, {"strokeWidth", 2}}},
          {"encoding",
           {{"x", index_axis(samples, true)},
            {"x2", {{"field", "end"}}},
            {"y", y},
            {"color", colour("prep", labels, true)}}}};
}

json panel_spec(const Record& record, const Panel& panel, const std::vector<std::string>& labels, double width) {
  json rows = json::array();
  std::size_t samples = 0;
  for (const Series& series : panel.series) {
    const std::vector<double>& samples_ns = record.cases[series.index].samples_ns;
    rows.push_back(points_row(series, thin_series(samples_ns, points_a_case(record.cases.size()))));
    samples = std::max(samples, samples_ns.size());
  }
  json clocks = clock_rows(record, panel);
  const json points{{"data", data_of(std::move(rows))},
                    {"transform", json::array({{{"flatten", {"index", "us"}}}})},
                    {"mark", {{"type", "point"}, {"filled", true}, {"size", 5}, {"opacity", 0.45}}},
                    {"encoding",
                     {{"x", index_axis(samples, clocks.empty())},
                      {"y", quantity("us", "time (µs)")},
                      {"color", colour("prep", labels, true)}}}};
  const json starts{{"data", data_of(process_starts(record.cases[panel.series.front().index].blocks))},
                    {"mark", {{"type", "rule"}, {"style", "guide"}}},
                    {"encoding", {{"x", index_axis(samples, clocks.empty())}}}};
  json stacked = json::array({{{"width", width}, {"height", 170}, {"layer", json::array({points, starts})}}});
  if (!clocks.empty()) stacked.push_back(clock_strip(std::move(clocks), samples, labels, width));
  return {{"title", {{"text", panel.title}}}, {"vconcat", std::move(stacked)}, {"spacing", 8}};
}

/// "1980", "1950-1980", or why there is none.
std::string clock_text(const CaseResult& c) {
  std::optional<std::pair<double, double>> range;
  for (const BlockRow& block : c.blocks) {
    if (!block.clocks.sm_mhz) continue;
    const double mhz = *block.clocks.sm_mhz;
    range = range ? std::pair(std::min(range->first, mhz), std::max(range->second, mhz)) : std::pair(mhz, mhz);
  }
  if (!range) return "not read";
  if (range->first == range->second) return fmt::format("{:.0f}", range->first);
  return fmt::format("{:.0f}-{:.0f}", range->first, range->second);
}

Table table_of(const Record& record, const std::vector<Panel>& panels) {
  Table table{{{"call", false},
               {"prep", false},
               {"samples", true},
               {"drawn", true},
               {"blocks", true},
               {"first block's median (µs)", true},
               {"last block's median (µs)", true},
               {"SM clock (MHz)", true}},
              {}};
  for (const Panel& panel : panels) {
    for (const Series& series : panel.series) {
      const CaseResult& c = record.cases[series.index];
      const auto median_of = [&](const BlockRow& block) {
        const std::span all(c.samples_ns);
        const auto stats = summarize(all.subspan(block.first, block.count));
        return stats ? fmt::format("{:.3f}", to_us(stats->median_ns)) : "";
      };
      const std::size_t drawn = thin_series(c.samples_ns, points_a_case(record.cases.size())).size();
      table.rows.push_back({panel.title, series.label, fmt::format("{}", c.samples_ns.size()), fmt::format("{}", drawn),
                            fmt::format("{}", c.blocks.size()), c.blocks.empty() ? "" : median_of(c.blocks.front()),
                            c.blocks.empty() ? "" : median_of(c.blocks.back()), clock_text(c)});
    }
  }
  return table;
}

}  // namespace

Figure samples_in_time(const Record& record) {
  const std::vector<Panel> panels = panels_of(record);
  const std::vector<std::string> labels = labels_of(panels);
  const std::size_t drawn = std::min(panels.size(), most_panels);
  const Layout layout = layout_of(titles_of(panels, drawn, &Panel::title));
  json specs = json::array();
  for (std::size_t i = 0; i < drawn; ++i) specs.push_back(panel_spec(record, panels[i], labels, layout.width));
  const std::string caption = fmt::format(
      "A point a sample, at most {} a case: where there are more, equal stretches of the run keep their fastest and "
      "their "
      "slowest. Dashed lines are where the next process begins; below, the SM clock read in each block.{}",
      points_a_case(record.cases.size()), panels_left_out(panels.size()));
  return {chart(record, std::move(specs), layout), caption, table_of(record, panels)};
}

}  // namespace l2bench
