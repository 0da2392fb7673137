#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <utility>

#include "model/timing.hpp"
#include "passes.hpp"

// The card a100-pcie-40gb against the published figures of one A100-PCIE-40GB. docs/model.md lists the predictions.

namespace l2bench {
namespace {

const ModelCard& card() {
  static const ModelCard a100 = open_model_card("a100-pcie-40gb");
  return a100;
}

Traffic gemv_after_fill(double fill_mib, double weight_mib) {
  return run_all(card(), {reads(flush, 256), writes(block, fill_mib), reads(weight, weight_mib)})[2];
}

TEST(A100, FittedWriteBackAgainstFillSizeWithinTenPercent) {
  constexpr std::array<std::pair<double, double>, 4> seen_mb{{{8, 7.6}, {16, 13.3}, {24, 15.2}, {256, 15.24}}};
  for (const auto& [fill, seen] : seen_mb) {
    EXPECT_NEAR(gemv_after_fill(fill, 32).dram_written / mb, seen, 0.1 * seen) << fill;
  }
}

TEST(A100, FittedDirtyLimit) {
  const auto moved = run_all(card(), {writes(block, 256), reads(weight, 256)});
  EXPECT_GE(moved[1].dram_written / mb, 19.0);
  EXPECT_LE(moved[1].dram_written / mb, 20.6);
  EXPECT_EQ(run_all(card(), {reads(flush, 256), writes(block, 16)})[1].dram_written, 0.0);
}

TEST(A100, FittedWriteBackOfTheInt8Kernel) {
  EXPECT_NEAR(gemv_after_fill(256, 16).dram_written / mb, 6.7, 0.15 * 6.7);
}

TEST(A100, FittedSecondReads) {
  constexpr std::array<std::pair<double, double>, 2> seen_mb{{{24, 1.0}, {28, 8.3}}};
  for (const auto& [size, seen] : seen_mb) {
    const auto moved = run_all(card(), {reads(flush, 256), reads(block, size), reads(block, size)});
    EXPECT_NEAR(moved[2].dram_read / mb, seen, 1.5) << size;
  }
}

TEST(A100, HeldOutWriteBackOfLongReads) {
  for (const double weight_mb : {234.9, 1050.7}) {
    EXPECT_NEAR(gemv_after_fill(256, weight_mb * mb / mib).dram_written / mb, 19.3, 0.05 * 19.3) << weight_mb;
  }
}

/// Counted on A100s by another study: of a 24 MiB block, 86.4% was there for the next kernel.
TEST(A100, HeldOutSurvivalOfABlockAboveTheDirtyLimit) {
  const auto moved = run_all(card(), {reads(flush, 256), writes(block, 24), reads(block, 24)});
  EXPECT_NEAR(1.0 - moved[2].dram_read / (24 * mib), 0.864, 0.08);
}

/// A graph that calls the 33.6 MB GEMV again and again took 24.4 us a call.
TEST(A100, HeldOutTimeOfAWarmKernel) {
  L2 l2(card());
  Traffic last;
  for (int call = 0; call < 20; ++call) last = l2.run(reads(weight, 32));
  EXPECT_NEAR(kernel_ns(card(), last) / 1e3, 24.4, 0.1 * 24.4);
}

TEST(A100, KernelTimesAgainstFillSizeWithinFivePercent) {
  constexpr std::array<std::pair<double, double>, 5> seen_us{
      {{0, 29.63}, {8, 36.3}, {16, 40.6}, {24, 41.95}, {256, 42.05}}};
  for (const auto& [fill, seen] : seen_us) {
    EXPECT_NEAR(kernel_ns(card(), gemv_after_fill(fill, 32)) / 1e3, seen, 0.05 * seen) << fill;
  }
}

TEST(A100, EventSlowdownsOfFiveShapesWithinFourPoints) {
  constexpr std::array<std::pair<double, double>, 5> seen_percent{
      {{33.6, 38.5}, {50.3, 40.5}, {117.4, 18.1}, {234.9, 10.9}, {1050.7, 2.5}}};
  for (const auto& [weight_mb, seen] : seen_percent) {
    const auto event_ns = [&](double fill_mib) {
      return between_ns(card(), TimerKind::event, {kernel_ns(card(), gemv_after_fill(fill_mib, weight_mb * mb / mib))});
    };
    EXPECT_NEAR(100.0 * (event_ns(256) / event_ns(0) - 1.0), seen, 4.0) << weight_mb;
  }
}

}  // namespace
}  // namespace l2bench
