#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "record/groups.hpp"
#include "record/units.hpp"
#include "report/figure.hpp"
#include "report/panels.hpp"
#include "report/vega.hpp"

namespace l2bench {
namespace {

using nlohmann::json;

std::string call_and_launch(const CaseResult& c) {
  return fmt::format("{}/{}", call_of(c), row_of(launch_table, c.what.launch).word);
}

std::string timer_word(const CaseResult& c) {
  return std::string(row_of(timer_table, c.what.timer).word);
}

/// Calls that were timed by two timers or more.
std::vector<Group> groups_of(const Record& record) {
  std::vector<Group> groups = groups_by(record.cases, call_and_launch);
  std::erase_if(groups, [&](Group& group) {
    std::set<TimerKind> kinds;
    std::erase_if(group.members, [&](std::size_t i) { return !record.cases[i].stats; });
    for (const std::size_t i : group.members) kinds.insert(record.cases[i].what.timer);
    return kinds.size() < 2;
  });
  return groups;
}

bool uses(const Record& record, const std::vector<Group>& groups, TimerKind timer) {
  const auto has_it = [&](const Group& group) {
    return std::any_of(group.members.begin(), group.members.end(),
                       [&](std::size_t i) { return record.cases[i].what.timer == timer; });
  };
  return std::any_of(groups.begin(), groups.end(), has_it);
}

json panel_spec(const Record& record, const Group& group, const std::vector<std::string>& shown, double width) {
  json rows = json::array();
  std::vector<std::string> preps;
  for (const std::size_t i : group.members) {
    const CaseResult& c = record.cases[i];
    rows.push_back({{"prep", c.prep},
                    {"timer", timer_word(c)},
                    {"us", to_us(c.stats->median_ns)},
                    {"q1", to_us(c.stats->q1_ns)},
                    {"q3", to_us(c.stats->q3_ns)}});
    if (std::find(preps.begin(), preps.end(), c.prep) == preps.end()) preps.push_back(c.prep);
  }
  std::vector<std::string> timers;
  for (const auto& row : timer_table) timers.emplace_back(row.word);
  const json y = words("prep", preps);
  const json offset{{"field", "timer"}, {"sort", nullptr}, {"scale", {{"domain", timers}}}};
  json hue = colour("timer", timers, true);
  hue["legend"] = legend_of(shown);
  const json spread{{"mark", {{"type", "rule"}, {"strokeWidth", 4}, {"opacity", 0.4}}},
                    {"encoding",
                     {{"x", quantity("q1", "median, q1 to q3 (µs)")},
                      {"x2", {{"field", "q3"}}},
                      {"y", y},
                      {"yOffset", offset},
                      {"color", hue}}}};
  const json medians{{"mark", {{"type", "point"}, {"filled", true}, {"size", 55}, {"opacity", 1}}},
                     {"encoding",
                      {{"x", quantity("us", "median, q1 to q3 (µs)")},
                       {"y", y},
                       {"yOffset", offset},
                       {"color", hue},
                       {"shape", {{"field", "timer"}, {"scale", {{"domain", timers}}}, {"legend", hue["legend"]}}},
                       {"tooltip", json::array({{{"field", "prep"}}, {{"field", "timer"}}, {{"field", "us"}}})}}}};
  return {{"title", {{"text", group.name}}},
          {"width", width},
          {"height", {{"step", 14}}},
          {"data", data_of(std::move(rows))},
          {"layer", json::array({spread, medians})}};
}

Table table_of(const Record& record, const std::vector<Group>& groups) {
  Table table{{{"call", false}, {"prep", false}, {"timer", false}}, {}};
  add_time_columns(table);
  for (const Group& group : groups) {
    for (const std::size_t i : group.members) {
      const CaseResult& c = record.cases[i];
      std::vector<std::string> row{group.name, c.prep, timer_word(c)};
      add_time_cells(row, c);
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

}  // namespace

bool has_timers(const Record& record) {
  return !groups_of(record).empty();
}

Figure timers(const Record& record) {
  const std::vector<Group> groups = groups_of(record);
  const std::size_t drawn = std::min(groups.size(), most_panels);
  const Layout layout = layout_of(titles_of(groups, drawn, &Group::name));
  json specs = json::array();
  std::string caption = "Median and middle half of the same call by each timer.";
  std::vector<std::string> shown;
  for (const auto& row : timer_table) {
    if (!uses(record, groups, row.value)) continue;
    shown.emplace_back(row.word);
    caption += fmt::format(" {}: {}.", row.word, row.help);
  }
  for (std::size_t i = 0; i < drawn; ++i) specs.push_back(panel_spec(record, groups[i], shown, layout.width));
  return {chart(record, std::move(specs), layout), caption + panels_left_out(groups.size()), table_of(record, groups)};
}

}  // namespace l2bench
