#pragma once

#include <cstddef>
#include <span>
#include <vector>

// Fewer points than there are samples, chosen by position alone: the same samples always give the same picture.

namespace l2bench {

/// A sample by its place in the run.
struct IndexedSample {
  std::size_t index = 0;
  double ns = 0;
  friend bool operator==(const IndexedSample&, const IndexedSample&) = default;
};

/// At most `most` samples (an even number >= 2) in their order. Where there are more, equal stretches of the run keep
/// their fastest and their slowest sample, so no extreme is lost.
std::vector<IndexedSample> thin_series(std::span<const double> samples_ns, std::size_t most);

/// The share of samples at or below a value.
struct CumulativePoint {
  double ns = 0;
  double share = 0;
  friend bool operator==(const CumulativePoint&, const CumulativePoint&) = default;
};

/// Distinct values with the share of samples at or below each, ascending; where there are more than `most` (>= 2),
/// the first, the last and evenly spaced ones between.
std::vector<CumulativePoint> cumulative(std::span<const double> samples_ns, std::size_t most);

/// Points drawn of each case: 2,000, or fewer where a record has many cases, so that a page stays small.
std::size_t points_a_case(std::size_t cases);

}  // namespace l2bench
