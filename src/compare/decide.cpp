#include "compare/decide.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compare/rank_test.hpp"
#include "record/groups.hpp"

namespace l2bench {
namespace {

constexpr double least_timer_steps_apart = 2.0;
/// Median SM clocks closer than this are one clock: time and cycles say the same.
constexpr double same_clock_share = 0.01;
/// More processes than this are no advice.
constexpr std::size_t most_processes_advised = 100;

enum class Place { below, inside, above, astride };

Place place_of(const std::array<double, 2>& interval, double threshold) {
  if (interval[0] > 1.0 + threshold) return Place::above;
  if (interval[1] < 1.0 - threshold) return Place::below;
  if (interval[0] >= 1.0 - threshold && interval[1] <= 1.0 + threshold) return Place::inside;
  return Place::astride;
}

Verdict verdict_for(Place place) {
  switch (place) {
    case Place::above:
      return Verdict::slower;
    case Place::below:
      return Verdict::faster;
    case Place::inside:
      return Verdict::same;
    case Place::astride:
      break;
  }
  return Verdict::inconclusive;
}

std::string percent(double share) {
  return fmt::format("{:.3g}%", 100.0 * share);
}

std::string in_words(const CaseComparison& c) {
  return fmt::format("ratio {:.4f} [{:.4f}, {:.4f}], threshold {}", *c.ratio, (*c.ratio_ci95)[0], (*c.ratio_ci95)[1],
                     percent(c.threshold));
}

std::size_t processes_of(const CaseComparison& c) {
  return std::min(c.base->process_medians_ns.size(), c.candidate->process_medians_ns.size());
}

void inconclusive(CaseComparison& c, std::string reason) {
  c.verdict = Verdict::inconclusive;
  c.reason = std::move(reason);
}

std::string advice(std::size_t processes) {
  return fmt::format("Run both sides with --processes {}.", processes);
}

bool has_too_few(CaseComparison& c, std::size_t tested) {
  if (processes_of(c) >= least_processes) return false;
  c.processes_needed = std::max(least_processes, least_processes_for(tested, false_alarm_rate));
  inconclusive(c, fmt::format("The base has {} process(es) and the new record {}; a verdict needs at least {} a side, "
                              "and {} with {} case(s) tested. {}",
                              c.base->process_medians_ns.size(), c.candidate->process_medians_ns.size(),
                              least_processes, *c.processes_needed, tested, advice(*c.processes_needed)));
  return true;
}

/// The interval shrinks with the root of the number of processes; enough of them put it on one side of the threshold.
void leave_open(CaseComparison& c) {
  const auto& [low, high] = *c.ratio_ci95;
  const double distance = std::min(std::abs(*c.ratio - (1.0 + c.threshold)), std::abs(*c.ratio - (1.0 - c.threshold)));
  const double times = std::pow(0.5 * (high - low) / distance, 2.0);
  const double needed = std::ceil(static_cast<double>(processes_of(c)) * times);
  const std::string what = fmt::format("The interval reaches across the threshold ({}). ", in_words(c));
  if (!(needed <= static_cast<double>(most_processes_advised))) {
    inconclusive(c, what + fmt::format("The change lies so close to it that not even {} processes would tell.",
                                       most_processes_advised));
    return;
  }
  c.processes_needed = std::max(static_cast<std::size_t>(needed), processes_of(c) + 1);
  inconclusive(c, what + advice(*c.processes_needed));
}

void doubt_by_rank_test(CaseComparison& c, std::size_t tested) {
  const double smallest =
      smallest_rank_test_p(c.base->process_medians_ns.size(), c.candidate->process_medians_ns.size());
  const std::size_t needed = std::max(least_processes_for(tested, false_alarm_rate), processes_of(c) + 1);
  c.processes_needed = needed;
  if (smallest * static_cast<double>(tested) > false_alarm_rate) {
    inconclusive(c, fmt::format("The interval lies beyond the threshold ({}), but {} processes a side cannot be "
                                "significant among {} cases (smallest p {:.2g}). {}",
                                in_words(c), processes_of(c), tested, smallest, advice(needed)));
  } else {
    inconclusive(c, fmt::format("The interval lies beyond the threshold ({}), but the processes' medians overlap: p is "
                                "{:.2g} for {} cases. {}",
                                in_words(c), *c.p_holm, tested, advice(needed)));
  }
}

/// The verdict that the same interval in SM clock cycles calls for, if the clocks differ.
std::optional<Verdict> verdict_in_cycles(const CaseComparison& c) {
  if (!c.cycles_ratio) return std::nullopt;
  const double clocks = *c.candidate->sm_mhz / *c.base->sm_mhz;
  if (std::abs(clocks - 1.0) <= same_clock_share) return std::nullopt;
  return verdict_for(place_of({(*c.ratio_ci95)[0] * clocks, (*c.ratio_ci95)[1] * clocks}, c.threshold));
}

void confirm_by_clocks(CaseComparison& c) {
  const std::optional<Verdict> in_cycles = verdict_in_cycles(c);
  if (!in_cycles || *in_cycles == c.verdict) return;
  const std::string_view in_time = row_of(verdict_table, c.verdict).word;
  inconclusive(c, fmt::format("By time it is {} ({}), but the SM clock went from {:.0f} to {:.0f} MHz, and in cycles "
                              "the ratio is {:.4f}. Lock the clocks (nvidia-smi -lgc) or let the GPU cool, and run "
                              "both sides again.",
                              in_time, in_words(c), *c.base->sm_mhz, *c.candidate->sm_mhz, *c.cycles_ratio));
}

/// On a machine that is too noisy for the threshold, sameness cannot be seen, and a change only beyond its noise.
bool is_hidden_by_noise(CaseComparison& c, const CompareOptions& options) {
  const auto noise = options.noise.find(c.key);
  if (noise == options.noise.end() || noise->second.smallest_threshold <= c.threshold) return false;
  const double visible = noise->second.smallest_threshold;
  const Place place = place_of(*c.ratio_ci95, visible);
  if (place == Place::above || place == Place::below) return false;
  inconclusive(c, fmt::format("A change of {} cannot be seen here: by the calibration, this case needs a threshold of "
                              "{} (its noise floor is {}). Quiet the machine and calibrate again, or use --threshold.",
                              percent(c.threshold), percent(visible), percent(noise->second.floor)));
  return true;
}

double step_share(const CaseResult& c, const Record& record) {
  double step_ns = 0.0;
  for (const TimerFloor& floor : record.environment.floors) {
    if (floor.timer == c.what.timer && floor.launch == c.what.launch) {
      step_ns = std::max(step_ns, floor.step_ns.value_or(0.0));
    }
  }
  return step_ns / (c.stats->median_ns * c.calls_per_sample);
}

}  // namespace

double threshold_of(const CaseResult& base, const Record& base_record, const CaseResult& candidate,
                    const Record& candidate_record, const CompareOptions& options) {
  const double step = std::max(step_share(base, base_record), step_share(candidate, candidate_record));
  return std::max(options.threshold, least_timer_steps_apart * step);
}

void decide(CaseComparison& c, std::size_t tested, const CompareOptions& options) {
  if (has_too_few(c, tested)) return;
  if (is_hidden_by_noise(c, options)) return;
  const Place place = place_of(*c.ratio_ci95, c.threshold);
  c.verdict = verdict_for(place);
  c.reason = fmt::format("By time: {}{}.", in_words(c), c.cycles_ratio ? "" : "; no clock to confirm it");
  if (place == Place::astride) {
    leave_open(c);
  } else if (place != Place::inside && *c.p_holm > false_alarm_rate) {
    doubt_by_rank_test(c, tested);
  } else {
    confirm_by_clocks(c);
  }
}

}  // namespace l2bench
