#pragma once

#include <optional>
#include <vector>

namespace l2bench {

/// A call's time beside what was stolen while it ran.
struct StolenPoint {
  double stolen_bytes = 0;  ///< of one call
  double median_ns = 0;
};

/// A line through points by least squares, with the 95% interval of its slope (normal, so for ten points or more).
struct Line {
  double slope = 0;
  double intercept = 0;
  double slope_low = 0;
  double slope_high = 0;
};
/// Empty for fewer than three points, or points that all have one abscissa.
std::optional<Line> least_squares(const std::vector<StolenPoint>& points);

}  // namespace l2bench
