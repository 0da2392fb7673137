#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <utility>

#include "model/timing.hpp"
#include "passes.hpp"

// The card h200 against what was measured on one H200. Which points the card was fitted to, and which were held out,
// is said in each name; docs/model.md lists the predictions.

namespace l2bench {
namespace {

const ModelCard& card() {
  static const ModelCard h200 = open_model_card("h200");
  return h200;
}

double mib_or_share(double seen, double least) {
  return std::max(0.1 * seen, least);
}

TEST(H200, FittedWriteBackAgainstFillSize) {
  constexpr std::array<std::pair<double, double>, 9> seen_mib{{{4, 0.545},
                                                               {8, 1.551},
                                                               {16, 4.743},
                                                               {24, 7.7},
                                                               {32, 11.354},
                                                               {48, 11.402},
                                                               {64, 11.2},
                                                               {128, 11.303},
                                                               {256, 11.22}}};
  std::vector<Point> points;
  for (const auto& [fill, seen] : seen_mib) {
    const auto moved = run_all(card(), {reads(flush, 256), writes(block, fill), reads(weight, 32)});
    points.push_back({fmt::format("fill of {} MiB", fill), seen, mib_or_share(seen, 0.5), moved[2].dram_written / mib});
  }
  expect_within_bars(points);
}

TEST(H200, FittedDirtyLimitAndSpillOfTheFill) {
  const auto full = run_all(card(), {writes(block, 256), reads(weight, 32), reads(flush, 256)});
  EXPECT_NEAR((full[1].dram_written + full[2].dram_written) / mib, 28.34, 0.5);
  const auto spill = run_all(card(), {reads(flush, 256), writes(block, 32)});
  EXPECT_NEAR(spill[1].dram_written / mib, 3.4, 0.5);
  const auto none = run_all(card(), {reads(flush, 256), writes(block, 16)});
  EXPECT_EQ(none[1].dram_written, 0.0);
}

TEST(H200, FittedSecondReads) {
  constexpr std::array<std::pair<double, double>, 6> seen_mb{
      {{24, 0.0}, {28, 0.01}, {32, 0.42}, {40, 10.2}, {48, 46.7}, {56, 58.7}}};
  std::vector<Point> points;
  for (const auto& [size, seen] : seen_mb) {
    const auto moved = run_all(card(), {reads(flush, 256), reads(block, size), reads(block, size)});
    points.push_back({fmt::format("second read of {} MiB", size), seen, 3.0, moved[2].dram_read / mb});
  }
  expect_within_bars(points);
}

/// 64 and 96 MiB were fitted to, 128 to 192 held out.
TEST(H200, DrainOfAFullL2) {
  constexpr std::array<std::pair<double, double>, 5> seen_mib{
      {{64, 4.6}, {96, 0.61}, {128, 0.054}, {160, 0.001}, {192, 0.0}}};
  std::vector<Point> points;
  for (const auto& [drain, seen] : seen_mib) {
    const auto moved = run_all(card(), {writes(block, 256), reads(flush, drain), reads(weight, 32)});
    points.push_back(
        {fmt::format("after a drain of {} MiB", drain), seen, std::max(0.2 * seen, 0.3), moved[2].dram_written / mib});
  }
  expect_within_bars(points);
}

TEST(H200, HeldOutSurvivalOfADirtyBlock) {
  constexpr std::array<std::pair<double, double>, 12> seen{{{0, 1.0},
                                                            {4, 0.999},
                                                            {8, 0.991},
                                                            {12, 0.969},
                                                            {16, 0.911},
                                                            {20, 0.812},
                                                            {24, 0.726},
                                                            {28, 0.63},
                                                            {32, 0.55},
                                                            {48, 0.245},
                                                            {64, 0.076},
                                                            {120, 0.0}}};
  std::vector<Point> points;
  for (const auto& [polluter, share] : seen) {
    const auto moved =
        run_all(card(), {reads(flush, 256), writes(block, 24), reads(weight, polluter), reads(block, 24)});
    points.push_back(
        {fmt::format("polluter of {} MiB", polluter), share, 0.08, 1.0 - moved[3].dram_read / (24.0 * mib)});
  }
  expect_within_bars(points);
}

TEST(H200, HeldOutSurvivalOfACleanBlock) {
  constexpr std::array<std::pair<double, double>, 6> seen{
      {{0, 1.0}, {8, 0.973}, {16, 0.68}, {24, 0.113}, {32, 0.004}, {64, 0.0}}};
  std::vector<Point> points;
  for (const auto& [polluter, share] : seen) {
    const auto moved =
        run_all(card(), {reads(flush, 256), reads(block, 24), reads(weight, polluter), reads(block, 24)});
    points.push_back(
        {fmt::format("polluter of {} MiB", polluter), share, 0.08, 1.0 - moved[3].dram_read / (24.0 * mib)});
  }
  expect_within_bars(points);
}

TEST(H200, HeldOutShareOfReadsFromTheOtherHalf) {
  const auto moved = run_all(card(), {reads(weight, 32)});
  EXPECT_NEAR(moved[0].far / moved[0].accessed, 16.41 / 34.07, 0.05);
}

struct ShapeRow {
  double weight_mb;
  double clean_us;
  double zero_us;     ///< the middle of what was measured
  double written_mb;  ///< the middle of what was measured
};

/// The write-back of the shapes was held out; their times were fitted to.
TEST(H200, OtherShapesWithinTenPercent) {
  constexpr std::array<ShapeRow, 4> rows{{{50.3, 16.61, 21.12, 17.15},
                                          {117.4, 29.76, 37.54, 28.7},
                                          {234.9, 56.9, 66.91, 28.8},
                                          {1050.7, 245.6, 254.55, 29.0}}};
  for (const ShapeRow& row : rows) {
    const Stream call = reads(weight, row.weight_mb * mb / mib);
    const auto clean = run_all(card(), {reads(flush, 256), call});
    const auto dirty = run_all(card(), {writes(block, 256), call});
    EXPECT_NEAR(kernel_ns(card(), clean[1]) / 1e3, row.clean_us, 0.1 * row.clean_us) << row.weight_mb;
    EXPECT_NEAR(kernel_ns(card(), dirty[1]) / 1e3, row.zero_us, 0.1 * row.zero_us) << row.weight_mb;
    EXPECT_NEAR(dirty[1].dram_written / mb, row.written_mb, 0.1 * row.written_mb) << row.weight_mb;
  }
}

TEST(H200, KernelTimesAgainstFillSizeWithinFivePercent) {
  constexpr std::array<std::pair<double, double>, 8> seen_us{
      {{0, 12.03}, {4, 12.26}, {8, 12.54}, {16, 13.34}, {24, 14.14}, {32, 15.26}, {64, 15.3}, {256, 15.23}}};
  for (const auto& [fill, seen] : seen_us) {
    const auto moved = run_all(card(), {reads(flush, 256), writes(block, fill), reads(weight, 32)});
    EXPECT_NEAR(kernel_ns(card(), moved[2]) / 1e3, seen, 0.05 * seen) << fill;
  }
}

}  // namespace
}  // namespace l2bench
