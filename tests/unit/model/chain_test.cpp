#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "l2bench/model.hpp"

namespace l2bench {
namespace {

WorkloadRequest chain_request(const std::string& config, int tokens = 1) {
  WorkloadRequest request;
  request.workload = "decode-chain";
  request.config = config;
  request.shape = {4096, 14336};
  request.rows = tokens;
  return request;
}

class ChainModel : public testing::Test {
 protected:
  ChainModel() : rig_(open_model_rig(open_model_card("h200"))) { rig_->prepare_buffers(256 * MiB, 256 * MiB); }

  /// DRAM bytes of one call after another.
  CounterReading count(Workload& workload) {
    workload.queue_call(0);
    Counters& counters = rig_->counters();
    counters.start(1);
    counters.push_range();
    workload.queue_call(0);
    counters.pop_range();
    return counters.stop().front();
  }

  std::unique_ptr<Rig> rig_;
};

TEST_F(ChainModel, ReadsTheWeightsOfAllLayersFromDram) {
  const auto workload = rig_->make_workload(chain_request("layers-2-kv-256"));
  const auto wanted = static_cast<double>(workload->info().read_bytes);
  EXPECT_NEAR(*count(*workload).dram_read_bytes, wanted, 0.03 * wanted);
  EXPECT_GT(wanted, 8.7e8);
  EXPECT_EQ(workload->info().kernels.size(), 20U);
}

TEST_F(ChainModel, TimesEachKernel) {
  const auto workload = rig_->make_workload(chain_request("layers-1"));
  Timer& timer = rig_->timer(TimerKind::kernel);
  timer.queue_start(0);
  workload->queue_call(0);
  timer.queue_stop(0);
  const double whole = timer.elapsed_ns(0);
  const auto kernels = timer.kernel_times(0);
  ASSERT_EQ(kernels.size(), 10U);
  EXPECT_EQ(kernels[6].name, "simulated gate and up projection");
  double sum = 0;
  for (const KernelTime& kernel : kernels) sum += kernel.ns;
  EXPECT_GT(whole, sum * 0.999);
}

/// Two layers of one token, where no activation is worth mentioning: what scrubs between kernels read comes from DRAM.
TEST_F(ChainModel, EveryScrubReadsWhatIsNotInL2) {
  const auto workload = rig_->make_workload(chain_request("layers-2-empty"));
  Counters& counters = rig_->counters();
  for (const std::uint64_t bytes : {4 * MiB, 64 * MiB}) {
    const auto call = [&] {
      rig_->device().queue_step({StepKind::read, 256 * MiB});
      counters.push_range();
      workload->queue_call_between(0, [&] { rig_->device().queue_step({StepKind::scrub, bytes}); });
      counters.pop_range();
    };
    counters.start(2);
    call();
    call();
    const double wanted = 19.0 * static_cast<double>(bytes);
    EXPECT_NEAR(*counters.stop().back().dram_read_bytes, wanted, 0.01 * wanted) << bytes;
  }
}

TEST_F(ChainModel, AnEmptyOneRunsWhatStandsBetweenAlone) {
  const auto workload = rig_->make_workload(chain_request("layers-2-empty"));
  int between = 0;
  workload->queue_call_between(0, [&] { ++between; });
  EXPECT_EQ(between, 19);
  EXPECT_EQ(workload->info().read_bytes, 0U);
}

}  // namespace
}  // namespace l2bench
