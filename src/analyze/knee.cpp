#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyze/sweeps.hpp"
#include "l2bench/analyze.hpp"
#include "record/units.hpp"

namespace l2bench {
namespace {

/// A plateau may spread over this share of the whole change.
constexpr double flat_share = 0.1;
/// And must reach over this factor of size: a slow rise looks flat between two neighbours.
constexpr std::uint64_t least_span = 2;
/// A change below this share of the time is none.
constexpr double least_change_share = 0.02;

/// The times from `first` on, up to and without `end`.
double median_ns(const std::vector<SweepPoint>& points, std::size_t first, std::size_t end) {
  std::vector<double> times_ns;
  for (std::size_t i = first; i < end; ++i) times_ns.push_back(points[i].median_ns);
  return summarize(times_ns)->median_ns;
}

/// Where the points become flat: at `first`, at the height of `level_ns`.
struct Plateau {
  std::size_t first = 0;
  double level_ns = 0;
};

/// Grown from the largest size down, and never over the smallest: what is flat is known at that end, if anywhere.
Plateau plateau_of(const std::vector<SweepPoint>& points) {
  const std::size_t n = points.size();
  Plateau plateau{n, median_ns(points, n - 2, n)};
  const double tolerance_ns = flat_share * std::abs(plateau.level_ns - points.front().median_ns);
  while (plateau.first > 1 && std::abs(points[plateau.first - 1].median_ns - plateau.level_ns) <= tolerance_ns) {
    --plateau.first;
    if (n - plateau.first >= 2) plateau.level_ns = median_ns(points, plateau.first, n);
  }
  return plateau;
}

Finding no_knee(const Sweep& sweep, const std::string& why, double l2_bytes) {
  return {"knee",
          fmt::format("{}: no knee found in {} sizes: {}.", sweep.name, sweep.points.size(), why),
          {{"sizes", static_cast<double>(sweep.points.size())}, {"l2_bytes", l2_bytes}}};
}

Finding knee_at(const Sweep& sweep, const Plateau& plateau, std::uint64_t l2_bytes) {
  const SweepPoint& smallest = sweep.points.front();
  const SweepPoint& below = sweep.points[plateau.first - 1];
  const SweepPoint& above = sweep.points[plateau.first];
  const double change_ns = plateau.level_ns - smallest.median_ns;
  return {"knee",
          fmt::format("{}: the time {} from {} at {} to {} and is flat from {} on: the knee lies between {} and {}; "
                      "the reported L2 is {}.",
                      sweep.name, change_ns > 0 ? "rises" : "falls", format_time(smallest.median_ns),
                      format_bytes(smallest.bytes), format_time(plateau.level_ns), format_bytes(above.bytes),
                      format_bytes(below.bytes), format_bytes(above.bytes), format_bytes(l2_bytes)),
          {{"sizes", static_cast<double>(sweep.points.size())},
           {"knee_low_bytes", static_cast<double>(below.bytes)},
           {"knee_high_bytes", static_cast<double>(above.bytes)},
           {"plateau_ns", plateau.level_ns},
           {"change_ns", change_ns},
           {"l2_bytes", static_cast<double>(l2_bytes)}}};
}

double step_ns_of(const Record& record) {
  double step_ns = 0.0;
  for (const TimerFloor& floor : record.environment.floors) step_ns = std::max(step_ns, floor.step_ns.value_or(0.0));
  return step_ns;
}

Finding knee_of(const Sweep& sweep, const Record& record) {
  const std::uint64_t l2_bytes = record.environment.device.l2_bytes;
  const auto l2 = static_cast<double>(l2_bytes);
  const Plateau plateau = plateau_of(sweep.points);
  const double change_ns = std::abs(plateau.level_ns - sweep.points.front().median_ns);
  if (change_ns <= std::max(least_change_share * plateau.level_ns, 2.0 * step_ns_of(record))) {
    return no_knee(sweep, "the time does not depend on the size", l2);
  }
  const bool is_long = plateau.first < sweep.points.size() &&
                       sweep.points.back().bytes >= least_span * sweep.points[plateau.first].bytes;
  if (!is_long) {
    return no_knee(sweep, "the time still changes at the largest size", l2);
  }
  return knee_at(sweep, plateau, l2_bytes);
}

}  // namespace

std::vector<Finding> find_knee(const Record& record) {
  std::vector<Finding> found;
  for (const Sweep& sweep : sweeps_of(record)) found.push_back(knee_of(sweep, record));
  return found;
}

}  // namespace l2bench
