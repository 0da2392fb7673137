#include "report/panels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "record/groups.hpp"

namespace l2bench {
namespace {

std::string label_of(const CaseResult& c) {
  if (c.status == Status::ok) return c.prep;
  return fmt::format("{} ({})", c.prep, row_of(status_table, c.status).word);
}

bool has_a_prep_twice(const std::vector<CaseResult>& cases, const Group& group) {
  std::set<std::string> seen;
  return std::any_of(group.members.begin(), group.members.end(),
                     [&](std::size_t i) { return !seen.insert(cases[i].prep).second; });
}

void add_panels(std::vector<Panel>& panels, const Record& record, const Group& group, bool by_launch) {
  for (const std::size_t i : group.members) {
    const CaseResult& c = record.cases[i];
    if (!c.stats || c.samples_ns.empty()) continue;
    const std::string title = by_launch ? call_timer_and_launch(c) : call_and_timer(c);
    auto panel = std::find_if(panels.begin(), panels.end(), [&](const Panel& p) { return p.title == title; });
    if (panel == panels.end()) panel = panels.insert(panels.end(), {title, {}});
    panel->series.push_back({i, label_of(c)});
  }
}

}  // namespace

std::vector<Panel> panels_of(const Record& record) {
  std::vector<Panel> panels;
  for (const Group& group : groups_by(record.cases, call_and_timer)) {
    add_panels(panels, record, group, has_a_prep_twice(record.cases, group));
  }
  return panels;
}

std::vector<std::string> labels_of(const std::vector<Panel>& panels) {
  std::vector<std::string> labels;
  for (const Panel& panel : panels) {
    for (const Series& series : panel.series) {
      if (std::find(labels.begin(), labels.end(), series.label) == labels.end()) labels.push_back(series.label);
    }
  }
  return labels;
}

std::string panels_left_out(std::size_t panels) {
  if (panels <= most_panels) return "";
  return fmt::format(" Only the first {} of {} panels are drawn; the table holds all.", most_panels, panels);
}

}  // namespace l2bench
