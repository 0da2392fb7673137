#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "l2bench/analyze.hpp"
#include "record/groups.hpp"
#include "record/units.hpp"

// Candidates are different ways to compute one layer: another library, another kernel, another config. A rank flip is a
// candidate that is faster than the reference after one prep and slower after another.

namespace l2bench {
namespace {

/// The layer and how it is timed: candidates and preps differ within it.
std::string layer_of(const CaseResult& c) {
  return fmt::format("{}/m{}/{}/{}", to_string(c.what.shape), c.what.rows, row_of(timer_table, c.what.timer).word,
                     row_of(launch_table, c.what.launch).word);
}

std::string candidate_of(const CaseResult& c) {
  const std::string config = c.what.config.empty() ? "" : ":" + c.what.config;
  return fmt::format("{}{} {}", c.what.workload, config, row_of(dtype_table, c.what.dtype).word);
}

using Medians = std::map<int, double>;

/// Median of each process: a flip that only one process shows is an artefact of that process.
Medians medians_by_process(const CaseResult& c) {
  std::map<int, std::vector<double>> samples;
  for (const BlockRow& block : c.blocks) {
    const auto first = c.samples_ns.begin() + static_cast<std::ptrdiff_t>(block.first);
    auto& mine = samples[block.replicate];
    mine.insert(mine.end(), first, first + static_cast<std::ptrdiff_t>(block.count));
  }
  Medians medians;
  for (const auto& [process, values] : samples) {
    if (const auto stats = summarize(values)) medians[process] = stats->median_ns;
  }
  return medians;
}

double step_of(const Record& record, const CaseResult& c) {
  double step_ns = 0;
  for (const TimerFloor& floor : record.environment.floors) {
    if (floor.timer == c.what.timer) step_ns = std::max(step_ns, floor.step_ns.value_or(0));
  }
  return step_ns;
}

enum class Order { faster, slower, undecided };

/// Decided only if every process agrees by more than a timer step and the 95% intervals of the medians are apart.
Order order_of(const CaseResult& candidate, const CaseResult& reference, double step_ns) {
  const auto& ours = candidate.stats->median_ci95_ns;
  const auto& theirs = reference.stats->median_ci95_ns;
  if (!ours || !theirs) return Order::undecided;
  bool faster = (*ours)[1] < (*theirs)[0];
  bool slower = (*ours)[0] > (*theirs)[1];
  const Medians reference_medians = medians_by_process(reference);
  for (const auto& [process, median_ns] : medians_by_process(candidate)) {
    const auto other = reference_medians.find(process);
    if (other == reference_medians.end()) continue;
    faster = faster && median_ns < other->second - step_ns;
    slower = slower && median_ns > other->second + step_ns;
  }
  return faster ? Order::faster : slower ? Order::slower : Order::undecided;
}

/// One candidate's cases after the two preps that are put side by side.
struct Pair {
  const CaseResult* clean = nullptr;
  const CaseResult* dirty = nullptr;
};

/// Candidates in the record's order, each with its case after `clean` and after `dirty`.
std::vector<Pair> pairs_of(const Record& record, const Group& layer, const std::string& clean,
                           const std::string& dirty) {
  std::vector<Pair> pairs;
  std::map<std::string, std::size_t> position;
  for (const std::size_t i : layer.members) {
    const CaseResult& c = record.cases[i];
    if (c.status != Status::ok || !c.stats || (c.prep != clean && c.prep != dirty)) continue;
    const auto [at, is_new] = position.emplace(candidate_of(c), pairs.size());
    if (is_new) pairs.emplace_back();
    (c.prep == clean ? pairs[at->second].clean : pairs[at->second].dirty) = &c;
  }
  std::erase_if(pairs, [](const Pair& pair) { return pair.clean == nullptr || pair.dirty == nullptr; });
  return pairs;
}

/// cublas where it is among them: the one that people have. Else the first.
const Pair& reference_of(const std::vector<Pair>& pairs) {
  const auto cublas =
      std::find_if(pairs.begin(), pairs.end(), [](const Pair& pair) { return pair.clean->what.workload == "cublas"; });
  return cublas == pairs.end() ? pairs.front() : *cublas;
}

std::string cost_per_megabyte(const Pair& pair) {
  if (!pair.dirty->counters || !pair.dirty->counters->dirty_evicted_bytes) return "";
  const double megabytes = *pair.dirty->counters->dirty_evicted_bytes / 1e6;
  if (megabytes <= 0) return "";
  const double extra_us = (pair.dirty->stats->median_ns - pair.clean->stats->median_ns) / 1e3;
  return fmt::format(", {:.2f} MB written back at {:.2f} µs a MB", megabytes, extra_us / megabytes);
}

std::string times_of(const Pair& pair) {
  return fmt::format("{} after {} and {} after {}{}", format_time(pair.clean->stats->median_ns), pair.clean->prep,
                     format_time(pair.dirty->stats->median_ns), pair.dirty->prep, cost_per_megabyte(pair));
}

Finding flip_of(const Pair& pair, const Pair& reference, const std::string& layer, bool dirty_favours) {
  Finding finding{"rank_flip", "", {}};
  finding.values = {{"clean_ns", pair.clean->stats->median_ns},
                    {"dirty_ns", pair.dirty->stats->median_ns},
                    {"reference_clean_ns", reference.clean->stats->median_ns},
                    {"reference_dirty_ns", reference.dirty->stats->median_ns}};
  finding.text = fmt::format("{}: {} takes {}; {} takes {}: it is {} after {} and {} after {}.", layer,
                             candidate_of(*pair.clean), times_of(pair), candidate_of(*reference.clean),
                             times_of(reference), dirty_favours ? "slower" : "faster", pair.clean->prep,
                             dirty_favours ? "faster" : "slower", pair.dirty->prep);
  return finding;
}

const CaseResult& fastest(const std::vector<Pair>& pairs, const CaseResult* Pair::*prep) {
  const auto best = std::min_element(pairs.begin(), pairs.end(), [prep](const Pair& a, const Pair& b) {
    return (a.*prep)->stats->median_ns < (b.*prep)->stats->median_ns;
  });
  return *((*best).*prep);
}

std::vector<Finding> flips_between(const Record& record, const Group& layer, const std::string& clean,
                                   const std::string& dirty) {
  const std::vector<Pair> pairs = pairs_of(record, layer, clean, dirty);
  if (pairs.size() < 2) return {};
  const Pair& reference = reference_of(pairs);
  int faster_clean = 0, faster_dirty = 0, dirty_favours = 0, dirty_disfavours = 0;
  std::vector<Finding> flips;
  for (const Pair& pair : pairs) {
    if (&pair == &reference) continue;
    const double step_ns = step_of(record, *pair.clean);
    const Order after_clean = order_of(*pair.clean, *reference.clean, step_ns);
    const Order after_dirty = order_of(*pair.dirty, *reference.dirty, step_ns);
    faster_clean += after_clean == Order::faster;
    faster_dirty += after_dirty == Order::faster;
    const bool favoured = after_clean == Order::slower && after_dirty == Order::faster;
    const bool disfavoured = after_clean == Order::faster && after_dirty == Order::slower;
    dirty_favours += favoured;
    dirty_disfavours += disfavoured;
    if (favoured || disfavoured) flips.push_back(flip_of(pair, reference, layer.name, favoured));
  }
  Finding summary{"rank", "", {}};
  summary.values = {{"candidates", static_cast<double>(pairs.size() - 1)},
                    {"faster_after_clean", faster_clean},
                    {"faster_after_dirty", faster_dirty},
                    {"flips_to_faster", dirty_favours},
                    {"flips_to_slower", dirty_disfavours}};
  summary.text = fmt::format(
      "{}: of {} candidates, {} are faster than {} after {} and {} after {}; {} are slower after {} but faster after "
      "{}, "
      "{} the other way. Fastest: {} after {} ({}), {} after {} ({}).",
      layer.name, pairs.size() - 1, faster_clean, candidate_of(*reference.clean), clean, faster_dirty, dirty,
      dirty_favours, clean, dirty, dirty_disfavours, candidate_of(fastest(pairs, &Pair::clean)), clean,
      format_time(fastest(pairs, &Pair::clean).stats->median_ns), candidate_of(fastest(pairs, &Pair::dirty)), dirty,
      format_time(fastest(pairs, &Pair::dirty).stats->median_ns));
  flips.insert(flips.begin(), std::move(summary));
  return flips;
}

std::vector<std::string> preps_where(const Record& record, const Group& layer, bool clean) {
  std::vector<std::string> preps;
  for (const std::size_t i : layer.members) {
    const CaseResult& c = record.cases[i];
    const bool fits = c.claim.heat == Heat::cold && c.claim.clean == clean && c.what.prep.rotation == Rotation::off;
    if (fits && std::find(preps.begin(), preps.end(), c.prep) == preps.end()) preps.push_back(c.prep);
  }
  return preps;
}

}  // namespace

std::vector<Finding> find_rank_flips(const Record& record) {
  std::vector<Finding> found;
  for (const Group& layer : groups_by(record.cases, layer_of)) {
    const std::vector<std::string> clean = preps_where(record, layer, true);
    if (clean.empty()) continue;
    for (const std::string& dirty : preps_where(record, layer, false)) {
      std::vector<Finding> flips = flips_between(record, layer, clean.front(), dirty);
      found.insert(found.end(), flips.begin(), flips.end());
    }
  }
  return found;
}

}  // namespace l2bench
