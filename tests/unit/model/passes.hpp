#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "l2bench/model.hpp"
#include "model/l2.hpp"

// How the tests of the mechanism write a sequence of kernels, each a pass over one buffer.

namespace l2bench {

inline constexpr int flush = 0;   ///< a buffer that only flushes read
inline constexpr int block = 1;   ///< what is written, or read twice
inline constexpr int weight = 2;  ///< what a timed kernel or a polluter reads

inline constexpr double mib = 1048576.0;
inline constexpr double mb = 1e6;

inline Stream reads(int buffer, double size_mib) {
  return {Access::read, buffer, static_cast<std::uint64_t>(size_mib * mib)};
}
inline Stream writes(int buffer, double size_mib) {
  return {Access::write, buffer, static_cast<std::uint64_t>(size_mib * mib)};
}
inline Stream discards(int buffer, double size_mib) {
  return {Access::discard, buffer, static_cast<std::uint64_t>(size_mib * mib)};
}

/// What each of the streams moved, starting with an empty L2.
inline std::vector<Traffic> run_all(const ModelCard& card, const std::vector<Stream>& streams) {
  L2 l2(card);
  std::vector<Traffic> traffic;
  for (const Stream& stream : streams) traffic.push_back(l2.run(stream));
  return traffic;
}

/// A measured figure, how far the model may be off, and whether the card was fitted to it.
struct Point {
  std::string name;
  double seen = 0;
  double bar = 0;
  double predicted = 0;
};

inline void expect_within_bars(const std::vector<Point>& points) {
  for (const Point& point : points) EXPECT_NEAR(point.predicted, point.seen, point.bar) << point.name;
}

}  // namespace l2bench
