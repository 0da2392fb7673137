#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "record/groups.hpp"
#include "record/units.hpp"
#include "report/figure.hpp"
#include "report/panels.hpp"
#include "report/vega.hpp"

namespace l2bench {
namespace {

using nlohmann::json;

/// What is to be computed and how it is timed, whoever computes it.
std::string task_of(const CaseResult& c) {
  return fmt::format("{}/m{}/{}/{}", to_string(c.what.shape), c.what.rows, row_of(timer_table, c.what.timer).word,
                     row_of(launch_table, c.what.launch).word);
}

std::string competitor_of(const CaseResult& c) {
  return fmt::format("{}{}{}/{}", c.what.workload, c.what.config.empty() ? "" : ":", c.what.config,
                     row_of(dtype_table, c.what.dtype).word);
}

/// Tasks of two competitors or more under two preps or more; only cases that are ok.
std::vector<Group> groups_of(const Record& record) {
  std::vector<Group> groups = groups_by(record.cases, task_of);
  std::erase_if(groups, [&](Group& group) {
    std::set<std::string> competitors;
    std::set<std::string> preps;
    std::erase_if(group.members,
                  [&](std::size_t i) { return record.cases[i].status != Status::ok || !record.cases[i].stats; });
    for (const std::size_t i : group.members) {
      competitors.insert(competitor_of(record.cases[i]));
      preps.insert(record.cases[i].prep);
    }
    return competitors.size() < 2 || preps.size() < 2;
  });
  return groups;
}

/// 1 for the fastest under the same prep.
std::size_t rank_of(const Record& record, const Group& group, const CaseResult& c) {
  return 1 + static_cast<std::size_t>(std::count_if(group.members.begin(), group.members.end(), [&](std::size_t i) {
           const CaseResult& other = record.cases[i];
           return other.prep == c.prep && other.stats->median_ns < c.stats->median_ns;
         }));
}

json panel_spec(const Record& record, const Group& group, const std::vector<std::string>& competitors, double width) {
  json rows = json::array();
  std::vector<std::string> preps;
  for (const std::size_t i : group.members) {
    const CaseResult& c = record.cases[i];
    rows.push_back({{"prep", c.prep},
                    {"workload", competitor_of(c)},
                    {"us", to_us(c.stats->median_ns)},
                    {"rank", rank_of(record, group, c)}});
    if (std::find(preps.begin(), preps.end(), c.prep) == preps.end()) preps.push_back(c.prep);
  }
  json x = words("prep", preps);
  x["axis"] = {{"labelAngle", 0}, {"labelLimit", 160}};
  x["scale"]["padding"] = 0.25;
  return {{"title", {{"text", group.name}}},
          {"width", width},
          {"height", 240},
          {"data", data_of(std::move(rows))},
          {"mark", {{"type", "line"}, {"point", {{"size", 55}}}}},
          {"encoding",
           {{"x", x},
            {"y", quantity("us", "median (µs)")},
            {"color", colour("workload", competitors, true)},
            {"strokeDash", dash("workload", competitors, true)},
            {"tooltip",
             json::array({{{"field", "workload"}}, {{"field", "prep"}}, {{"field", "us"}}, {{"field", "rank"}}})}}}};
}

Table table_of(const Record& record, const std::vector<Group>& groups) {
  Table table{{{"call", false}, {"prep", false}, {"workload", false}, {"median", true}, {"rank", true}}, {}};
  for (const Group& group : groups) {
    for (const std::size_t i : group.members) {
      const CaseResult& c = record.cases[i];
      table.rows.push_back({group.name, c.prep, competitor_of(c), format_time(c.stats->median_ns),
                            fmt::format("{}", rank_of(record, group, c))});
    }
  }
  return table;
}

}  // namespace

bool has_ranks(const Record& record) {
  return !groups_of(record).empty();
}

Figure ranks(const Record& record) {
  const std::vector<Group> groups = groups_of(record);
  std::vector<std::string> competitors;
  for (const CaseResult& c : record.cases) {
    const std::string name = competitor_of(c);
    if (std::find(competitors.begin(), competitors.end(), name) == competitors.end()) competitors.push_back(name);
  }
  const std::size_t drawn = std::min(groups.size(), most_panels);
  const Layout layout = layout_of(drawn);
  json specs = json::array();
  for (std::size_t i = 0; i < drawn; ++i) specs.push_back(panel_spec(record, groups[i], competitors, layout.width));
  return {chart(record, std::move(specs), layout),
          "A line a workload, by its median under each prep: where lines cross, the prep decides which one wins." +
              panels_left_out(groups.size()),
          table_of(record, groups)};
}

}  // namespace l2bench
