#include "record/groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace l2bench {

std::string call_of(const CaseResult& c) {
  const Case& what = c.what;
  return fmt::format("{}{}{}/{}/m{}/{}{}{}", what.workload, what.config.empty() ? "" : ":", what.config,
                     to_string(what.shape), what.rows, row_of(dtype_table, what.dtype).word,
                     what.protect.on() ? "/protect:" + to_string(what.protect) : "",
                     what.steal.on() ? "/steal:" + to_string(what.steal) : "");
}

std::string call_and_timer(const CaseResult& c) {
  return fmt::format("{}/{}", call_of(c), row_of(timer_table, c.what.timer).word);
}

std::string call_timer_and_launch(const CaseResult& c) {
  return fmt::format("{}/{}", call_and_timer(c), row_of(launch_table, c.what.launch).word);
}

std::vector<Group> groups_by(const std::vector<CaseResult>& cases, std::string (*name_of)(const CaseResult&)) {
  std::vector<Group> groups;
  std::map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto [found, is_new] = known.emplace(name_of(cases[i]), groups.size());
    if (is_new) groups.push_back({found->first, {}});
    groups[found->second].members.push_back(i);
  }
  return groups;
}

bool has_flag(const CaseResult& c, std::string_view id) {
  return std::any_of(c.flags.begin(), c.flags.end(), [&](const Flag& flag) { return flag.id == id; });
}

}  // namespace l2bench
