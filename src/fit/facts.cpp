#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

#include "fit/points.hpp"
#include "l2bench/fit.hpp"
#include "l2bench/size.hpp"
#include "record/units.hpp"

namespace l2bench {
namespace {

constexpr double mib = 1024.0 * 1024.0;
constexpr double drained_bytes = 0.1 * mib;
constexpr double kept_share = 0.95;
constexpr double half = 0.5;

using Steps = std::vector<StepKind>;

Steps kinds_of(const PlacedPrep& prep) {
  Steps kinds;
  for (const PlacedStep& step : prep.steps) kinds.push_back(step.kind);
  return kinds;
}

/// The cases whose prep has just these steps, by the size of the last one.
std::vector<const SeenCase*> sweep(const std::vector<SeenCase>& cases, const Steps& kinds) {
  std::vector<const SeenCase*> found;
  for (const SeenCase& seen : cases) {
    if (kinds_of(seen.what.prep) == kinds && seen.what.prep.rotation == Rotation::off) found.push_back(&seen);
  }
  std::stable_sort(found.begin(), found.end(), [](const SeenCase* a, const SeenCase* b) {
    return !a->what.prep.steps.empty() && a->what.prep.steps.back().bytes < b->what.prep.steps.back().bytes;
  });
  return found;
}

double last_size(const SeenCase& seen) {
  return static_cast<double>(seen.what.prep.steps.back().bytes);
}

double weight(const SeenCase& seen) {
  return static_cast<double>(seen.what.workload.weight_bytes);
}

std::string in_mib(double bytes) {
  return fmt::format("{:.1f} MiB", bytes / mib);
}

struct Facts {
  const Record& record;
  std::vector<SeenCase> cases;
  double l2_bytes() const { return static_cast<double>(record.environment.device.l2_bytes); }
};

using Fact = std::optional<Finding>;

Fact dirty_limit(const Facts& facts) {
  std::optional<double> most;
  for (const SeenCase* seen : sweep(facts.cases, {StepKind::zero})) {
    if (seen->left_dirty_bytes && last_size(*seen) > facts.l2_bytes()) {
      most = std::max(most.value_or(0.0), *seen->left_dirty_bytes);
    }
  }
  if (!most) return std::nullopt;
  return Finding{"dirty_limit",
                 fmt::format("L2 keeps {} dirty after a long write: {} of the {} it reports.", in_mib(*most),
                             format_percent(*most / facts.l2_bytes()), in_mib(facts.l2_bytes())),
                 {{"bytes", *most}, {"share_of_l2", *most / facts.l2_bytes()}}};
}

Fact write_back(const Facts& facts) {
  const SeenCase* first = nullptr;
  const SeenCase* most = nullptr;
  for (const SeenCase* seen : sweep(facts.cases, {StepKind::read, StepKind::zero})) {
    if (!seen->written_bytes) continue;
    if (first == nullptr && *seen->written_bytes > allowed_bytes) first = seen;
    if (most == nullptr || *seen->written_bytes > *most->written_bytes) most = seen;
  }
  if (first == nullptr) return std::nullopt;
  return Finding{
      "write_back",
      fmt::format("A call of {} that follows a write pays for it from {} written up; at most it writes back {}.",
                  in_mib(weight(*most)), in_mib(last_size(*first)), in_mib(*most->written_bytes)),
      {{"from_bytes", last_size(*first)}, {"most_bytes", *most->written_bytes}}};
}

Fact drain(const Facts& facts) {
  for (const SeenCase* seen : sweep(facts.cases, {StepKind::zero, StepKind::read})) {
    if (!seen->written_bytes || *seen->written_bytes > drained_bytes) continue;
    return Finding{"drain",
                   fmt::format("A read of {} ({:.1f} x L2) after a long write leaves less than {} to write back.",
                               in_mib(last_size(*seen)), last_size(*seen) / facts.l2_bytes(), in_mib(drained_bytes)),
                   {{"read_bytes", last_size(*seen)}}};
  }
  return std::nullopt;
}

Fact second_read(const Facts& facts) {
  const SeenCase* largest = nullptr;
  for (const SeenCase* seen : sweep(facts.cases, {StepKind::read, StepKind::touch})) {
    const bool kept = seen->read_bytes && *seen->read_bytes <= (1.0 - kept_share) * weight(*seen);
    if (kept && (largest == nullptr || weight(*seen) > weight(*largest))) largest = seen;
  }
  if (largest == nullptr) return std::nullopt;
  return Finding{
      "second_read",
      fmt::format("A weight of {} ({} of L2) read twice comes from L2 the second time; of the sizes tried it "
                  "is the largest that does.",
                  in_mib(weight(*largest)), format_percent(weight(*largest) / facts.l2_bytes())),
      {{"bytes", weight(*largest)}, {"share_of_l2", weight(*largest) / facts.l2_bytes()}}};
}

Fact survival(const Facts& facts) {
  double before_bytes = 0;
  double before_kept = 1;
  for (const SeenCase* seen : sweep(facts.cases, {StepKind::read, StepKind::touch, StepKind::read})) {
    if (!seen->read_bytes) continue;
    const double kept = 1.0 - *seen->read_bytes / weight(*seen);
    if (kept > half) {
      before_bytes = last_size(*seen);
      before_kept = kept;
      continue;
    }
    const double part = (before_kept - half) / (before_kept - kept);
    const double at = before_bytes + part * (last_size(*seen) - before_bytes);
    return Finding{"survival_half",
                   fmt::format("Half of a clean block of {} is left after a read of {} ({} of L2) of other data.",
                               in_mib(weight(*seen)), in_mib(at), format_percent(at / facts.l2_bytes())),
                   {{"read_bytes", at}, {"share_of_l2", at / facts.l2_bytes()}}};
  }
  return std::nullopt;
}

Fact discard(const Facts& facts) {
  for (const SeenCase* seen : sweep(facts.cases, {StepKind::write, StepKind::discard})) {
    if (!seen->left_dirty_bytes) continue;
    return Finding{
        "discard",
        fmt::format("write+discard leaves {:.0f} KiB dirty: discard.L2 {}.", *seen->left_dirty_bytes / 1024.0,
                    *seen->left_dirty_bytes <= drained_bytes ? "drops lines unwritten" : "does not drop all lines"),
        {{"left_dirty_bytes", *seen->left_dirty_bytes}}};
  }
  return std::nullopt;
}

Fact read_bandwidth(const Facts& facts) {
  std::optional<double> best;
  for (const SeenCase* seen : sweep(facts.cases, {StepKind::read})) {
    if (!seen->median_ns || last_size(*seen) < facts.l2_bytes()) continue;
    best =
        std::max(best.value_or(0.0), static_cast<double>(seen->what.workload.read_bytes) / (*seen->median_ns * 1e-9));
  }
  if (!best) return std::nullopt;
  const auto& peak = facts.record.environment.device.peak_bytes_per_s;
  return Finding{
      "read_bandwidth",
      fmt::format("After a clean flush, the weight that is read fastest is read at {}{}.", format_bandwidth(*best),
                  peak ? fmt::format(", {} of the memory's peak", format_percent(*best / *peak)) : ""),
      {{"bytes_per_s", *best}}};
}

Fact timers(const Facts& facts) {
  std::string text;
  std::map<std::string, double> values;
  for (const TimerFloor& floor : facts.record.environment.floors) {
    if (floor.launch != Launch::stream || floor.replicate != 0) continue;
    const std::string word(row_of(timer_table, floor.timer).word);
    const std::string step = floor.step_ns ? format_time(*floor.step_ns) : "none seen";
    text += fmt::format("{}{}: step {}, empty pair {}, empty kernel {}", text.empty() ? "" : "; ", word, step,
                        format_time(floor.empty_pair_ns), format_time(floor.empty_kernel_ns));
    if (floor.step_ns) values[word + "_step_ns"] = *floor.step_ns;
    values[word + "_empty_pair_ns"] = floor.empty_pair_ns;
    values[word + "_empty_kernel_ns"] = floor.empty_kernel_ns;
  }
  if (text.empty()) return std::nullopt;
  return Finding{"timers", text + ".", std::move(values)};
}

struct FactRow {
  Fact (*value)(const Facts&);
  std::string_view word;
  std::string_view help;  ///< what is needed to know it
};
constexpr std::array<FactRow, 8> fact_table{{
    {dirty_limit, "dirty_limit", "how much L2 keeps dirty: counters after a zero larger than L2"},
    {write_back, "write_back", "from which fill on a call writes back: counters after read+zero:SIZE"},
    {drain, "drain", "how long a read pass must be: counters after zero+read:SIZE"},
    {second_read, "second_read", "which weights stay in L2: counters after read+touch, over shapes"},
    {survival, "survival_half", "how much other data half a block survives: counters after read+touch+read:SIZE"},
    {discard, "discard", "whether discard drops dirty lines: counters after write+discard"},
    {read_bandwidth, "read_bandwidth", "the rate of a long read: a large shape after read"},
    {timers, "timers", "steps and floors of the timers"},
}};

}  // namespace

std::vector<Finding> find_card_facts(const Record& record) {
  const Facts facts{record, seen_cases(record)};
  std::vector<Finding> findings;
  for (const FactRow& row : fact_table) {
    Fact fact = row.value(facts);
    findings.push_back(fact ? std::move(*fact) : Finding{"unknown", fmt::format("Not known: {}.", row.help), {}});
  }
  return findings;
}

}  // namespace l2bench
