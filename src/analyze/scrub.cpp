#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

#include "l2bench/analyze.hpp"
#include "l2bench/evaluate.hpp"
#include "record/groups.hpp"
#include "record/units.hpp"

// The naive measurement of what data left in L2 is worth: evict it between all kernels, time the difference, take off
// what evicting costs by itself. It misleads easily, so the conditions under which it is believed are claims of the
// spec, made before the run.

namespace l2bench {
namespace {

constexpr std::string_view empty_chain_suffix = "-empty";

std::optional<Prep> prep_of_chain(const CaseResult& c) {
  try {
    return parse_prep(c.prep);
  } catch (const UsageError&) {  // a record may come from anywhere
    return std::nullopt;
  }
}

/// A chain's case: how much is scrubbed between its kernels, and everything else about it.
struct ScrubCase {
  std::uint64_t scrub_bytes = 0;  ///< 0: no scrub
  bool empty = false;
  std::string chain;  ///< all but the timer and the scrub; of an empty chain, that of the one it stands for
};

std::optional<ScrubCase> scrub_case_of(const CaseResult& c) {
  if (c.workload.api != "decode-chain" || c.status != Status::ok || !c.stats) return std::nullopt;
  const std::optional<Prep> prep = prep_of_chain(c);
  if (!prep) return std::nullopt;
  ScrubCase found;
  Prep rest;
  for (const Step& step : prep->steps) {
    if (!row_of(step_table, step.kind).between) {
      rest.steps.push_back(step);
    } else {
      found.scrub_bytes = step.size ? step.size->bytes : 0;
    }
  }
  CaseResult named;
  named.what = c.what;
  named.what.timer = TimerKind::event;
  found.empty = named.what.config.ends_with(empty_chain_suffix);
  if (found.empty) named.what.config.resize(named.what.config.size() - empty_chain_suffix.size());
  found.chain = fmt::format("{}/{}/{}", call_of(named), row_of(launch_table, c.what.launch).word, to_string(rest));
  return found;
}

using BySize = std::map<std::uint64_t, const CaseResult*>;

/// One chain by one timer: with its kernels and with empty launches in their place, by the scrub's size.
struct TimedChain {
  BySize full;
  BySize empty;
};
using Chains = std::map<std::string, std::map<TimerKind, TimedChain>>;

struct Interval {
  double value = 0;
  double low = 0;
  double high = 0;
};

Interval interval_of(const CaseResult& c) {
  const double median = c.stats->median_ns;
  if (!c.stats->median_ci95_ns) return {median, median, median};
  return {median, (*c.stats->median_ci95_ns)[0], (*c.stats->median_ci95_ns)[1]};
}

Interval operator-(const Interval& a, const Interval& b) {
  return {a.value - b.value, a.low - b.high, a.high - b.low};
}

/// What one size of scrub does to the time of a chain.
struct ScrubDelta {
  std::uint64_t bytes = 0;
  TimerKind timer = TimerKind::event;
  Interval naive;  ///< with scrubs less without
  Interval own;    ///< the same of the empty chain
  Interval net;
};

std::vector<ScrubDelta> deltas_of(TimerKind timer, const TimedChain& chain) {
  std::vector<ScrubDelta> deltas;
  if (!chain.full.contains(0) || !chain.empty.contains(0)) return deltas;
  for (const auto& [bytes, full] : chain.full) {
    const auto empty = chain.empty.find(bytes);
    if (bytes == 0 || empty == chain.empty.end()) continue;
    ScrubDelta delta{.bytes = bytes, .timer = timer};
    delta.naive = interval_of(*full) - interval_of(*chain.full.at(0));
    delta.own = interval_of(*empty->second) - interval_of(*chain.empty.at(0));
    delta.net = delta.naive - delta.own;
    deltas.push_back(delta);
  }
  return deltas;
}

/// A kind of claim that must be among the conditions, and what it asks.
struct NeededCondition {
  ExpectKind kind;
  std::string_view asks;
};
constexpr std::array<NeededCondition, 4> needed_conditions{{
    {ExpectKind::agree, "that two timers agree"},
    {ExpectKind::linear, "that the scrubs' own time is linear in their size"},
    {ExpectKind::monotone, "that more scrubbing costs more"},
    {ExpectKind::difference, "that the extra DRAM traffic stays within a budget"},
}};

std::string what_became_of(std::size_t number, const ExpectationResult& result) {
  std::string_view numbers(result.text);
  if (numbers.ends_with('.')) numbers.remove_suffix(1);
  return fmt::format("condition {} {} ({}: {})", number,
                     result.outcome == Outcome::failed ? "failed" : "could not be judged", result.name, numbers);
}

/// Why the numbers must not be believed; empty: every condition was written before the run, and held.
std::string distrust(const Record& record, const std::vector<ScrubDelta>& deltas) {
  std::vector<std::string> reasons;
  for (const NeededCondition& needed : needed_conditions) {
    const bool written = std::any_of(record.spec.expect.begin(), record.spec.expect.end(),
                                     [&](const Expectation& claim) { return claim.kind == needed.kind; });
    if (!written) reasons.push_back(fmt::format("no condition {} was written before the run", needed.asks));
  }
  const std::vector<ExpectationResult> results = evaluate(record);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].outcome != Outcome::held) reasons.push_back(what_became_of(i + 1, results[i]));
  }
  const bool none_costs =
      std::all_of(deltas.begin(), deltas.end(), [](const ScrubDelta& d) { return d.net.high <= 0; });
  if (none_costs)
    reasons.emplace_back("scrubs cost less between kernels than alone, so their own time was taken wrongly");
  return fmt::format("{}", fmt::join(reasons, "; "));
}

