#include <fmt/format.h>

#include <algorithm>

#include "analyze/sweeps.hpp"
#include "record/units.hpp"
#include "report/figure.hpp"
#include "report/panels.hpp"
#include "report/vega.hpp"

namespace l2bench {
namespace {

using nlohmann::json;

const std::vector<std::string> sources{"measured", "simulated", "predicted"};

/// What the call wrote to memory beyond its own output.
std::optional<double> predicted_evicted_bytes(const CaseResult& c) {
  return c.predicted ? c.predicted->dirty_evicted_bytes : std::nullopt;
}

/// Above this share of the largest size, a word on the right of a line leaves the panel.
constexpr double room_for_words = 0.7;

std::optional<double> counted_evicted_bytes(const CaseResult& c) {
  return c.counters ? c.counters->dirty_evicted_bytes : std::nullopt;
}

const char* source_of(const CaseResult& c) {
  return c.simulated ? "simulated" : "measured";
}

json time_rows(const Record& record, const Sweep& sweep) {
  json rows = json::array();
  for (const SweepPoint& point : sweep.points) {
    const CaseResult& c = record.cases[point.index];
    const double mib = to_mib(static_cast<double>(point.bytes));
    rows.push_back({{"size", mib},
                    {"us", to_us(c.stats->median_ns)},
                    {"q1", to_us(c.stats->q1_ns)},
                    {"q3", to_us(c.stats->q3_ns)},
                    {"source", source_of(c)}});
    if (!c.simulated && c.predicted && c.predicted->time_ns) {
      rows.push_back({{"size", mib}, {"us", to_us(*c.predicted->time_ns)}, {"source", "predicted"}});
    }
  }
  return rows;
}

json byte_rows(const Record& record, const Sweep& sweep) {
  json rows = json::array();
  for (const SweepPoint& point : sweep.points) {
    const CaseResult& c = record.cases[point.index];
    const double mib = to_mib(static_cast<double>(point.bytes));
    if (const auto bytes = counted_evicted_bytes(c)) {
      rows.push_back({{"size", mib}, {"mb", to_mb(*bytes)}, {"source", source_of(c)}});
    }
    if (const auto bytes = predicted_evicted_bytes(c)) {
      rows.push_back({{"size", mib}, {"mb", to_mb(*bytes)}, {"source", "predicted"}});
    }
  }
  return rows;
}

const Finding* knee_of(const Record& record, const Sweep& sweep) {
  const auto is_ours = [&](const Finding& finding) {
    return finding.id == "knee" && finding.text.starts_with(sweep.name + ": ") &&
           finding.values.contains("knee_low_bytes") && finding.values.contains("knee_high_bytes");
  };
  const auto found = std::find_if(record.findings.begin(), record.findings.end(), is_ours);
  return found == record.findings.end() ? nullptr : &*found;
}

json size_axis(bool titled) {
  json x = quantity("size", "size of the step that varies (MiB, doubling scale)");
  x["scale"] = doubling_scale();
  x["axis"] = {{"format", "~r"}, {"labelOverlap", true}};
  if (!titled) x["title"] = nullptr;
  return x;
}

/// The reported L2 as a dashed line, and the stretch that holds the knee as a band.
void add_guides(json& layers, const Record& record, const Sweep& sweep, const json& x, bool with_words) {
  if (const Finding* knee = knee_of(record, sweep)) {
    const double low = to_mib(knee->values.at("knee_low_bytes"));
    const double high = to_mib(knee->values.at("knee_high_bytes"));
    layers.push_back(
        {{"data", data_of(json::array({{{"low", low}, {"high", high}}}))},
         {"mark", {{"type", "rect"}, {"style", "band"}}},
         {"encoding",
          {{"x", {{"field", "low"}, {"type", "quantitative"}, {"title", x["title"]}}}, {"x2", {{"field", "high"}}}}}});
    // The time rises to the knee: above it on the left, and below the L2 on the right, there is room.
    if (with_words) layers.push_back(note(low, 10, fmt::format("knee {:g} to {:g} MiB", low, high), Beside::left));
  }
  const bool at_the_end = static_cast<double>(record.environment.device.l2_bytes) >
                          room_for_words * static_cast<double>(sweep.points.back().bytes);
  add_reported_l2(layers, record, with_words ? std::optional(180.0) : std::nullopt,
                  at_the_end ? Beside::left : Beside::right);
}

/// An axis of one value, 0, would have a tick of six decimals.
json zero_based(const json& rows, json y) {
  const bool all_zero =
      std::all_of(rows.begin(), rows.end(), [](const json& row) { return row.at("mb").get<double>() <= 0.0; });
  y["scale"] = {{"zero", true}};
  if (all_zero) y["scale"]["domain"] = {0, 1};
  return y;
}

json curve(json rows, const json& x, const json& y) {
  return {{"data", data_of(std::move(rows))},
          {"mark", {{"type", "line"}, {"point", {{"size", 45}}}}},
          {"encoding",
           {{"x", x},
            {"y", y},
            {"color", colour("source", sources, false)},
            {"strokeDash",
             {{"field", "source"},
              {"scale", {{"domain", sources}, {"range", {{1, 0}, {1, 0}, {5, 4}}}}},
              {"legend", nullptr}}},
            {"tooltip", json::array({{{"field", "size"}, {"title", "size (MiB)"}},
                                     {{"field", y["field"]}, {"title", y["title"]}},
                                     {{"field", "source"}}})}}}};
}

json panel_spec(const Record& record, const Sweep& sweep, double width) {
  json bytes = byte_rows(record, sweep);
  json times = time_rows(record, sweep);
  const json x = size_axis(bytes.empty());
  json spread{{"data", data_of(times)},
              {"transform", json::array({{{"filter", {{"field", "q1"}, {"valid", true}}}}})},
              {"mark", {{"type", "rule"}, {"strokeWidth", 5}, {"opacity", 0.35}}},
              {"encoding",
               {{"x", x},
                {"y", {{"field", "q1"}, {"type", "quantitative"}}},
                {"y2", {{"field", "q3"}}},
                {"color", colour("source", sources, false)}}}};
  json layers = json::array();
  add_guides(layers, record, sweep, x, true);
  layers.push_back(std::move(spread));
  layers.push_back(curve(std::move(times), x, quantity("us", "median, q1 to q3 (µs)")));
  json stacked = json::array({{{"width", width}, {"height", 190}, {"layer", std::move(layers)}}});
  if (!bytes.empty()) {
    json below = json::array();
    add_guides(below, record, sweep, size_axis(true), false);
    const json y = zero_based(bytes, quantity("mb", "written back (MB)"));
    below.push_back(curve(std::move(bytes), size_axis(true), y));
    stacked.push_back({{"width", width}, {"height", 120}, {"layer", std::move(below)}});
  }
  return {{"title", {{"text", sweep.name}}}, {"vconcat", std::move(stacked)}, {"spacing", 10}};
}

std::string megabytes_or_reason(const std::optional<double>& bytes, std::string_view reason) {
  return bytes ? fmt::format("{:.2f}", to_mb(*bytes)) : std::string(reason);
}

Table table_of(const Record& record, const std::vector<Sweep>& sweeps) {
  Table table{{{"sweep", false},
               {"size (MiB)", true},
               {"median", true},
               {"q1", true},
               {"q3", true},
               {"written back (MB)", true}},
              {}};
  const bool has_model = std::any_of(record.cases.begin(), record.cases.end(),
                                     [](const CaseResult& c) { return c.predicted.has_value(); });
  if (has_model) table.columns.insert(table.columns.end(), {{"predicted time", true}, {"predicted (MB)", true}});
  for (const Sweep& sweep : sweeps) {
    for (const SweepPoint& point : sweep.points) {
      const CaseResult& c = record.cases[point.index];
      table.rows.push_back({sweep.name, fmt::format("{:g}", to_mib(static_cast<double>(point.bytes))),
                            format_time(c.stats->median_ns), format_time(c.stats->q1_ns), format_time(c.stats->q3_ns),
                            megabytes_or_reason(counted_evicted_bytes(c), "not counted")});
      if (!has_model) continue;
      const bool has_time = c.predicted && c.predicted->time_ns;
      table.rows.back().push_back(has_time ? format_time(*c.predicted->time_ns) : "none");
      table.rows.back().push_back(megabytes_or_reason(predicted_evicted_bytes(c), "none"));
    }
  }
  return table;
}

}  // namespace

bool has_sweep(const Record& record) {
  return !sweeps_of(record).empty();
}

Figure size_sweep(const Record& record) {
  const std::vector<Sweep> sweeps = sweeps_of(record);
  const std::size_t drawn = std::min(sweeps.size(), most_panels);
  const Layout layout = layout_of(titles_of(sweeps, drawn, &Sweep::name));
  json specs = json::array();
  for (std::size_t i = 0; i < drawn; ++i) specs.push_back(panel_spec(record, sweeps[i], layout.width));
  const std::string caption = fmt::format(
      "Above, the median of all samples with the middle half as a bar; below, the bytes that the call wrote to memory "
      "beyond its own output. The dashed line is the L2 that the device reports, the band holds the knee of the time; "
      "a "
      "dashed curve, if any, is the model's.{}",
      panels_left_out(sweeps.size()));
  return {chart(record, std::move(specs), layout), caption, table_of(record, sweeps)};
}

}  // namespace l2bench
