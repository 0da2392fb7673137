#include <algorithm>
#include <cmath>

#include "expect/judging.hpp"
#include "expect/quantity.hpp"
#include "l2bench/expect_cases.hpp"

namespace l2bench {
namespace {

/// Two points always lie on a line, and on a monotone one.
constexpr std::size_t least_points = 3;

struct Point {
  double x = 0;
  double y = 0;
};

struct Sweep {
  std::string name;
  std::vector<Point> points;  ///< by x
  std::string why_not;        ///< not empty: a value is missing
};

double place_on(const CaseResult& c, SweepAxis axis) {
  switch (axis) {
    case SweepAxis::rows:
      return c.what.rows;
    case SweepAxis::n:
      return static_cast<double>(c.what.shape.n);
    case SweepAxis::k:
      return static_cast<double>(c.what.shape.k);
    case SweepAxis::flush_bytes:
      break;
  }
  return static_cast<double>(c.flush_bytes);
}

std::vector<std::string_view> axes_apart(SweepAxis axis) {
  if (axis == SweepAxis::flush_bytes) return {"prep"};
  if (axis == SweepAxis::rows) return {"rows"};
  return {"shape"};
}

std::vector<Sweep> sweeps_of(const Claimed& claimed) {
  std::vector<Sweep> sweeps;
  const SweepAxis axis = *claimed.e.over;
  for (const auto& group : alike_but(claimed.cases, claimed.chosen, axes_apart(axis))) {
    Sweep sweep{fmt::format("the sweep of {}", claimed.results[group.front()].key), {}, ""};
    for (const std::size_t i : group) {
      const CaseResult& c = claimed.results[i];
      const Reading reading = reading_of(claimed, i);
      if (reading.value) sweep.points.push_back({place_on(c, axis), *reading.value});
      if (!reading.value) sweep.why_not = reading.why_not;
    }
    std::sort(sweep.points.begin(), sweep.points.end(), [](const Point& a, const Point& b) { return a.x < b.x; });
    if (sweep.why_not.empty() && sweep.points.size() < least_points) {
      sweep.why_not = fmt::format("{} has {} points; it needs {}", sweep.name, sweep.points.size(), least_points);
    }
    sweeps.push_back(std::move(sweep));
  }
  return sweeps;
}

template <typename Judge>
Tally for_sweeps(const Claimed& claimed, Judge judge) {
  Tally tally;
  for (const Sweep& sweep : sweeps_of(claimed)) {
    if (sweep.why_not.empty()) {
      judge(tally, sweep);
    } else {
      tally.leave_open(sweep.why_not);
    }
  }
  return tally;
}

/// Where on the axis of the claim: "260MiB flushed", "4096".
std::string place_in_words(const Claimed& claimed, const Point& p) {
  if (claimed.e.over != SweepAxis::flush_bytes) return fmt::format("{:.0f}", p.x);
  return fmt::format("{} flushed", format_bytes(static_cast<std::uint64_t>(p.x)));
}

std::string step_in_words(const Claimed& claimed, const Point& from, const Point& to) {
  return fmt::format("{} at {}, then {} at {}", in_words(from.y, claimed.e.value), place_in_words(claimed, from),
                     in_words(to.y, claimed.e.value), place_in_words(claimed, to));
}

/// Least squares.
struct Line {
  double slope = 0;
  double base = 0;
  double at(double x) const { return base + slope * x; }
};
Line line_through(const std::vector<Point>& points) {
  const auto n = static_cast<double>(points.size());
  Point mean;
  for (const Point& p : points) mean = {mean.x + p.x / n, mean.y + p.y / n};
  double xx = 0.0;
  double xy = 0.0;
  for (const Point& p : points) {
    xx += (p.x - mean.x) * (p.x - mean.x);
    xy += (p.x - mean.x) * (p.y - mean.y);
  }
  if (xx == 0.0) return {0.0, mean.y};
  return {xy / xx, mean.y - xy / xx * mean.x};
}

/// Cases of a group by their word on the axis `by`; empty where one is missing.
std::vector<std::size_t> in_order(const Claimed& claimed, const std::vector<std::size_t>& group) {
  std::vector<std::size_t> ordered;
  for (const std::string& word : claimed.e.words) {
    const Selector selector{{{claimed.e.by, {word}}}};
    const auto found =
        std::find_if(group.begin(), group.end(), [&](std::size_t i) { return selects(selector, claimed.cases[i]); });
    if (found == group.end()) return {};
    ordered.push_back(*found);
  }
  return ordered;
}

void judge_one_order(Tally& tally, const Claimed& claimed, const std::vector<std::size_t>& ordered) {
  const double factor = claimed.e.least.value_or(1.0);
  std::optional<double> before;
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    const CaseResult& c = claimed.results[ordered[i]];
    const auto value = value_of(c, claimed.e.value);
    if (!value) return tally.leave_open(why_absent(c, claimed.e.value));
    if (before && !(*value > *before && *value >= *before * factor)) {
      return tally.contradict(fmt::format("{}: {} for {}, but {} for {}", c.key, in_words(*before, claimed.e.value),
                                          claimed.e.words[i - 1], in_words(*value, claimed.e.value),
                                          claimed.e.words[i]));
    }
    before = value;
  }
  tally.hold();
}

}  // namespace

Tally judge_order(const Claimed& claimed) {
  Tally tally;
  for (const auto& group : alike_but(claimed.cases, claimed.chosen, {claimed.e.by})) {
    const std::vector<std::size_t> ordered = in_order(claimed, group);
    if (ordered.empty()) {
      tally.leave_open(fmt::format("{} stands without all of {}", claimed.results[group.front()].key,
                                   fmt::join(claimed.e.words, ", ")));
    } else {
      judge_one_order(tally, claimed, ordered);
    }
  }
  return tally;
}

Tally judge_monotone(const Claimed& claimed) {
  const double sign = claimed.e.direction == Direction::rising ? 1.0 : -1.0;
  return for_sweeps(claimed, [&](Tally& tally, const Sweep& sweep) {
    const std::vector<Point>& points = sweep.points;
    for (std::size_t i = 1; i < points.size(); ++i) {
      const double step = sign * (points[i].y - points[i - 1].y);
      if (step < -claimed.e.slack * std::abs(points[i - 1].y)) {
        return tally.contradict(fmt::format("{}: {}", sweep.name, step_in_words(claimed, points[i - 1], points[i])));
      }
    }
    if (sign * (points.back().y - points.front().y) > 0.0) return tally.hold();
    tally.contradict(fmt::format("{}: {}", sweep.name, step_in_words(claimed, points.front(), points.back())));
  });
}

Tally judge_linear(const Claimed& claimed) {
  return for_sweeps(claimed, [&](Tally& tally, const Sweep& sweep) {
    const Line line = line_through(sweep.points);
    if (line.slope <= 0.0) return tally.contradict(fmt::format("{}: it does not grow", sweep.name));
    for (const Point& p : sweep.points) {
      const double off = std::abs(p.y - line.at(p.x));
      if (off <= *claimed.e.most * std::abs(line.at(p.x))) continue;
      return tally.contradict(fmt::format("{}: {} at {}, where the line has {}", sweep.name,
                                          in_words(p.y, claimed.e.value), place_in_words(claimed, p),
                                          in_words(line.at(p.x), claimed.e.value)));
    }
    tally.hold();
  });
}

}  // namespace l2bench
