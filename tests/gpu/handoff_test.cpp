#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>

#include "gpu_fixture.hpp"
#include "kernels/consume.hpp"
#include "kernels/steal.hpp"
#include "l2bench/error.hpp"
#include "src/cuda/graph_nodes.hpp"
#include "src/cuda/stealer.hpp"

namespace l2bench {
namespace {

using testing::AllOf;
using testing::Gt;
using testing::HasSubstr;
using testing::Lt;

WorkloadRequest block_of(const std::string& config, std::uint64_t bytes, int copies = 1) {
  WorkloadRequest request;
  request.workload = "consume";
  request.config = config;
  request.shape = {static_cast<std::int64_t>(bytes), 0};
  request.dtype = Dtype::int8;
  request.copies = copies;
  return request;
}

class HandoffGpu : public GpuTest {
 protected:
  /// DRAM reads of one call after the steps; the first of three is thrown away.
  static std::optional<double> reads(Workload& workload, const std::string& prep_text) {
    const PlacedPrep prep = place(parse_prep(prep_text), device().info().l2_bytes);
    Counters& counters = rig().counters();
    if (!counters.status().available) return std::nullopt;
    counters.start(3);
    for (int i = 0; i < 3; ++i) {
      for (const PlacedStep& step : prep.steps) {
        if (step.kind == StepKind::produce) {
          workload.queue_produce();
        } else if (step.kind == StepKind::touch) {
          workload.queue_touch();
        } else {
          device().queue_step(step);
        }
      }
      counters.push_range();
      workload.queue_call(0);
      counters.pop_range();
    }
    device().wait();
    const auto found = counters.stop();
    return found.back().dram_read_bytes;
  }
};

TEST_F(HandoffGpu, EveryConfigIsVerified) {
  for (const char* config : {"", "forward", "backward", "empty", "forward-1", "backward-7", "forward-64"}) {
    for (const std::uint64_t bytes : {std::uint64_t{1024}, 5 * MiB, 24 * MiB + 1024, 261 * MiB + 48}) {
      const auto workload = rig().make_workload(block_of(config, bytes, 2));
      EXPECT_TRUE(workload->verify(1)->passed()) << config << " " << bytes;
      EXPECT_TRUE(workload->verify(2)->passed()) << config << " " << bytes;
      EXPECT_EQ(workload->info().kernels.size(), 1U);
    }
  }
}

TEST_F(HandoffGpu, AByteThatIsMissedChangesTheSum) {
  const auto memory = allocate_device<std::uint32_t>(4096, "a test");
  const auto sums = allocate_device<std::uint32_t>(4096, "a test");
  const auto sum_of = [&] {
    const ConsumeConfig config{ConsumeOrder::backward, 3};
    const int count = consume_sums(config, 16384);
    launch_consume(config, memory.get(), 16384, sums.get(), stream());
    const auto parts = download(sums.get(), static_cast<std::size_t>(count));
    return std::accumulate(parts.begin(), parts.end(), std::uint32_t{0});
  };
  launch_produce(memory.get(), 16384, 5, stream());
  EXPECT_EQ(sum_of(), produced_sum(5, 16384));
  for (const std::size_t at : {std::size_t{0}, std::size_t{2047}, std::size_t{4095}}) {
    launch_produce(memory.get(), 16384, 5, stream());
    check(cudaMemsetAsync(memory.get() + at, 0, 4, stream()), "clear a word");
    EXPECT_EQ(sum_of(), produced_sum(5, 16384) - produced_word(5, at));
  }
}

TEST_F(HandoffGpu, ProduceChangesNothingThatVerifyWouldSee) {
  for (const char* name : {"cublas", "int8-gemv"}) {
    WorkloadRequest request;
    request.workload = name;
    request.shape = {1024, 1024};
    request.dtype = request.workload == "cublas" ? Dtype::bf16 : Dtype::int8;
    const auto workload = rig().make_workload(request);
    ASSERT_TRUE(workload->verify(3)->passed());
    workload->queue_produce();
    workload->queue_call(0);
    device().wait();
    EXPECT_GT(workload->input().bytes, 0U);
  }
}

TEST_F(HandoffGpu, RefusesAConfigItDoesNotHave) {
  try {
    rig().make_workload(block_of("sideways", 1 * MiB));
    FAIL();
  } catch (const DeviceError& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("consume has no config 'sideways'"), HasSubstr("forward backward empty")));
  }
}

