#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "record/units.hpp"
#include "report/figure.hpp"
#include "report/panels.hpp"
#include "report/vega.hpp"

namespace l2bench {
namespace {

using nlohmann::json;

/// What a model says beside what was measured. A simulated case has nothing to be compared with.
bool is_point(const CaseResult& c) {
  return !c.simulated && c.status == Status::ok && c.stats && c.predicted && c.predicted->time_ns;
}

bool has_bytes(const CaseResult& c) {
  return is_point(c) && c.predicted->dirty_evicted_bytes && c.counters && c.counters->dirty_evicted_bytes;
}

/// A point a case, and the line on which the model is right.
json scatter(json rows, double largest, const std::string& unit, const std::vector<std::string>& labels,
             const Layout& layout) {
  const json diagonal{
      {"data",
       data_of(json::array({{{"predicted", 0}, {"measured", 0}}, {{"predicted", largest}, {"measured", largest}}}))},
      {"mark", {{"type", "line"}, {"style", "guide"}}},
      {"encoding",
       {{"x", {{"field", "predicted"}, {"type", "quantitative"}}},
        {"y", {{"field", "measured"}, {"type", "quantitative"}}}}}};
  const json points{
      {"data", data_of(std::move(rows))},
      {"mark", {{"type", "point"}, {"filled", true}, {"size", 50}}},
      {"encoding",
       {{"x", quantity("predicted", "predicted " + unit)},
        {"y", quantity("measured", "measured " + unit)},
        {"color", colour("prep", labels, true)},
        {"tooltip", json::array({{{"field", "case"}}, {{"field", "predicted"}}, {{"field", "measured"}}})}}}};
  return {{"width", layout.width}, {"height", 300}, {"layer", json::array({diagonal, points})}};
}

json row_of_case(const CaseResult& c, double predicted, double measured) {
  return {{"prep", c.prep}, {"case", c.key}, {"predicted", predicted}, {"measured", measured}};
}

Table table_of(const Record& record) {
  Table table{{{"case", false},
               {"model", false},
               {"measured", true},
               {"predicted", true},
               {"measured / predicted", true},
               {"written back (MB)", true},
               {"predicted (MB)", true}},
              {}};
  for (const CaseResult& c : record.cases) {
    if (!is_point(c)) continue;
    const double predicted_ns = *c.predicted->time_ns;
    table.rows.push_back(
        {c.key, c.predicted->source, format_time(c.stats->median_ns), format_time(predicted_ns),
         predicted_ns > 0.0 ? fmt::format("{:.3f}", c.stats->median_ns / predicted_ns) : "none",
         has_bytes(c) ? fmt::format("{:.2f}", to_mb(*c.counters->dirty_evicted_bytes)) : "not counted",
         c.predicted->dirty_evicted_bytes ? fmt::format("{:.2f}", to_mb(*c.predicted->dirty_evicted_bytes)) : "none"});
  }
  return table;
}

}  // namespace

bool has_predictions(const Record& record) {
  return std::any_of(record.cases.begin(), record.cases.end(), is_point);
}

Figure prediction(const Record& record) {
  json times = json::array();
  json bytes = json::array();
  double largest_us = 0.0;
  double largest_mb = 0.0;
  for (const CaseResult& c : record.cases) {
    if (!is_point(c)) continue;
    const json& time = times.emplace_back(row_of_case(c, to_us(*c.predicted->time_ns), to_us(c.stats->median_ns)));
    largest_us = std::max({largest_us, time["predicted"].get<double>(), time["measured"].get<double>()});
    if (!has_bytes(c)) continue;
    const json& byte = bytes.emplace_back(
        row_of_case(c, to_mb(*c.predicted->dirty_evicted_bytes), to_mb(*c.counters->dirty_evicted_bytes)));
    largest_mb = std::max({largest_mb, byte["predicted"].get<double>(), byte["measured"].get<double>()});
  }
  const std::vector<std::string> labels = labels_of(panels_of(record));
  const Layout layout = bytes.empty() ? Layout{460, 1} : Layout{350, 2};
  json specs = json::array({scatter(std::move(times), largest_us, "time (µs)", labels, layout)});
  if (!bytes.empty()) specs.push_back(scatter(std::move(bytes), largest_mb, "written back (MB)", labels, layout));
  return {chart(record, std::move(specs), layout),
          "A point a case; on the dashed line the model is right. Times are medians, bytes are by hardware counters.",
          table_of(record)};
}

}  // namespace l2bench
