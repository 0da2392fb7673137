#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "record/groups.hpp"
#include "record/units.hpp"
#include "report/figure.hpp"
#include "report/panels.hpp"
#include "report/vega.hpp"

namespace l2bench {
namespace {

using nlohmann::json;

/// Of the axis, to both sides of 1: some thousandths are noise, and must look like it.
constexpr double least_span = 0.05;

/// Channels of the preps, the same in every panel.
struct Hues {
  json colour;
  json dash;
};

/// Everything but shape and prep.
std::string all_but_shape(const CaseResult& c) {
  const Case& what = c.what;
  return fmt::format("{}{}{}/m{}/{}/{}/{}", what.workload, what.config.empty() ? "" : ":", what.config, what.rows,
                     row_of(dtype_table, what.dtype).word, row_of(timer_table, what.timer).word,
                     row_of(launch_table, what.launch).word);
}

bool is_point(const CaseResult& c) {
  return c.status == Status::ok && c.stats && c.slowdown && c.workload.weight_bytes > 0;
}

/// Groups with two weights or more, and only their cases that have a slowdown.
std::vector<Group> groups_of(const Record& record) {
  std::vector<Group> groups = groups_by(record.cases, all_but_shape);
  const auto has_one_weight = [&](Group& group) {
    std::set<std::uint64_t> weights;
    std::erase_if(group.members, [&](std::size_t i) { return !is_point(record.cases[i]); });
    for (const std::size_t i : group.members) weights.insert(record.cases[i].workload.weight_bytes);
    return weights.size() < 2;
  };
  std::erase_if(groups, has_one_weight);
  return groups;
}

/// On a doubling axis, away from the nearer end.
Beside side_of_words(const Record& record, const std::set<double>& weights_mib) {
  const double l2_mib = to_mib(static_cast<double>(record.environment.device.l2_bytes));
  const double middle_mib = std::sqrt(*weights_mib.begin() * *weights_mib.rbegin());
  return l2_mib > middle_mib ? Beside::left : Beside::right;
}

/// Those of `labels` that have a point in any panel.
std::vector<std::string> labels_in_use(const Record& record, const std::vector<Group>& groups,
                                       const std::vector<std::string>& labels) {
  std::set<std::string> used;
  for (const Group& group : groups) {
    for (const std::size_t i : group.members) used.insert(record.cases[i].prep);
  }
  std::vector<std::string> in_order;
  std::copy_if(labels.begin(), labels.end(), std::back_inserter(in_order),
               [&](const std::string& label) { return used.count(label) > 0; });
  return in_order;
}

json panel_spec(const Record& record, const Group& group, const Hues& hues, double width) {
  json rows = json::array();
  std::set<double> weights_mib;
  double lowest = 1.0 - least_span;
  double highest = 1.0 + least_span;
  for (const std::size_t i : group.members) {
    const CaseResult& c = record.cases[i];
    weights_mib.insert(to_mib(static_cast<double>(c.workload.weight_bytes)));
    lowest = std::min(lowest, *c.slowdown);
    highest = std::max(highest, *c.slowdown);
    rows.push_back({{"weight", to_mib(static_cast<double>(c.workload.weight_bytes))},
                    {"slowdown", *c.slowdown},
                    {"shape", to_string(c.what.shape)},
                    {"prep", c.prep}});
  }
  json x = quantity("weight", "size of the weight (MiB, doubling scale)");
  x["scale"] = doubling_scale();
  x["axis"] = {{"format", ".4~r"}, {"values", weights_mib}, {"labelOverlap", true}};
  json y = quantity("slowdown", "time / time of the cleanest prep");
  y["scale"] = {{"domain", {lowest, highest}}, {"nice", true}};
  const json curves{{"data", data_of(std::move(rows))},
                    {"mark", {{"type", "line"}, {"point", {{"size", 45}}}}},
                    {"encoding",
                     {{"x", x},
                      {"y", y},
                      {"color", hues.colour},
                      {"strokeDash", hues.dash},
                      {"tooltip", json::array({{{"field", "shape"}}, {{"field", "prep"}}, {{"field", "slowdown"}}})}}}};
  json layers = json::array({guide("y", 1.0)});
  add_reported_l2(layers, record, 220, side_of_words(record, weights_mib));
  layers.push_back(curves);
  return {{"title", {{"text", group.name}}}, {"width", width}, {"height", 230}, {"layer", std::move(layers)}};
}

Table table_of(const Record& record, const std::vector<Group>& groups) {
  Table table{{{"call", false},
               {"shape", false},
               {"weight (MiB)", true},
               {"prep", false},
               {"median", true},
               {"slowdown", true}},
              {}};
  for (const Group& group : groups) {
    for (const std::size_t i : group.members) {
      const CaseResult& c = record.cases[i];
      table.rows.push_back({group.name, to_string(c.what.shape),
                            fmt::format("{:.1f}", to_mib(static_cast<double>(c.workload.weight_bytes))), c.prep,
                            format_time(c.stats->median_ns), fmt::format("{:.3f}x", *c.slowdown)});
    }
  }
  return table;
}

}  // namespace

bool has_weights(const Record& record) {
  return !groups_of(record).empty();
}

Figure weight_size(const Record& record) {
  const std::vector<Group> groups = groups_of(record);
  const std::vector<std::string> labels = labels_of(panels_of(record));
  const std::size_t drawn = std::min(groups.size(), most_panels);
  const Layout layout = layout_of(titles_of(groups, drawn, &Group::name));
  Hues hues{colour("prep", labels, true), dash("prep", labels, true)};
  hues.colour["legend"] = hues.dash["legend"] = legend_of(labels_in_use(record, groups, labels));
  json specs = json::array();
  for (std::size_t i = 0; i < drawn; ++i) specs.push_back(panel_spec(record, groups[i], hues, layout.width));
  const std::string caption = fmt::format(
      "Medians against the median after the cleanest prep of the same call, timer and launch; 1 is no difference. "
      "Preps that have no clean one beside them, such as a rotation, are left out.{}",
      panels_left_out(groups.size()));
  return {chart(record, std::move(specs), layout), caption, table_of(record, groups)};
}

}  // namespace l2bench