void put_deltas(Finding& finding, const std::vector<ScrubDelta>& deltas) {
  for (const ScrubDelta& delta : deltas) {
    const std::string which = fmt::format("{}_{}", row_of(timer_table, delta.timer).word, format_bytes(delta.bytes));
    finding.values[fmt::format("naive_ns_{}", which)] = delta.naive.value;
    finding.values[fmt::format("own_ns_{}", which)] = delta.own.value;
    finding.values[fmt::format("net_ns_{}", which)] = delta.net.value;
  }
}

/// "+12.3 µs": a delta may be below 0.
std::string signed_time(double ns) {
  return (ns < 0.0 ? "-" : "+") + format_time(ns < 0.0 ? -ns : ns);
}

Finding scrub_finding(const std::string& name, double chain_ns, const std::vector<ScrubDelta>& deltas,
                      const std::string& why_not) {
  Finding finding{"scrub", "", {{"chain_ns", chain_ns}, {"trusted", why_not.empty() ? 1.0 : 0.0}}};
  put_deltas(finding, deltas);
  if (!why_not.empty()) {
    const ScrubDelta& last = deltas.back();
    finding.text = fmt::format(
        "{}: not trusted: {}. No bound follows from it. What it would have said, by {} with {} between kernels: {} of "
        "{}, of which {} are the scrubs' own.",
        name, why_not, row_of(timer_table, last.timer).word, format_bytes(last.bytes), signed_time(last.naive.value),
        format_time(chain_ns), signed_time(last.own.value));
    return finding;
  }
  const auto worst = std::max_element(deltas.begin(), deltas.end(),
                                      [](const ScrubDelta& a, const ScrubDelta& b) { return a.net.high < b.net.high; });
  finding.values["bound_ns"] = worst->net.high;
  finding.values["bound_share"] = worst->net.high / chain_ns;
  finding.text = fmt::format(
      "{}: all conditions held. What is left in L2 between its kernels is worth at most {} of {} ({:.2f}%): the upper "
      "end of the largest net delta, by {} with {} between kernels.",
      name, signed_time(worst->net.high), format_time(chain_ns), 100.0 * worst->net.high / chain_ns,
      row_of(timer_table, worst->timer).word, format_bytes(worst->bytes));
  return finding;
}

}  // namespace

std::vector<Finding> find_scrub(const Record& record) {
  Chains chains;
  for (const CaseResult& c : record.cases) {
    const std::optional<ScrubCase> found = scrub_case_of(c);
    if (!found) continue;
    TimedChain& chain = chains[found->chain][c.what.timer];
    (found->empty ? chain.empty : chain.full)[found->scrub_bytes] = &c;
  }
  std::vector<Finding> findings;
  for (const auto& [name, by_timer] : chains) {
    std::vector<ScrubDelta> deltas;
    double chain_ns = 0;
    for (const auto& [timer, chain] : by_timer) {
      std::vector<ScrubDelta> of_timer = deltas_of(timer, chain);
      if (!of_timer.empty() && chain_ns == 0.0) chain_ns = chain.full.at(0)->stats->median_ns;
      std::move(of_timer.begin(), of_timer.end(), std::back_inserter(deltas));
    }
    if (!deltas.empty()) findings.push_back(scrub_finding(name, chain_ns, deltas, distrust(record, deltas)));
  }
  return findings;
}

}  // namespace l2bench
