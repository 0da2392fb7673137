#include "fit/time_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "l2bench/stats.hpp"

namespace l2bench {
namespace {

constexpr double ns_per_s = 1e9;
constexpr double bytes_per_mb = 1e6;
constexpr double all_cold_share = 0.95;  // of what the call reads: then L2 served nothing that counts
constexpr double all_warm_share = 0.05;
constexpr double clean_share = 0.01;
constexpr double large_to_small = 3.0;  // two sizes this far apart give a slope

std::optional<double> median_of(const std::vector<double>& values) {
  const std::optional<Stats> stats = summarize(values);
  return stats ? std::optional(stats->median_ns) : std::nullopt;
}

struct TimerParameters {
  TimerKind timer;
  Parameter ModelCard::*pair;
  Parameter ModelCard::*overhead;
  Parameter ModelCard::*step;
};
constexpr std::array<TimerParameters, 2> timer_parameters{{
    {TimerKind::event, &ModelCard::event_pair_ns, &ModelCard::event_overhead_ns, &ModelCard::event_step_ns},
    {TimerKind::stamp, &ModelCard::stamp_pair_ns, &ModelCard::stamp_overhead_ns, &ModelCard::stamp_step_ns},
}};

/// Medians of one timer less those of the kernel timer, on the same prep and call.
std::vector<double> overheads_of(TimerKind timer, const std::vector<SeenCase>& cases) {
  const auto same_call = [](const SeenCase& a, const SeenCase& b) {
    return to_string(a.what.prep) == to_string(b.what.prep) && a.what.workload == b.what.workload &&
           a.what.copies == b.what.copies;
  };
  std::vector<double> overheads;
  for (const SeenCase& by_timer : cases) {
    if (by_timer.what.timer != timer || by_timer.what.copies > 1 || !by_timer.median_ns) continue;
    for (const SeenCase& by_kernel : cases) {
      if (by_kernel.what.timer != TimerKind::kernel || !by_kernel.median_ns) continue;
      if (same_call(by_timer, by_kernel)) overheads.push_back(*by_timer.median_ns - *by_kernel.median_ns);
    }
  }
  return overheads;
}

void take_floor(ModelCard& card, const TimerFloor& floor) {
  for (const TimerParameters& row : timer_parameters) {
    if (row.timer != floor.timer || floor.launch != Launch::stream) continue;
    card.*row.pair = {floor.empty_pair_ns, Source::measured, "empty pairs"};
    if (floor.step_ns) card.*row.step = {*floor.step_ns, Source::measured, "smallest difference of two times"};
  }
  if (floor.timer == TimerKind::kernel && floor.step_ns) {
    card.kernel_step_ns = {*floor.step_ns, Source::measured, "smallest difference of two times"};
  }
}

/// A kernel's time and bytes: what the rates are fitted to.
struct KernelPoint {
  double ns = 0;
  double read = 0;
  double written = 0;
  double accessed = 0;
  double moved() const { return read + written; }
  double lesser_mb() const { return std::min(read, written) / bytes_per_mb; }
  bool cold() const { return read >= all_cold_share * accessed; }
  bool warm() const { return read <= all_warm_share * accessed; }
  bool clean() const { return written <= clean_share * accessed; }
};

double overhead_of(const ModelCard& card, TimerKind timer) {
  for (const TimerParameters& row : timer_parameters) {
    if (row.timer == timer) return (card.*row.overhead).value;
  }
  return 0.0;  // the kernel timer sees kernels alone
}

std::vector<KernelPoint> kernel_points(const ModelCard& card, const std::vector<SeenCase>& cases) {
  std::vector<KernelPoint> points;
  for (const SeenCase& seen : cases) {
    if (!seen.median_ns || seen.what.copies > 1) continue;
    const Prediction bytes = predict(card, seen.what);
    const auto accessed = static_cast<double>(seen.what.workload.read_bytes + seen.what.workload.write_bytes);
    points.push_back({*seen.median_ns - overhead_of(card, seen.what.timer), bytes.dram_read_bytes.value_or(0.0),
                      bytes.dram_write_bytes.value_or(0.0), accessed});
  }
  return points;
}

template <typename Keep>
std::vector<KernelPoint> only(const std::vector<KernelPoint>& points, Keep keep) {
  std::vector<KernelPoint> kept;
  std::copy_if(points.begin(), points.end(), std::back_inserter(kept), keep);
  return kept;
}

/// One point a number of bytes, the median of its times: else a weight that many cases share would decide alone.
std::vector<KernelPoint> one_a_size(const std::vector<KernelPoint>& points) {
  std::map<double, std::vector<double>> times;
  for (const KernelPoint& point : points) times[point.accessed].push_back(point.ns);
  std::vector<KernelPoint> medians;
  for (const auto& [bytes, ns] : times) medians.push_back({.ns = *median_of(ns), .read = bytes, .accessed = bytes});
  return medians;
}

/// ns = fixed + moved / rate by least squares of the relative error, so that a large weight does not decide alone.
void fit_line(ModelCard& card, const std::vector<KernelPoint>& clean, std::vector<std::string>& unknown) {
  const auto [least, most] = std::minmax_element(clean.begin(), clean.end(),
                                                 [](const auto& a, const auto& b) { return a.moved() < b.moved(); });
  if (clean.empty() || most->moved() < large_to_small * least->moved()) {
    unknown.push_back(
        fmt::format("memory rate and fixed time of a kernel: needs clean, cold cases of two weights, one {} "
                    "times the other",
                    large_to_small));
    return;
  }
  double w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0;
  for (const KernelPoint& point : clean) {
    const double weight = 1.0 / (point.ns * point.ns);
    w += weight;
    wx += weight * point.moved();
    wy += weight * point.ns;
    wxx += weight * point.moved() * point.moved();
    wxy += weight * point.moved() * point.ns;
  }
  const double slope = (w * wxy - wx * wy) / (w * wxx - wx * wx);
  const double fixed = (wy - slope * wx) / w;
  if (!(slope > 0.0) || !(fixed >= 0.0)) {
    unknown.push_back(
        fmt::format("memory rate and fixed time of a kernel: the line through clean, cold cases makes no sense "
                    "(fixed {:.0f} ns, {:.3g} ns a byte)",
                    fixed, slope));
    return;
  }
  card.dram_bytes_per_s = {ns_per_s / slope, Source::measured, "line through clean, cold cases"};
  card.kernel_ns = {fixed, Source::measured, "line through clean, cold cases"};
}

void fit_turnaround(ModelCard& card, const std::vector<KernelPoint>& dirty, std::vector<std::string>& unknown) {
  std::vector<double> per_mb;
  for (const KernelPoint& point : dirty) {
    const double transfer_ns = point.moved() / card.dram_bytes_per_s.value * ns_per_s;
    per_mb.push_back((point.ns - card.kernel_ns.value - transfer_ns) / point.lesser_mb());
  }
  const std::optional<double> median = median_of(per_mb);
  if (!median) {
    unknown.push_back("extra time of write-back: needs cold, dirty cases, such as --flush zero");
  } else if (*median < 0.0) {
    unknown.push_back(
        fmt::format("extra time of write-back: the cases give {:.1f} ns per MB, less than none; it is kept", *median));
  } else {
    card.turnaround_ns_per_mb = {*median, Source::measured, "cold, dirty cases, less their bytes at the memory's rate"};
  }
}

void fit_l2_rate(ModelCard& card, const std::vector<KernelPoint>& warm, std::vector<std::string>& unknown) {
  std::vector<double> rates;
  for (const KernelPoint& point : warm) {
    const double busy_ns = point.ns - card.kernel_ns.value;
    if (busy_ns > 0.0) rates.push_back(point.accessed / busy_ns * ns_per_s);
  }
  if (const std::optional<double> median = median_of(rates)) {
    card.l2_bytes_per_s = {*median, Source::measured, "warm cases"};
  } else {
    unknown.push_back("rate of hits in L2: needs a case that stays in L2, such as --flush none with a small weight");
  }
}

}  // namespace

void fit_timers(ModelCard& card, const Record& record, const std::vector<SeenCase>& cases) {
  for (const TimerFloor& floor : record.environment.floors) take_floor(card, floor);
  for (const TimerParameters& row : timer_parameters) {
    const std::optional<double> overhead = median_of(overheads_of(row.timer, cases));
    if (overhead) card.*row.overhead = {*overhead, Source::measured, "its times less kernel times"};
  }
  for (const TimerFloor& floor : record.environment.floors) {
    if (floor.timer != TimerKind::event || floor.launch != Launch::stream) continue;
    const double kernel_ns = floor.empty_kernel_ns - card.event_overhead_ns.value;
    if (kernel_ns > 0.0)
      card.empty_kernel_ns = {kernel_ns, Source::measured, "events around an empty kernel, less their overhead"};
  }
}

void fit_rates(ModelCard& card, const std::vector<SeenCase>& cases, std::vector<std::string>& unknown) {
  const std::vector<KernelPoint> points = kernel_points(card, cases);
  fit_line(card, one_a_size(only(points, [](const KernelPoint& p) { return p.cold() && p.clean(); })), unknown);
  fit_turnaround(card, only(points, [](const KernelPoint& p) { return p.cold() && p.written > allowed_bytes; }),
                 unknown);
  fit_l2_rate(card, only(points, [](const KernelPoint& p) { return p.warm() && p.clean(); }), unknown);
}

std::vector<FitPoint> time_points(const ModelCard& card, const std::vector<SeenCase>& cases) {
  std::vector<FitPoint> points;
  for (const SeenCase& seen : cases) {
    if (!seen.median_ns) continue;
    const std::optional<double> ns = predict(card, seen.what).time_ns;
    if (ns) points.push_back({seen.key, "time", *seen.median_ns, *ns, false});
  }
  return points;
}

}  // namespace l2bench
