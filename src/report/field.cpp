#include <fmt/format.h>

#include <algorithm>

#include "record/units.hpp"
#include "report/competitors.hpp"
#include "report/figure.hpp"
#include "report/panels.hpp"
#include "report/vega.hpp"

namespace l2bench {
namespace {

using nlohmann::json;

/// Fewer are told apart better by name.
constexpr std::size_t least_competitors = 8;

/// Members of one task and prep, the fastest first.
struct Race {
  std::string title;
  std::string task;
  std::string prep;
  std::vector<std::size_t> members;
};

std::vector<Race> races_of(const Record& record) {
  std::vector<Race> races;
  for (const Group& task : tasks_of(record)) {
    const std::size_t first = races.size();
    for (const std::size_t i : task.members) {
      const std::string& prep = record.cases[i].prep;
      const auto begin = races.begin() + static_cast<std::ptrdiff_t>(first);
      auto race = std::find_if(begin, races.end(), [&](const Race& r) { return r.prep == prep; });
      if (race == races.end()) {
        race = races.insert(races.end(), {fmt::format("{} after {}", task.name, prep), task.name, prep, {}});
      }
      race->members.push_back(i);
    }
  }
  std::erase_if(races, [](const Race& race) { return race.members.size() < least_competitors; });
  for (Race& race : races) {
    std::stable_sort(race.members.begin(), race.members.end(), [&](std::size_t a, std::size_t b) {
      return record.cases[a].stats->median_ns < record.cases[b].stats->median_ns;
    });
  }
  return races;
}

std::vector<std::string> workloads_of(const Record& record) {
  std::vector<std::string> workloads;
  for (const CaseResult& c : record.cases) {
    if (std::find(workloads.begin(), workloads.end(), c.what.workload) == workloads.end()) {
      workloads.push_back(c.what.workload);
    }
  }
  return workloads;
}

json panel_spec(const Record& record, const Race& race, const std::vector<std::string>& workloads, double width) {
  json rows = json::array();
  for (std::size_t place = 0; place < race.members.size(); ++place) {
    const CaseResult& c = record.cases[race.members[place]];
    rows.push_back({{"place", place + 1},
                    {"name", competitor_of(c)},
                    {"workload", c.what.workload},
                    {"us", to_us(c.stats->median_ns)},
                    {"q1", to_us(c.stats->q1_ns)},
                    {"q3", to_us(c.stats->q3_ns)}});
  }
  const json x = quantity("place", "place, the fastest first");
  const json hue = colour("workload", workloads, workloads.size() > 1);
  const json spread{
      {"mark", {{"type", "rule"}, {"strokeWidth", 2}, {"opacity", 0.45}}},
      {"encoding",
       {{"x", x}, {"y", quantity("q1", "median, q1 to q3 (µs)")}, {"y2", {{"field", "q3"}}}, {"color", hue}}}};
  const json medians{
      {"mark", {{"type", "point"}, {"filled", true}, {"size", 22}, {"opacity", 1}}},
      {"encoding",
       {{"x", x},
        {"y", quantity("us", "median, q1 to q3 (µs)")},
        {"color", hue},
        {"tooltip",
         json::array({{{"field", "name"}}, {{"field", "place"}}, {{"field", "us"}, {"title", "median (µs)"}}})}}}};
  const CaseResult& fastest = record.cases[race.members.front()];
  return {
      {"title",
       {{"text", race.title},
        {"subtitle", fmt::format("fastest: {}, {}", competitor_of(fastest), format_time(fastest.stats->median_ns))}}},
      {"width", width},
      {"height", 190},
      {"data", data_of(std::move(rows))},
      {"layer", json::array({spread, medians})}};
}

Table table_of(const Record& record, const std::vector<Race>& races) {
  Table table{{{"call", false}, {"prep", false}, {"place", true}, {"workload", false}}, {}};
  add_time_columns(table);
  for (const Race& race : races) {
    for (std::size_t place = 0; place < race.members.size(); ++place) {
      const CaseResult& c = record.cases[race.members[place]];
      std::vector<std::string> row{race.task, race.prep, fmt::format("{}", place + 1), competitor_of(c)};
      add_time_cells(row, c);
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

}  // namespace

bool has_field(const Record& record) {
  return !races_of(record).empty();
}

Figure field(const Record& record) {
  const std::vector<Race> races = races_of(record);
  const std::vector<std::string> workloads = workloads_of(record);
  const std::size_t drawn = std::min(races.size(), most_panels);
  const Layout layout = layout_of(titles_of(races, drawn, &Race::title));
  json specs = json::array();
  for (std::size_t i = 0; i < drawn; ++i) specs.push_back(panel_spec(record, races[i], workloads, layout.width));
  return {chart(record, std::move(specs), layout),
          "A point a workload or config, by its median; the bar is the middle half of its samples." +
              panels_left_out(races.size()),
          table_of(record, races)};
}

}  // namespace l2bench
