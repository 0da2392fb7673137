#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "record/flag_rules.hpp"
#include "record/judging.hpp"

namespace l2bench {
namespace {

struct Rule {
  std::string_view id;
  Detail (*detail)(const Facts&);
};
/// In the order in which a case's flags are listed.
constexpr std::array<Rule, 13> flag_rules{{
    {"wrong_result", wrong_result},
    {"unmeasurable", unmeasurable},
    {"not_cold", not_cold},
    {"not_clean", not_clean},
    {"above_peak", above_peak},
    {"timer_limited", timer_limited},
    {"throttled", throttled},
    {"drift", drift},
    {"contended", contended},
    {"gate_timeout", gate_timeout},
    {"unverified", unverified},
    {"unchecked", unchecked},
    {"not_run", not_run},
}};

/// With several processes the longest floor decides: it is the one that could hide the call.
std::optional<TimerFloor> floor_of(const CaseResult& c, const std::vector<TimerFloor>& floors) {
  std::optional<TimerFloor> found;
  for (const TimerFloor& floor : floors) {
    if (floor.timer != c.what.timer || floor.launch != c.what.launch) continue;
    if (!found || floor.empty_kernel_ns > found->empty_kernel_ns) found = floor;
  }
  return found;
}

Status status_for(Severity worst) {
  switch (worst) {
    case Severity::invalid:
      return Status::invalid;
    case Severity::failed:
      return Status::failed;
    case Severity::skipped:
      return Status::skipped;
    case Severity::note:
    case Severity::warning:
      break;
  }
  return Status::ok;
}

Status status_of(const std::vector<Flag>& flags) {
  Severity worst = Severity::note;
  for (const Flag& flag : flags) worst = std::max(worst, flag_row(flag.id).severity);
  return status_for(worst);
}

}  // namespace

const FlagRow& flag_row(std::string_view id) {
  for (const FlagRow& row : flag_table) {
    if (row.id == id) return row;
  }
  throw std::runtime_error(fmt::format("'{}' is not a flag of a case.", id));
}

void flag_case(CaseResult& c, const Record& record) {
  auto& flags = c.flags;
  flags.erase(std::remove_if(flags.begin(), flags.end(), [](const Flag& flag) { return !flag.reported; }), flags.end());
  const Facts facts{c, record.environment.device, floor_of(c, record.environment.floors), record.environment.others};
  for (const Rule& rule : flag_rules) {
    if (has_flag(c, rule.id)) continue;
    if (const Detail detail = rule.detail(facts)) flags.push_back({std::string(rule.id), *detail});
  }
  c.status = status_of(flags);
}

}  // namespace l2bench
