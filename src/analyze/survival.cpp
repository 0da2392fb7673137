#include "analyze/survival.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "l2bench/analyze.hpp"
#include "record/groups.hpp"
#include "record/units.hpp"

namespace l2bench {
namespace {

/// A polluter of so many L2 leaves nothing of the block: the far end of what times can imply.
constexpr double all_gone_l2_multiple = 4.0;
constexpr std::size_t least_survival_points = 4;

/// Of the count that left the most of the block.
std::optional<double> most_left(const CaseResult& c, double empty_bytes, double block_bytes) {
  std::optional<double> most;
  if (!c.counters) return most;
  for (const CounterReading& reading : c.counters->readings) {
    if (!reading.dram_read_bytes) continue;
    const double left = 1.0 - (*reading.dram_read_bytes - empty_bytes) / block_bytes;
    most = std::max(most.value_or(left), left);
  }
  return most;
}

void add_case(std::map<std::string, SurvivalCurve>& curves, std::vector<std::string>& order, const Record& record,
              const CaseResult& c) {
  const std::optional<Handoff> handoff = handoff_of(c);
  if (!handoff || !is_consumer(c) || c.what.protect.on() || c.what.steal.on())
    return;  // these have findings of their own
  const EmptyBaseline empty = empty_baseline(record, c);
  SurvivalPoint point{.polluter = handoff->polluter, .median_ns = c.stats->median_ns, .key = c.key};
  const auto block = static_cast<double>(c.workload.read_bytes);
  point.by_bytes_most = most_left(c, empty.bytes, block);
  if (const auto reads = dram_reads(c)) point.by_bytes = 1.0 - (*reads - empty.bytes) / block;
  for (const bool writes : {false, true}) {
    if (point.polluter && point.polluter->writes != writes) continue;  // no polluter: the start of both curves
    const std::string name =
        fmt::format("{}/{}+{}:SIZE", call_timer_and_launch(c), handoff->before, writes ? "write" : "read");
    const auto [found, is_new] =
        curves.try_emplace(name, SurvivalCurve{name, handoff->left_by, writes, block, empty.found, {}});
    if (is_new) order.push_back(name);
    found->second.points.push_back(point);
  }
}

/// Between the times at no polluter and at one that leaves nothing, where the curve has both ends.
void imply_by_time(SurvivalCurve& curve, double l2_bytes) {
  const SurvivalPoint& first = curve.points.front();
  const SurvivalPoint& last = curve.points.back();
  const double span_ns = last.median_ns - first.median_ns;
  if (first.polluter || last.polluted_bytes() < all_gone_l2_multiple * l2_bytes || span_ns <= 0.0) return;
  for (SurvivalPoint& point : curve.points) point.by_time = (last.median_ns - point.median_ns) / span_ns;
}

using Share = std::optional<double> SurvivalPoint::*;

/// Where the curve falls through one half, on a straight line between its two neighbours. Empty: it never does.
std::optional<double> half_bytes(const SurvivalCurve& curve, Share share) {
  for (std::size_t i = 1; i < curve.points.size(); ++i) {
    const auto& before = curve.points[i - 1].*share;
    const auto& after = curve.points[i].*share;
    if (!before || !after || *before < 0.5 || *after >= 0.5) continue;
    const double from = curve.points[i - 1].polluted_bytes();
    return from + (*before - 0.5) / (*before - *after) * (curve.points[i].polluted_bytes() - from);
  }
  return std::nullopt;
}

struct Disagreement {
  double points = 0;  ///< time less bytes, of one
  std::optional<Polluter> at;
};
std::optional<Disagreement> worst_disagreement(const SurvivalCurve& curve) {
  std::optional<Disagreement> worst;
  for (const SurvivalPoint& point : curve.points) {
    if (!point.by_bytes || !point.by_time) continue;
    const double apart = *point.by_time - *point.by_bytes;
    if (!worst || std::abs(apart) > std::abs(worst->points)) worst = Disagreement{apart, point.polluter};
  }
  return worst;
}

std::string listed(const SurvivalCurve& curve, Share share) {
  std::vector<std::string> texts;
  for (const SurvivalPoint& point : curve.points) {
    const std::string size = point.polluter ? format_bytes(point.polluter->bytes) : "0";
    if (point.*share) texts.push_back(fmt::format("{:.3f} at {}", *(point.*share), size));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string half_text(const std::optional<double>& half, double l2_bytes) {
  if (!half) return "it never falls through one half";
  return fmt::format("half is gone after {:.1f} MiB, {:.2f} of L2", *half / static_cast<double>(MiB), *half / l2_bytes);
}

void put_values(Finding& finding, const SurvivalCurve& curve, Share share, const char* prefix) {
  for (const SurvivalPoint& point : curve.points) {
    const std::string size = point.polluter ? format_bytes(point.polluter->bytes) : "0";
    if (point.*share) finding.values[fmt::format("{}_{}", prefix, size)] = *(point.*share);
  }
}

Finding survival_of(const SurvivalCurve& curve, double l2_bytes) {
  Finding finding{"survival", "", {{"block_bytes", curve.block_bytes}, {"l2_bytes", l2_bytes}}};
  const bool counted = curve.points.front().by_bytes.has_value();
  const bool timed = curve.points.front().by_time.has_value();
  finding.text = curve.name + ":";
  for (const auto& [share, prefix, what, known] :
       {std::tuple{&SurvivalPoint::by_bytes, "bytes", "by DRAM bytes", counted},
        std::tuple{&SurvivalPoint::by_time, "time", "by time", timed}}) {
    if (!known) continue;
    const std::optional<double> half = half_bytes(curve, share);
    put_values(finding, curve, share, prefix);
    finding.text +=
        fmt::format(" {}, {} of the block is left: {}", what, listed(curve, share), half_text(half, l2_bytes));
    finding.text += ";";
    if (half) finding.values[fmt::format("{}_half_l2", prefix)] = *half / l2_bytes;
  }
  if (const auto worst = worst_disagreement(curve)) {
    finding.values["disagreement"] = worst->points;
    finding.text += fmt::format(" the two differ most, time {:+.3f}, at {}", worst->points, to_string(worst->at));
  } else {
    finding.text += counted ? " no time tells, without both ends" : " bytes were not counted";
  }
  finding.text += counted && !curve.has_empty ? "; no consumer of nothing was counted to subtract." : ".";
  return finding;
}

}  // namespace

std::vector<SurvivalCurve> survival_curves(const Record& record, std::size_t least_points) {
  std::map<std::string, SurvivalCurve> by_name;
  std::vector<std::string> order;
  for (const CaseResult& c : record.cases) add_case(by_name, order, record, c);
  std::vector<SurvivalCurve> curves;
  for (const std::string& name : order) {
    SurvivalCurve curve = std::move(by_name[name]);
    if (curve.points.size() < least_points) continue;
    std::stable_sort(curve.points.begin(), curve.points.end(), [](const SurvivalPoint& a, const SurvivalPoint& b) {
      return a.polluted_bytes() < b.polluted_bytes();
    });
    imply_by_time(curve, static_cast<double>(record.environment.device.l2_bytes));
    curves.push_back(std::move(curve));
  }
  return curves;
}

std::vector<Finding> find_survival(const Record& record) {
  std::vector<Finding> found;
  for (const SurvivalCurve& curve : survival_curves(record, least_survival_points)) {
    found.push_back(survival_of(curve, static_cast<double>(record.environment.device.l2_bytes)));
  }
  return found;
}

}  // namespace l2bench