TEST_F(HandoffGpu, WhatWasProducedIsReadFromL2AndIsGoneAfterAReset) {
  const auto workload = rig().make_workload(block_of("forward", 5 * MiB));
  const auto warm = reads(*workload, "read+produce");
  if (!warm) GTEST_SKIP() << "no counters here";
  EXPECT_LT(*warm, 0.02 * 5 * MiB);
  EXPECT_GT(*reads(*workload, "read+produce+read"), 0.95 * 5 * MiB);
}

TEST_F(HandoffGpu, AProtectedBlockStaysAndEverythingIsPutBack) {
  const DeviceInfo& info = device().info();
  if (!info.persisting_l2_max_bytes || info.mig.value_or(false)) GTEST_SKIP() << "this device has no persisting L2";
  const auto workload = rig().make_workload(block_of("forward", 5 * MiB));
  device().protect(parse_protection("input"), workload->input());
  const auto left = reads(*workload, "read+produce+read");
  device().unprotect();
  std::size_t limit = 1;
  check(cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize), "read the limit");
  EXPECT_EQ(limit, 0U);
  if (!left) GTEST_SKIP() << "no counters here";
  EXPECT_LT(*left, 0.01 * 5 * MiB);
  EXPECT_GT(*reads(*workload, "read+produce+read"), 0.95 * 5 * MiB) << "protection outlived its end";
}

TEST_F(HandoffGpu, RefusesAWindowThatIsTooLarge) {
  const DeviceInfo& info = device().info();
  if (!info.persisting_l2_max_bytes || info.mig.value_or(false)) GTEST_SKIP() << "this device has no persisting L2";
  const auto workload = rig().make_workload(block_of("forward", 1024 * MiB));
  try {
    device().protect(parse_protection("input"), workload->input());
    FAIL();
  } catch (const DeviceError& error) {
    EXPECT_THAT(error.what(), HasSubstr("the largest window"));
  }
  device().unprotect();
}

TEST(Stealer, AsksForAsMuchAtOnceAsABlocksSharedMemoryHoldsTwice) {
  EXPECT_EQ(stealer_chunk_bytes(227 * KiB), 96 * KiB);  // sm_90
  EXPECT_EQ(stealer_chunk_bytes(163 * KiB), 81 * KiB);  // sm_80
  EXPECT_EQ(stealer_chunk_bytes(99 * KiB), 49 * KiB);   // sm_86
}

TEST(Stealer, WhatALookTakesIsNotStolenFromTheCall) {
  // The call and a look took 11 us, in which 5000 bytes went; a look alone 1 us and 3000 bytes.
  EXPECT_DOUBLE_EQ(stolen_bytes_per_s({{{100, 1000}, {5100, 12000}, {8100, 13000}}}).value(), 2000.0 / 10e-6);
  EXPECT_EQ(stolen_bytes_per_s({{{0, 1000}, {10, 2000}, {20, 3000}}}), std::nullopt) << "a call as short as a look";
  EXPECT_DOUBLE_EQ(stolen_bytes_per_s({{{0, 1000}, {10, 2000}, {10, 2000}}}).value(), 1e7) << "a clock that steps";
  EXPECT_THROW(stolen_bytes_per_s({{{0, 1000}, {10, 900}, {20, 3000}}}), DeviceError);
}

TEST_F(HandoffGpu, AStealerMovesWhatItsShareSaysAndStops) {
  const auto workload = rig().make_workload(block_of("forward", 1024 * MiB));
  const auto rate = [&](const char* text) {
    device().queue_steal_mark(0);
    device().wait();
    device().begin_steal(parse_steal(text));
    workload->queue_call(0);
    device().queue_steal_mark(0);
    for (int i = 0; i < 4; ++i) workload->queue_call(0);
    device().queue_steal_mark(1);
    device().queue_steal_mark(2);
    device().wait();
    const double bytes_per_s = device().stolen_bytes_per_s().value();
    device().end_steal();
    return bytes_per_s;
  };
  const double quarter = rate("25%");
  const double most = rate("75%");
  EXPECT_THAT(most / quarter, AllOf(Gt(2.0), Lt(4.0))) << quarter << " " << most;
  EXPECT_LT(most, device().info().peak_bytes_per_s.value());
  EXPECT_GT(most, 0.05 * device().info().peak_bytes_per_s.value());
  EXPECT_EQ(rate("spin:50%"), 0.0);
  EXPECT_GT(rate("l2:50%"), 0.0);
}

}  // namespace
}  // namespace l2bench
