#include "report/competitors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace l2bench {
namespace {

std::string task_of(const CaseResult& c) {
  return fmt::format("{}/m{}/{}/{}", to_string(c.what.shape), c.what.rows, row_of(timer_table, c.what.timer).word,
                     row_of(launch_table, c.what.launch).word);
}

}  // namespace

std::string competitor_of(const CaseResult& c) {
  return fmt::format("{}{}{} {}", c.what.workload, c.what.config.empty() ? "" : ":", c.what.config,
                     row_of(dtype_table, c.what.dtype).word);
}

std::vector<std::string> competitors_of(const Record& record) {
  std::vector<std::string> competitors;
  for (const CaseResult& c : record.cases) {
    const std::string name = competitor_of(c);
    if (std::find(competitors.begin(), competitors.end(), name) == competitors.end()) competitors.push_back(name);
  }
  return competitors;
}

std::vector<Group> tasks_of(const Record& record) {
  std::vector<Group> tasks = groups_by(record.cases, task_of);
  for (Group& task : tasks) {
    std::erase_if(task.members,
                  [&](std::size_t i) { return record.cases[i].status != Status::ok || !record.cases[i].stats; });
  }
  return tasks;
}

std::size_t rank_of(const Record& record, const Group& group, const CaseResult& c) {
  return 1 + static_cast<std::size_t>(std::count_if(group.members.begin(), group.members.end(), [&](std::size_t i) {
           const CaseResult& other = record.cases[i];
           return other.prep == c.prep && other.stats->median_ns < c.stats->median_ns;
         }));
}

}  // namespace l2bench
