#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "record/units.hpp"
#include "report/competitors.hpp"
#include "report/figure.hpp"
#include "report/panels.hpp"
#include "report/vega.hpp"

namespace l2bench {
namespace {

using nlohmann::json;

/// More than this many colours cannot be told apart.
constexpr std::size_t most_in_colour = 7;
/// With dashes, so many lines can.
constexpr std::size_t most_named = 2 * most_in_colour;

/// Tasks of two competitors or more under two preps or more.
std::vector<Group> groups_of(const Record& record) {
  std::vector<Group> groups = tasks_of(record);
  std::erase_if(groups, [&](const Group& group) {
    std::set<std::string> competitors;
    std::set<std::string> preps;
    for (const std::size_t i : group.members) {
      competitors.insert(competitor_of(record.cases[i]));
      preps.insert(record.cases[i].prep);
    }
    return competitors.size() < 2 || preps.size() < 2;
  });
  return groups;
}

/// Whether a finding says that it changes place with the reference.
bool changes_place(const Record& record, const std::string& competitor) {
  const std::string words = fmt::format(": {} takes ", competitor);
  return std::any_of(record.findings.begin(), record.findings.end(), [&](const Finding& finding) {
    return finding.id == "rank_flip" && finding.text.find(words) != std::string::npos;
  });
}

/// Few lines have a name each. Of many, the reference and those that change places with it do.
std::vector<std::string> named_of(const Record& record) {
  std::vector<std::string> names = competitors_of(record);
  if (names.size() <= most_in_colour) return names;
  const auto is_cublas = [](const std::string& name) { return name.starts_with("cublas "); };
  const auto cublas = std::find_if(names.begin(), names.end(), is_cublas);
  const std::string reference = cublas == names.end() ? names.front() : *cublas;
  std::erase_if(names, [&](const std::string& name) { return name == reference || !changes_place(record, name); });
  names.insert(names.begin(), reference);
  if (names.size() > most_named) names.resize(most_named);
  return names;
}

json panel_spec(const Record& record, const Group& group, const std::vector<std::string>& named, double width) {
  json rows = json::array();
  json others = json::array();
  std::vector<std::string> preps;
  for (const std::size_t i : group.members) {
    const CaseResult& c = record.cases[i];
    const std::string name = competitor_of(c);
    json& list = std::find(named.begin(), named.end(), name) == named.end() ? others : rows;
    list.push_back(
        {{"prep", c.prep}, {"workload", name}, {"us", to_us(c.stats->median_ns)}, {"rank", rank_of(record, group, c)}});
    if (std::find(preps.begin(), preps.end(), c.prep) == preps.end()) preps.push_back(c.prep);
  }
  json x = words("prep", preps);
  x["axis"] = {{"labelAngle", 0}, {"labelLimit", 160}};
  x["scale"]["padding"] = 0.25;
  const json y = quantity("us", "median (µs)");
  json layers = json::array();
  if (!others.empty()) {
    layers.push_back({{"data", data_of(std::move(others))},
                      {"mark", {{"type", "line"}, {"style", "other"}}},
                      {"encoding", {{"x", x}, {"y", y}, {"detail", {{"field", "workload"}}}}}});
  }
  json hue = colour("workload", named, true);
  json pattern = dash("workload", named, true);
  hue["legend"]["symbolType"] = pattern["legend"]["symbolType"] = "stroke";
  layers.push_back({{"data", data_of(std::move(rows))},
                    {"mark", {{"type", "line"}, {"point", {{"size", 55}}}}},
                    {"encoding",
                     {{"x", x},
                      {"y", y},
                      {"color", hue},
                      {"strokeDash", pattern},
                      {"tooltip", json::array({{{"field", "workload"}},
                                               {{"field", "prep"}},
                                               {{"field", "us"}, {"title", "median (µs)"}},
                                               {{"field", "rank"}}})}}}});
  return {{"title", {{"text", group.name}}},
          {"width", width},
          {"height", layers.size() > 1 ? 360 : 240},
          {"layer", std::move(layers)}};
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
  const std::vector<std::string> named = named_of(record);
  const std::size_t unnamed = competitors_of(record).size() - named.size();
  const std::size_t drawn = std::min(groups.size(), most_panels);
  const Layout layout = layout_of(titles_of(groups, drawn, &Group::name));
  json specs = json::array();
  for (std::size_t i = 0; i < drawn; ++i) specs.push_back(panel_spec(record, groups[i], named, layout.width));
  std::string caption =
      "A line a workload, by its median under each prep: where lines cross, the prep decides which one wins.";
  if (unnamed > 0) {
    caption += fmt::format(
        " In colour: {} and {} that change place with it in every process, more surely than by chance; in grey: the "
        "{} others.",
        named.front(), named.size() - 1, unnamed);
  }
  return {chart(record, std::move(specs), layout), caption + panels_left_out(groups.size()), table_of(record, groups)};
}

}  // namespace l2bench
