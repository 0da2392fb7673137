#include <gtest/gtest.h>

#include "l2bench/model.hpp"
#include "passes.hpp"

// The model's share in the handoff laboratory: blocks, orders, protection and theft.

namespace l2bench {
namespace {

const ModelCard& handoff_card() {
  static const ModelCard h200 = open_model_card("h200");
  return h200;
}

WorkloadRequest block_request(const std::string& config, std::uint64_t bytes) {
  WorkloadRequest request;
  request.workload = "consume";
  request.config = config;
  request.shape = {static_cast<std::int64_t>(bytes), 0};
  request.dtype = Dtype::int8;
  return request;
}

class Handoff : public testing::Test {
 protected:
  Handoff() : rig_(open_model_rig(handoff_card())) { rig_->prepare_buffers(256 * MiB, 256 * MiB); }

  void make(const std::string& config, std::uint64_t bytes) {
    workload_ = rig_->make_workload(block_request(config, bytes));
  }
  void flush() { rig_->device().queue_step({StepKind::read, 256 * MiB}); }
  void pollute(std::uint64_t bytes) { rig_->device().queue_step({StepKind::read, bytes}); }

  /// DRAM reads of one call.
  double reads() {
    Counters& counters = rig_->counters();
    counters.start(1);
    counters.push_range();
    workload_->queue_call(0);
    counters.pop_range();
    return *counters.stop().front().dram_read_bytes;
  }
  double call_ns() {
    Timer& timer = rig_->timer(TimerKind::kernel);
    timer.queue_start(0);
    workload_->queue_call(0);
    timer.queue_stop(0);
    return timer.elapsed_ns(0);
  }

  std::unique_ptr<Rig> rig_;
  std::unique_ptr<Workload> workload_;
};

TEST_F(Handoff, WhatWasProducedIsThereAndFades) {
  make("forward", 24 * MiB);
  flush();
  workload_->queue_produce();
  EXPECT_LT(reads(), 0.01 * 24 * MiB);
  flush();
  workload_->queue_produce();
  pollute(32 * MiB);
  const double left = 1.0 - reads() / (24.0 * MiB);
  EXPECT_GT(left, 0.35);
  EXPECT_LT(left, 0.65);
}

TEST_F(Handoff, AConsumerOfNothingReadsNothing) {
  make("empty", 24 * MiB);
  flush();
  EXPECT_EQ(reads(), 0.0);
}

TEST_F(Handoff, BackwardFindsMoreOfALargeBlock) {
  make("forward", 64 * MiB);
  flush();
  workload_->queue_touch();
  const double forward = reads();
  make("backward", 64 * MiB);
  flush();
  workload_->queue_touch();
  EXPECT_LT(reads(), 0.8 * forward);
}

TEST_F(Handoff, AProtectedBlockStays) {
  make("forward", 24 * MiB);
  rig_->device().protect(parse_protection("input"), workload_->input());
  flush();
  workload_->queue_produce();
  pollute(240 * MiB);
  EXPECT_LT(reads(), 0.01 * 24 * MiB);
  rig_->device().unprotect();
  flush();
  workload_->queue_produce();
  pollute(240 * MiB);
  EXPECT_GT(reads(), 0.95 * 24 * MiB);
}

TEST_F(Handoff, AControlProtectsNothing) {
  make("forward", 24 * MiB);
  for (const char* control : {"set-aside", "foreign"}) {
    rig_->device().protect(parse_protection(control), workload_->input());
    flush();
    workload_->queue_produce();
    pollute(240 * MiB);
    EXPECT_GT(reads(), 0.95 * 24 * MiB) << control;
    rig_->device().unprotect();
  }
}

TEST_F(Handoff, HalfARatioProtectsHalf) {
  make("forward", 24 * MiB);
  rig_->device().protect(parse_protection("input:0.5"), workload_->input());
  flush();
  workload_->queue_produce();
  pollute(240 * MiB);
  EXPECT_NEAR(reads() / (24.0 * MiB), 0.5, 0.05);
}

TEST_F(Handoff, TheftSlowsAReaderAndNotArithmetic) {
  make("forward", 1024 * MiB);
  const double alone = call_ns();
  rig_->device().begin_steal(parse_steal("50%"));
  const double robbed_ns = call_ns();
  const double rate = rig_->device().stolen_bytes_per_s().value();
  rig_->device().end_steal();
  EXPECT_NEAR((robbed_ns - alone) / (rate * robbed_ns * 1e-9), 1e9 / handoff_card().dram_bytes_per_s.value, 1e-5);
  make("forward-128", 1024 * MiB);
  const double computing = call_ns();
  rig_->device().begin_steal(parse_steal("50%"));
  EXPECT_DOUBLE_EQ(call_ns(), computing);
  rig_->device().end_steal();
  EXPECT_GT(computing, 2.0 * alone);
}

TEST_F(Handoff, ControlsStealNothing) {
  for (const char* control : {"l2:50%", "spin:50%"}) {
    rig_->device().begin_steal(parse_steal(control));
    EXPECT_EQ(rig_->device().stolen_bytes_per_s(), 0.0) << control;
    rig_->device().end_steal();
  }
}

}  // namespace
}  // namespace l2bench
