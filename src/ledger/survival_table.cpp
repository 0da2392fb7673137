#include "ledger/survival_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analyze/survival.hpp"
#include "l2bench/error.hpp"
#include "l2bench/size.hpp"

namespace l2bench {
namespace {

constexpr std::size_t least_curve_points = 4;

std::string mib(double bytes) {
  return fmt::format("{:.4g} MiB", bytes / static_cast<double>(MiB));
}

/// The entries around `x`, the weight of the second, and on which side of all entries x lies.
template <typename Map>
struct Around {
  typename Map::const_iterator first;
  typename Map::const_iterator second;
  double weight = 0;
  bool below = false;
  bool above = false;
};
template <typename Map>
Around<Map> around(const Map& entries, double x) {
  auto second = entries.lower_bound(x);
  if (second == entries.end()) return {std::prev(second), std::prev(second), 0.0, false, true};
  if (second == entries.begin()) return {second, second, 0.0, x < second->first, false};
  auto first = std::prev(second);
  return {first, second, (x - first->first) / (second->first - first->first), false, false};
}

double between(double a, double b, double weight) {
  return a + weight * (b - a);
}

void add_once(std::vector<std::string>& texts, const std::string& text) {
  if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
}

}  // namespace

void SurvivalTable::Left::tell(bool most_of_them, Reading& reading) const {
  add_once(reading.cases, most_of_them ? label_of_most : label);
  if (has_empty) return;
  add_once(reading.notes, "no consumer of nothing was counted, so its own reads are taken for reads of the block");
}

void SurvivalTable::put(std::map<double, Left>& entries, double at, const Left& left) {
  const auto [entry, is_new] = entries.emplace(at, left);
  if (is_new || left.most <= entry->second.most) return;
  entry->second.most = left.most;
  entry->second.label_of_most = left.label;
}

SurvivalTable::SurvivalTable(const std::vector<NamedRecord>& records, const std::string& left_by, double l2_bytes)
    : l2_bytes_(l2_bytes) {
  for (const NamedRecord& named : records) {
    for (const SurvivalCurve& curve : survival_curves(named.record, 1)) {
      if (curve.left_by != left_by) continue;
      Curve points;
      for (const SurvivalPoint& point : curve.points) {
        if (!point.by_bytes) continue;
        const std::string label = fmt::format("{}: {}", named.path, point.key);
        const Left left{*point.by_bytes, point.by_bytes_most.value_or(*point.by_bytes), label, label, curve.has_empty};
        put(points, point.polluted_bytes(), left);
        if (!point.polluter) put(at_once_, curve.block_bytes, left);
      }
      if (points.size() < least_curve_points || points.begin()->first > 0.0) continue;
      auto& known = by_polluter_.at(curve.polluter_writes ? 1 : 0)[curve.block_bytes];
      for (const auto& [polluted_bytes, left] : points) put(known, polluted_bytes, left);
    }
  }
  if (!by_polluter_[0].empty() || !by_polluter_[1].empty()) return;
  throw UsageError(
      fmt::format("The ledger needs survival by DRAM bytes of blocks left by {}, and no record has a curve of it with "
                  "its start. This run has: l2bench run configs/handoff_survival.json --require-counters --export-json "
                  "handoff_survival.json.",
                  left_by));
}

double SurvivalTable::at_once(double block_bytes, bool most, Reading& reading) const {
  const auto near = around(at_once_, block_bytes);
  near.first->second.tell(most, reading);
  near.second->second.tell(most, reading);
  if (near.below) {
    reading.notes.push_back(
        fmt::format("no block below {} was measured: that one's survival is taken", mib(near.first->first)));
  }
  if (!near.above) return between(near.first->second.of(most), near.second->second.of(most), near.weight);
  if (most) {
    reading.notes.push_back(
        fmt::format("no block above {} was measured: as much as L2 holds is taken to be left", mib(near.first->first)));
    return std::min(1.0, l2_bytes_ / block_bytes);
  }
  reading.notes.push_back(fmt::format(
      "no block above {} was measured: as many bytes as of that one are taken to be left", mib(near.first->first)));
  return near.first->second.share * near.first->first / block_bytes;
}

/// The share after the polluter, over that before it.
double SurvivalTable::fall(double block_bytes, double between_bytes, bool writes, bool most, Reading& reading) const {
  const auto& curves = by_polluter_.at(writes ? 1 : 0);
  if (curves.empty()) {
    throw UsageError(
        fmt::format("The ledger needs survival after a polluter that {}, and no record has such a curve by DRAM bytes. "
                    "This run has: l2bench run configs/handoff_survival.json --require-counters --export-json "
                    "handoff_survival.json.",
                    writes ? "writes" : "reads"));
  }
  const auto of_curve = [&](const Curve& curve) {
    const auto near = around(curve, between_bytes);
    near.first->second.tell(most, reading);
    near.second->second.tell(most, reading);
    if (near.above) {
      add_once(reading.notes, fmt::format("no polluter above {} was measured: survival after that one is taken",
                                          mib(near.first->first)));
    }
    const double start = curve.begin()->second.of(most);
    if (start <= 0.0) return 0.0;
    return between(near.first->second.of(most), near.second->second.of(most), near.weight) / start;
  };
  const auto near = around(curves, block_bytes);
  if (near.below || near.above) {
    reading.notes.push_back(fmt::format("no polluter was measured after a block {} {}: the fall of that one is taken",
                                        near.below ? "below" : "above", mib(near.first->first)));
  }
  const double first = of_curve(near.first->second);
  return near.weight == 0.0 ? first : between(first, of_curve(near.second->second), near.weight);
}

SurvivalTable::Reading SurvivalTable::at(double block_bytes, double between_bytes, bool polluter_writes,
                                         bool most) const {
  Reading reading;
  reading.share = at_once(block_bytes, most, reading);
  if (between_bytes > 0.0) reading.share *= fall(block_bytes, between_bytes, polluter_writes, most, reading);
  return reading;
}

}  // namespace l2bench
