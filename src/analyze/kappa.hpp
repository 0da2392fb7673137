#pragma once

#include <optional>
#include <string>
#include <vector>

#include "l2bench/record.hpp"

namespace l2bench {

/// A call's time beside what was stolen while it ran.
struct StolenPoint {
  double stolen_bytes = 0;  ///< of one call
  double median_ns = 0;     ///< or over that of a control
};

/// A line through points by least squares, with the 95% interval of its slope (normal, so for ten points or more).
struct Line {
  double slope = 0;
  double intercept = 0;
  double slope_low = 0;
  double slope_high = 0;
  std::size_t points = 0;
};
/// Empty for fewer than three points, or points that all have one abscissa.
std::optional<Line> least_squares(const std::vector<StolenPoint>& points);

/// The sensitivity of one call: kappa in ms for each GB, the same as in us for each MB.
struct Kappa {
  std::string name;      ///< of the call: its key without the theft
  std::string workload;  ///< "consume"
  std::string config;    ///< "forward-16"; empty where the call has none
  double ms_per_gb = 0;
  double low = 0;  ///< of the 95% interval
  double high = 0;
  double as_timed = 0;  ///< the same without a control taken out
  std::size_t points = 0;
  bool against_spinning = false;  ///< each time over that of the same blocks spinning for the same share
};
/// One for each call of a judged record that was timed beside three or more thefts of bandwidth.
std::vector<Kappa> kappas_of(const Record& record);

/// ms for each GB of the pure readers of the record, alone: the shortest, from the largest block. Empty: there is none.
std::optional<double> inverse_bandwidth_ms_per_gb(const Record& record);

}  // namespace l2bench
