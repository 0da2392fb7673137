#include "analyze/kappa.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analyze/handoffs.hpp"
#include "l2bench/analyze.hpp"
#include "record/groups.hpp"
#include "record/units.hpp"

// How much longer a call takes for each byte of bandwidth that somebody else takes meanwhile. A call that does nothing
// but move bytes gives up the time of exactly the bytes stolen: 1 / bandwidth. One bound by arithmetic gives up none.

namespace l2bench {
namespace {

constexpr double ms_per_gb = 1e3;  // of one ns for each byte
constexpr double normal_95 = 1.96;

/// The cases of one call that differ in the theft alone.
struct Thefts {
  std::string name;
  std::vector<const CaseResult*> cases;
};

/// The call without its theft: what the cases of a sensitivity share.
std::string robbed_call(const CaseResult& c) {
  CaseResult alone;
  alone.what = c.what;
  alone.what.steal = {};
  return fmt::format("{}/{}", call_timer_and_launch(alone), c.prep);
}

std::vector<Thefts> thefts_of(const Record& record) {
  std::vector<Thefts> all;
  std::map<std::string, std::size_t> known;
  for (const CaseResult& c : record.cases) {
    if (!is_consumer(c)) continue;
    const auto [found, is_new] = known.emplace(robbed_call(c), all.size());
    if (is_new) all.push_back({found->first, {}});
    all[found->second].cases.push_back(&c);
  }
  std::erase_if(all, [](const Thefts& thefts) {
    return std::none_of(thefts.cases.begin(), thefts.cases.end(),
                        [](const CaseResult* c) { return c->what.steal.on(); });
  });
  return all;
}

bool steals_from_memory(const CaseResult& c) {
  return c.what.steal.on() && c.what.steal.kind == StealKind::dram;
}

/// The same blocks, awake for the same share of the time, without memory traffic.
const CaseResult* spinning_control(const Thefts& thefts, const CaseResult& stolen) {
  const auto found = std::find_if(thefts.cases.begin(), thefts.cases.end(), [&](const CaseResult* c) {
    return c->what.steal.kind == StealKind::spin && c->what.steal.percent == stolen.what.steal.percent;
  });
  return found == thefts.cases.end() ? nullptr : *found;
}

/// Whether what the blocks cost by being there can be taken out, at every share.
bool has_spinning_controls(const Thefts& thefts) {
  return std::all_of(thefts.cases.begin(), thefts.cases.end(), [&](const CaseResult* c) {
    return !steals_from_memory(*c) || spinning_control(thefts, *c) != nullptr;
  });
}

/// A point a block of samples: what was stolen then, and how much longer than `control_ns` the calls took.
void add_points(std::vector<StolenPoint>& points, const CaseResult& c, double control_ns) {
  for (const BlockRow& block : c.blocks) {
    const auto first = c.samples_ns.begin() + static_cast<std::ptrdiff_t>(block.first);
    const auto stats = summarize({first, first + static_cast<std::ptrdiff_t>(block.count)});
    if (!stats || !block.stolen_bytes_per_s) continue;
    points.push_back({*block.stolen_bytes_per_s * stats->median_ns * 1e-9, stats->median_ns - control_ns});
  }
}

std::optional<double> ns_per_byte(const Record& record) {
  const CaseResult* best = nullptr;
  for (const CaseResult& c : record.cases) {
    const bool pure =
        is_consumer(c) && !c.what.steal.on() && c.workload.api == "consume" && c.workload.config == "forward";
    if (pure && (best == nullptr || c.workload.read_bytes > best->workload.read_bytes)) best = &c;
  }
  if (best == nullptr) return std::nullopt;
  return best->stats->median_ns / static_cast<double>(best->workload.read_bytes);
}

/// " spin:50% +0.3%, l2:50% +0.4%": what the controls do to the time of the call alone.
void add_controls(Finding& finding, const Thefts& thefts) {
  const auto alone =
      std::find_if(thefts.cases.begin(), thefts.cases.end(), [](const CaseResult* c) { return !c->what.steal.on(); });
  if (alone == thefts.cases.end()) return;
  for (const CaseResult* c : thefts.cases) {
    if (!c->what.steal.on() || steals_from_memory(*c)) continue;
    const double extra = c->stats->median_ns / (*alone)->stats->median_ns - 1.0;
    finding.values["extra_" + to_string(c->what.steal)] = extra;
    finding.text += fmt::format("; {} changes the time by {:+.1f}%", to_string(c->what.steal), 100.0 * extra);
  }
}

/// Through what was stolen from memory; empty without three blocks of it.
std::optional<Line> line_of(const Thefts& thefts, bool against_spinning) {
  std::vector<StolenPoint> points;
  for (const CaseResult* c : thefts.cases) {
    if (!steals_from_memory(*c)) continue;
    add_points(points, *c, against_spinning ? spinning_control(thefts, *c)->stats->median_ns : 0.0);
  }
  return least_squares(points);
}

std::optional<Kappa> kappa_of(const Thefts& thefts) {
  const bool against_spinning = has_spinning_controls(thefts);
  const std::optional<Line> line = line_of(thefts, against_spinning);
  const std::optional<Line> as_timed = line_of(thefts, false);
  if (!line || !as_timed) return std::nullopt;
  const CaseResult& call = *thefts.cases.front();
  return Kappa{.name = thefts.name,
               .workload = call.what.workload,
               .config = call.what.config,
               .ms_per_gb = line->slope * ms_per_gb,
               .low = line->slope_low * ms_per_gb,
               .high = line->slope_high * ms_per_gb,
               .as_timed = as_timed->slope * ms_per_gb,
               .points = line->points,
               .against_spinning = against_spinning};
}

Finding finding_of(const Kappa& kappa, const std::optional<double>& inverse_bandwidth, const Thefts& thefts) {
  Finding finding{"kappa", "", {}};
  finding.values = {{"kappa_ms_per_gb", kappa.ms_per_gb},
                    {"kappa_low", kappa.low},
                    {"kappa_high", kappa.high},
                    {"kappa_as_timed", kappa.as_timed},
                    {"points", static_cast<double>(kappa.points)}};
  finding.text = fmt::format("{}: kappa is {:.4f} ms per GB (95% {:.4f} to {:.4f}, {} blocks)", kappa.name,
                             kappa.ms_per_gb, kappa.low, kappa.high, kappa.points);
  if (inverse_bandwidth) {
    finding.values["share_of_inverse_bandwidth"] = kappa.ms_per_gb / *inverse_bandwidth;
    finding.values["inverse_bandwidth_ms_per_gb"] = *inverse_bandwidth;
    finding.text += fmt::format(", {:.3f} of 1 / bandwidth ({:.4f} ms per GB, a pure reader alone)",
                                kappa.ms_per_gb / *inverse_bandwidth, *inverse_bandwidth);
  }
  if (kappa.against_spinning) {
    finding.text +=
        fmt::format(", against the same blocks spinning for the same share ({:.4f} as timed)", kappa.as_timed);
  }
  add_controls(finding, thefts);
  finding.text += ".";
  return finding;
}

}  // namespace

std::optional<Line> least_squares(const std::vector<StolenPoint>& points) {
  const auto n = static_cast<double>(points.size());
  if (points.size() < 3) return std::nullopt;
  double mean_x = 0;
  double mean_y = 0;
  for (const StolenPoint& point : points) {
    mean_x += point.stolen_bytes / n;
    mean_y += point.median_ns / n;
  }
  double xx = 0;
  double xy = 0;
  for (const StolenPoint& point : points) {
    xx += (point.stolen_bytes - mean_x) * (point.stolen_bytes - mean_x);
    xy += (point.stolen_bytes - mean_x) * (point.median_ns - mean_y);
  }
  if (xx <= 0.0) return std::nullopt;
  Line line;
  line.points = points.size();
  line.slope = xy / xx;
  line.intercept = mean_y - line.slope * mean_x;
  double residual = 0;
  for (const StolenPoint& point : points) {
    const double off = point.median_ns - line.intercept - line.slope * point.stolen_bytes;
    residual += off * off;
  }
  const double half_width = normal_95 * std::sqrt(residual / (n - 2.0) / xx);
  line.slope_low = line.slope - half_width;
  line.slope_high = line.slope + half_width;
  return line;
}

std::optional<double> inverse_bandwidth_ms_per_gb(const Record& record) {
  const auto reader = ns_per_byte(record);
  return reader ? std::optional(*reader * ms_per_gb) : std::nullopt;
}

std::vector<Kappa> kappas_of(const Record& record) {
  std::vector<Kappa> found;
  for (const Thefts& thefts : thefts_of(record)) {
    if (auto kappa = kappa_of(thefts)) found.push_back(std::move(*kappa));
  }
  return found;
}

std::vector<Finding> find_kappa(const Record& record) {
  std::vector<Finding> found;
  const auto inverse_bandwidth = inverse_bandwidth_ms_per_gb(record);
  for (const Thefts& thefts : thefts_of(record)) {
    if (const auto kappa = kappa_of(thefts)) found.push_back(finding_of(*kappa, inverse_bandwidth, thefts));
  }
  return found;
}

}  // namespace l2bench
