#include "analyze/kappa.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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
constexpr std::size_t least_points = 3;

/// The 0.975 quantile of Student's t for 1 to 10 degrees of freedom; for more, that of 10, which is a little wide.
double student_975(std::size_t degrees) {
  constexpr std::array quantiles{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228};
  return quantiles[std::min(degrees, quantiles.size()) - 1];
}

/// With as many degrees of freedom left for its scatter; empty where nothing was stolen at any point.
std::optional<Line> through_origin(const std::vector<StolenPoint>& points, std::size_t degrees) {
  double xx = 0;
  double xy = 0;
  for (const StolenPoint& point : points) {
    xx += point.stolen_bytes * point.stolen_bytes;
    xy += point.stolen_bytes * point.ns;
  }
  if (xx <= 0.0) return std::nullopt;
  Line line;
  line.slope = xy / xx;
  double residual = 0;
  for (const StolenPoint& point : points) {
    const double off = point.ns - line.slope * point.stolen_bytes;
    residual += off * off;
  }
  const double half_width = student_975(degrees) * std::sqrt(residual / static_cast<double>(degrees) / xx);
  line.slope_low = line.slope - half_width;
  line.slope_high = line.slope + half_width;
  return line;
}

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

/// What was stolen from a call of the case, and how much longer than `control_ns` it took. The blocks of a case are one
/// point: they have their share and its control in common.
std::optional<StolenPoint> point_of(const CaseResult& c, double control_ns) {
  double bytes_per_s = 0;
  double count = 0;
  for (const BlockRow& block : c.blocks) {
    if (!block.stolen_bytes_per_s) continue;
    bytes_per_s += *block.stolen_bytes_per_s;
    count += 1;
  }
  if (count == 0) return std::nullopt;
  return StolenPoint{bytes_per_s / count * c.stats->median_ns * 1e-9, c.stats->median_ns - control_ns};
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

/// What the controls do to the time of the call alone.
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

double control_ns(const Thefts& thefts, const CaseResult& stolen) {
  return spinning_control(thefts, stolen)->stats->median_ns;
}

std::vector<StolenPoint> points_of(const Thefts& thefts, bool against_spinning) {
  std::vector<StolenPoint> points;
  for (const CaseResult* c : thefts.cases) {
    if (!steals_from_memory(*c)) continue;
    if (const auto point = point_of(*c, against_spinning ? control_ns(thefts, *c) : 0.0)) points.push_back(*point);
  }
  return points;
}

std::optional<Kappa> kappa_of(const Thefts& thefts) {
  const std::vector<StolenPoint> timed = points_of(thefts, false);
  const std::optional<Line> as_timed = least_squares(timed);
  if (!as_timed) return std::nullopt;
  const bool against_spinning = has_spinning_controls(thefts);
  const Line line = against_spinning ? *least_squares_from_origin(points_of(thefts, true)) : *as_timed;
  const CaseResult& call = *thefts.cases.front();
  return Kappa{.name = thefts.name,
               .workload = call.what.workload,
               .config = call.what.config,
               .ms_per_gb = line.slope * ms_per_gb,
               .low = line.slope_low * ms_per_gb,
               .high = line.slope_high * ms_per_gb,
               .as_timed = as_timed->slope * ms_per_gb,
               .shares = timed.size(),
               .against_spinning = against_spinning};
}

/// The sensitivity at each share: one number describes them all only where they are alike.
void add_shares(Finding& finding, const Thefts& thefts) {
  std::string_view separator = "; by share ";
  for (const CaseResult* c : thefts.cases) {
    if (!steals_from_memory(*c)) continue;
    const auto point = point_of(*c, control_ns(thefts, *c));
    if (!point || point->stolen_bytes <= 0.0) continue;
    const double kappa = point->ns / point->stolen_bytes * ms_per_gb;
    finding.values["kappa_" + to_string(c->what.steal)] = kappa;
    finding.text += fmt::format("{}{} {:.4f}", separator, to_string(c->what.steal), kappa);
    separator = ", ";
  }
}

Finding finding_of(const Kappa& kappa, const std::optional<double>& inverse_bandwidth, const Thefts& thefts) {
  Finding finding{"kappa", "", {}};
  finding.values = {{"kappa_ms_per_gb", kappa.ms_per_gb},
                    {"kappa_low", kappa.low},
                    {"kappa_high", kappa.high},
                    {"kappa_as_timed", kappa.as_timed},
                    {"shares", static_cast<double>(kappa.shares)}};
  finding.text = fmt::format("{}: kappa is {:.4f} ms per GB (95% {:.4f} to {:.4f}, {} shares)", kappa.name,
                             kappa.ms_per_gb, kappa.low, kappa.high, kappa.shares);
  if (inverse_bandwidth) {
    finding.values["share_of_inverse_bandwidth"] = kappa.ms_per_gb / *inverse_bandwidth;
    finding.values["inverse_bandwidth_ms_per_gb"] = *inverse_bandwidth;
    finding.text += fmt::format(", {:.3f} of 1 / bandwidth ({:.4f} ms per GB, a pure reader alone)",
                                kappa.ms_per_gb / *inverse_bandwidth, *inverse_bandwidth);
  }
  if (kappa.against_spinning) {
    finding.text +=
        fmt::format(", against the same blocks spinning for the same share ({:.4f} as timed)", kappa.as_timed);
    add_shares(finding, thefts);
  } else {
    finding.text += ", as timed: what the stealer's blocks cost by being there is in it (add spin:N% for each share)";
  }
  add_controls(finding, thefts);
  finding.text += ".";
  return finding;
}

}  // namespace

std::optional<Line> least_squares(const std::vector<StolenPoint>& points) {
  const auto n = static_cast<double>(points.size());
  if (points.size() < least_points) return std::nullopt;
  StolenPoint mean;
  for (const StolenPoint& point : points) {
    mean.stolen_bytes += point.stolen_bytes / n;
    mean.ns += point.ns / n;
  }
  std::vector<StolenPoint> centered = points;
  for (StolenPoint& point : centered) point = {point.stolen_bytes - mean.stolen_bytes, point.ns - mean.ns};
  std::optional<Line> line = through_origin(centered, points.size() - 2);
  if (line) line->intercept = mean.ns - line->slope * mean.stolen_bytes;
  return line;
}

std::optional<Line> least_squares_from_origin(const std::vector<StolenPoint>& points) {
  if (points.size() < least_points) return std::nullopt;
  return through_origin(points, points.size() - 1);
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
