#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "record/groups.hpp"
#include "record/judging.hpp"
#include "record/units.hpp"

namespace l2bench {
namespace {

using Text = std::optional<std::string>;

constexpr double disagreement_share = 0.02;

std::string joined(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

/// A prep that moves data, but less than the cache holds: it evicts only a part of what the last call left.
Text flush_below_llc(const Record& record) {
  const std::uint64_t l2_bytes = record.environment.device.l2_bytes;
  std::vector<std::string> concerned;
  for (const CaseResult& c : record.cases) {
    if (c.flush_bytes > 0 && c.flush_bytes < l2_bytes) concerned.push_back(c.key);
  }
  if (concerned.empty()) return std::nullopt;
  return fmt::format(
      "The prep moves fewer bytes than L2 holds ({}), so these cases are partly warm: {}. Use a flush of at least the "
      "size of L2 for a cold one.",
      format_bytes(l2_bytes), joined(concerned));
}

Text init_zeros(const Record& record) {
  if (record.spec.sampling.init != Init::zeros) return std::nullopt;
  return "The data is all zeros, which draws less power and lets clocks rise: times may be lower than with real data. "
         "Use --init normal.";
}

/// The preps of one call and timer, by launch.
using PrepsByLaunch = std::map<Launch, std::set<std::string>>;

PrepsByLaunch preps_by_launch(const std::vector<CaseResult>& cases, const std::vector<std::size_t>& group) {
  PrepsByLaunch preps;
  for (const std::size_t i : group) {
    if (cases[i].stats) preps[cases[i].what.launch].insert(cases[i].prep);
  }
  return preps;
}

/// Confounded unless one launch has every prep: then all can be compared within it.
bool confounded(const PrepsByLaunch& preps) {
  std::set<std::string> all;
  for (const auto& [launch, some] : preps) all.insert(some.begin(), some.end());
  return !preps.empty() &&
         std::none_of(preps.begin(), preps.end(), [&](const auto& entry) { return entry.second == all; });
}

std::string in_words(const PrepsByLaunch& preps) {
  std::vector<std::string> parts;
  for (const auto& [launch, some] : preps) {
    parts.push_back(fmt::format("{} as {}", joined({some.begin(), some.end()}), row_of(launch_table, launch).word));
  }
  return fmt::format("{}", fmt::join(parts, " but "));
}

Text confounded_launch_mode(const Record& record) {
  std::set<std::string> mixtures;
  for (const Group& group : groups_by(record.cases, call_and_timer)) {
    const PrepsByLaunch preps = preps_by_launch(record.cases, group.members);
    if (confounded(preps)) mixtures.insert(in_words(preps));
  }
  if (mixtures.empty()) return std::nullopt;
  return fmt::format(
      "Preps of one call were launched in different ways ({}): launch and cache state differ at once, so no slowdown "
      "is "
      "given across them. Use --launch graph to time all of them in graphs.",
      fmt::join(mixtures, "; "));
}

std::map<int, Stats> stats_by_process(const CaseResult& c) {
  std::map<int, std::vector<double>> samples;
  for (const BlockRow& block : c.blocks) {
    const auto first = c.samples_ns.begin() + static_cast<std::ptrdiff_t>(block.first);
    auto& of_process = samples[block.replicate];
    of_process.insert(of_process.end(), first, first + static_cast<std::ptrdiff_t>(block.count));
  }
  std::map<int, Stats> stats;
  for (const auto& [process, values] : samples) {
    if (const auto summary = summarize(values)) stats[process] = *summary;
  }
  return stats;
}

/// Medians of two processes that lie further apart than the share above, with intervals that do not touch.
Text disagreement_of(const CaseResult& c) {
  const auto by_median = [](const auto& a, const auto& b) { return a.second.median_ns < b.second.median_ns; };
  const std::map<int, Stats> stats = stats_by_process(c);
  if (stats.size() < 2) return std::nullopt;
  const auto [low, high] = std::minmax_element(stats.begin(), stats.end(), by_median);
  if (!low->second.median_ci95_ns || !high->second.median_ci95_ns) return std::nullopt;
  const double apart_ns = high->second.median_ns - low->second.median_ns;
  if (apart_ns <= disagreement_share * c.stats->median_ns) return std::nullopt;
  if ((*low->second.median_ci95_ns)[1] >= (*high->second.median_ci95_ns)[0]) return std::nullopt;
  return fmt::format("{} ({} in process {}, {} in process {})", c.key, format_time(low->second.median_ns), low->first,
                     format_time(high->second.median_ns), high->first);
}

Text processes_disagree(const Record& record) {
  std::vector<std::string> concerned;
  for (const CaseResult& c : record.cases) {
    if (const Text text = disagreement_of(c)) concerned.push_back(*text);
  }
  if (concerned.empty()) return std::nullopt;
  return fmt::format(
      "Processes disagree by more than {} of the median: {}. Something that is fixed for a process's life, such "
      "as "
      "where its buffers lie, changes the time; use more --processes and read their spread, not the interval of one.",
      format_percent(disagreement_share), joined(concerned));
}

// The model's own misfits on the cards it was fitted to stay below these (docs/model.md).
constexpr double far_share = 0.25;
constexpr double far_bytes = 2e6;

bool far_time(const CaseResult& c) {
  const auto& ratio = c.predicted->measured_over_predicted;
  return ratio && (*ratio > 1.0 + far_share || *ratio < 1.0 / (1.0 + far_share));
}

bool far_write_back(const CaseResult& c) {
  const auto& predicted = c.predicted->dirty_evicted_bytes;
  if (!predicted || !c.counters || !c.counters->dirty_evicted_bytes) return false;
  const double apart = std::abs(*c.counters->dirty_evicted_bytes - *predicted);
  return apart > std::max(far_bytes, far_share * std::abs(*predicted));
}

/// Something on this card is not as its model has it; which of the two is wrong, the reader must find out.
Text far_from_prediction(const Record& record) {
  std::vector<std::string> concerned;
  for (const CaseResult& c : record.cases) {
    if (!c.predicted || c.simulated || c.status != Status::ok) continue;
    if (far_time(c))
      concerned.push_back(fmt::format("{} ({:.2f} of the time)", c.key, *c.predicted->measured_over_predicted));
    if (far_write_back(c)) {
      concerned.push_back(fmt::format("{} (wrote back {:.1f} MB, not {:.1f})", c.key,
                                      *c.counters->dirty_evicted_bytes * 1e-6,
                                      *c.predicted->dirty_evicted_bytes * 1e-6));
    }
  }
  if (concerned.empty()) return std::nullopt;
  return fmt::format(
      "Far from what the model of this card's L2 predicts: {}. Either the measurement has a surprise in it, or the "
      "model "
      "does not fit this kernel or card: l2bench probe fits a card of your own.",
      joined(concerned));
}

Text memory_errors(const Record& record) {
  const DeviceInfo& device = record.environment.device;
  if (device.ecc_errors.value_or(0) == 0 && !device.remap_pending.value_or(false)) return std::nullopt;
  return fmt::format(
      "The GPU's memory has {} uncorrected errors since its driver was loaded{}. Reset it, or do not "
      "trust it.",
      device.ecc_errors.value_or(0),
      device.remap_pending.value_or(false) ? ", and rows that wait for a reset to be remapped" : "");
}

Text mig(const Record& record) {
  if (!record.environment.device.mig.value_or(false)) return std::nullopt;
  return "The GPU is split by MIG: its other slices share the memory's bandwidth with this one and cannot be seen.";
}

Text mps(const Record& record) {
  const auto& others = record.environment.others;
  const bool there = std::any_of(others.begin(), others.end(), [](const GpuProcess& process) {
    return process.name.find("nvidia-cuda-mps") != std::string::npos;
  });
  if (!there) return std::nullopt;
  return "An MPS server runs on the GPU: its clients share the GPU with this run and are not all seen.";
}

struct WarningRule {
  std::string_view id;
  Text (*text)(const Record&);
};
constexpr std::array<WarningRule, 8> warning_rules{{
    {"flush_below_llc", flush_below_llc},
    {"init_zeros", init_zeros},
    {"confounded:launch_mode", confounded_launch_mode},
    {"processes_disagree", processes_disagree},
    {"far_from_prediction", far_from_prediction},
    {"memory_errors", memory_errors},
    {"mig", mig},
    {"mps", mps},
}};

bool is_derived(const Warning& warning) {
  return std::any_of(warning_rules.begin(), warning_rules.end(),
                     [&](const WarningRule& rule) { return rule.id == warning.id; });
}

}  // namespace

void warn(Record& record) {
  auto& warnings = record.warnings;
  warnings.erase(std::remove_if(warnings.begin(), warnings.end(), is_derived), warnings.end());
  for (const WarningRule& rule : warning_rules) {
    if (const Text text = rule.text(record)) warnings.push_back({std::string(rule.id), *text});
  }
}

}  // namespace l2bench
