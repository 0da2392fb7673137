#pragma once

#include <optional>
#include <string>
#include <vector>

#include "l2bench/record.hpp"

namespace l2bench {

/// What was stolen while a call ran, and how long it took.
struct StolenPoint {
  double stolen_bytes = 0;
  double ns = 0;  ///< of the call, or what it took longer than its control
};

/// A line through points by least squares, with the 95% interval of its slope (Student's t: the points are few).
struct Line {
  double slope = 0;
  double intercept = 0;
  double slope_low = 0;
  double slope_high = 0;
};
/// Empty for fewer than three points, or points that all have one abscissa.
std::optional<Line> least_squares(const std::vector<StolenPoint>& points);
/// The same for points that are over a control: where nothing is stolen, nothing is added.
std::optional<Line> least_squares_from_origin(const std::vector<StolenPoint>& points);

/// The sensitivity of one call: kappa in ms for each GB, the same as in us for each MB.
struct Kappa {
  std::string name;      ///< of the call: its key without the theft
  std::string workload;  ///< "consume"
  std::string config;    ///< "forward-16"; empty where the call has none
  double ms_per_gb = 0;
  double low = 0;  ///< of the 95% interval
  double high = 0;
  double as_timed = 0;            ///< the same without a control taken out
  std::size_t shares = 0;         ///< of the time that were stolen: the points of the line
  bool against_spinning = false;  ///< each time over that of the same blocks spinning for the same share
};
/// One for each call of a judged record that was timed beside three or more shares of theft.
std::vector<Kappa> kappas_of(const Record& record);

/// ms for each GB of the pure readers of the record, alone: the shortest, from the largest block. Empty: there is none.
std::optional<double> inverse_bandwidth_ms_per_gb(const Record& record);

}  // namespace l2bench
