#include "model/timing.hpp"

#include <gtest/gtest.h>

namespace l2bench {
namespace {

ModelCard card() {
  ModelCard card = open_model_card("h200");
  card.dram_bytes_per_s.value = 1e12;  // 1 us a MB
  card.turnaround_ns_per_mb.value = 100;
  card.l2_bytes_per_s.value = 4e12;
  card.kernel_ns.value = 3000;
  card.kernel_gap_ns.value = 500;
  card.event_pair_ns.value = 1300;
  card.event_overhead_ns.value = 2600;
  card.event_step_ns.value = 32;
  card.kernel_step_ns.value = 1;
  return card;
}

TEST(KernelTime, IsAConstantAndTheTimeOfItsBytes) {
  EXPECT_DOUBLE_EQ(kernel_ns(card(), {.accessed = 10e6, .dram_read = 10e6}), 3000 + 10000);
}

TEST(KernelTime, AWriteBackAmongReadsCostsItsTransferAndATurnaround) {
  EXPECT_DOUBLE_EQ(kernel_ns(card(), {.accessed = 10e6, .dram_read = 10e6, .dram_written = 4e6}),
                   3000 + 14000 + 4 * 100);
}

TEST(KernelTime, WritesAloneTurnNothingAround) {
  EXPECT_DOUBLE_EQ(kernel_ns(card(), {.accessed = 10e6, .dram_written = 10e6}), 3000 + 10000);
}

TEST(KernelTime, WhatHitsIsBoundByL2) {
  EXPECT_DOUBLE_EQ(kernel_ns(card(), {.accessed = 40e6, .dram_read = 1e6}), 3000 + 10000);
}

TEST(TimeBetween, WithNothingInsideIsThePairsOwn) {
  EXPECT_DOUBLE_EQ(between_ns(card(), TimerKind::event, {}), 1300);
  EXPECT_DOUBLE_EQ(between_ns(card(), TimerKind::kernel, {}), 0.0);
}

TEST(TimeBetween, EventsAddTheirOverhead) {
  EXPECT_DOUBLE_EQ(between_ns(card(), TimerKind::event, {10000}), 12600);
}

TEST(TimeBetween, KernelsInARowAddTheGapsBetweenThem) {
  EXPECT_DOUBLE_EQ(between_ns(card(), TimerKind::kernel, {10000, 2000, 3000}), 16000);
}

TEST(ShownTime, ALateStartSeesOneMoreTick) {
  EXPECT_DOUBLE_EQ(shown_ns(12600, 32, 0.0), 393 * 32.0);
  EXPECT_DOUBLE_EQ(shown_ns(12600, 32, 0.2), 393 * 32.0);
  EXPECT_DOUBLE_EQ(shown_ns(12600, 32, 0.3), 394 * 32.0);  // 393.75 steps
}

TEST(ShownTime, IsExactWithoutSteps) {
  EXPECT_DOUBLE_EQ(shown_ns(12600, 0, 0.5), 12600);
}

}  // namespace
}  // namespace l2bench
