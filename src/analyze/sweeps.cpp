#include "analyze/sweeps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "record/groups.hpp"

namespace l2bench {
namespace {

constexpr std::size_t least_sizes = 5;

/// `prep` with SIZE in place of the size of step `swept`.
std::string with_open_size(const Prep& prep, std::size_t swept) {
  std::string text;
  for (std::size_t i = 0; i < prep.steps.size(); ++i) {
    if (i > 0) text += '+';
    text += i == swept ? fmt::format("{}:SIZE", row_of(step_table, prep.steps[i].kind).word)
                       : to_string(Prep{{prep.steps[i]}, Rotation::off});
  }
  return text;
}

bool is_usable(const CaseResult& c) {
  return c.status == Status::ok && c.stats && c.stats->median_ns > 0.0;
}

/// Empty for a text that is no prep: a record may come from anywhere. Sizes are spelled out in bytes.
std::optional<Prep> prep_of(const CaseResult& c) {
  try {
    return parse_prep(c.prep);
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

}  // namespace

std::vector<Sweep> sweeps_of(const Record& record) {
  std::vector<Sweep> sweeps;  // a case is a point of one sweep for each of its sized steps
  std::map<std::string, std::size_t> known;
  for (std::size_t index = 0; index < record.cases.size(); ++index) {
    const CaseResult& c = record.cases[index];
    if (!is_usable(c)) continue;
    const std::optional<Prep> prep = prep_of(c);
    for (std::size_t i = 0; prep && i < prep->steps.size(); ++i) {
      if (!prep->steps[i].size) continue;
      const std::string name = fmt::format("{}/{}", call_timer_and_launch(c), with_open_size(*prep, i));
      const auto [found, is_new] = known.emplace(name, sweeps.size());
      if (is_new) sweeps.push_back({name, {}});
      sweeps[found->second].points.push_back({prep->steps[i].size->bytes, c.stats->median_ns, index});
    }
  }
  const auto too_short = [](const Sweep& sweep) { return sweep.points.size() < least_sizes; };
  sweeps.erase(std::remove_if(sweeps.begin(), sweeps.end(), too_short), sweeps.end());
  for (Sweep& sweep : sweeps) {
    std::sort(sweep.points.begin(), sweep.points.end(),
              [](const SweepPoint& a, const SweepPoint& b) { return a.bytes < b.bytes; });
  }
  return sweeps;
}

}  // namespace l2bench
