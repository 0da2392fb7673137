#include "kernels/decode_chain.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gpu_fixture.hpp"
#include "kernels/decode_chain_reference.hpp"
#include "kernels/fill.hpp"
#include "kernels/reference.hpp"
#include "l2bench/error.hpp"

namespace l2bench {
namespace {

using testing::HasSubstr;

WorkloadRequest chain_of(const std::string& config, Shape shape, int tokens) {
  WorkloadRequest request;
  request.workload = "decode-chain";
  request.config = config;
  request.shape = shape;
  request.rows = tokens;
  return request;
}

class DecodeChainGpu : public GpuTest {
 protected:
  using Bf16 = __nv_bfloat16;

  DeviceMemory<Bf16> random(std::uint64_t count, std::uint64_t seed) const {
    auto memory = allocate_device<Bf16>(count, "a test");
    launch_fill(memory.get(), Element::bf16, Init::normal, seed, count, stream());
    return memory;
  }
  std::vector<double> values(const Bf16* memory, std::uint64_t count) const {
    std::vector<double> found;
    for (const Bf16 value : download(memory, count)) found.push_back(__bfloat162float(value));
    return found;
  }
};

TEST_F(DecodeChainGpu, EveryKernelOfTheChainIsVerified) {
  for (const char* config : {"", "layers-1-kv-1", "layers-3-kv-300", "layers-1-empty"}) {
    for (const int tokens : {1, 3, 17}) {
      const auto workload = rig().make_workload(chain_of(config, {512, 1024}, tokens));
      EXPECT_TRUE(workload->verify(1)->passed()) << config << " " << tokens;
      const Verification again = *workload->verify(2);
      EXPECT_TRUE(again.passed()) << config << " " << tokens << " " << again.max_rel_error;
    }
  }
}

TEST_F(DecodeChainGpu, OwnKernelsAgreeWithTheirReferences) {
  const ChainSizes sizes = chain_sizes("layers-1-kv-77", 1024, 2056, 2);
  const auto qkv = random(2 * static_cast<std::uint64_t>(sizes.qkv_features()), 1);
  const auto cache = random(weight_elements(ChainWeight::cache, sizes), 2);
  const auto gate_up = random(2 * 2 * 2056, 3);
  const auto weight = random(1024, 4);
  const auto out = random(2 * 2056, 5);
  const auto second_row = [&](std::uint64_t features) { return values(out.get() + features, features); };
  const auto row_of = [&](const DeviceMemory<Bf16>& memory, std::uint64_t features) {
    return values(memory.get() + features, features);
  };

  launch_attention(out.get(), qkv.get(), cache.get(), sizes, stream());
  EXPECT_LT(host_relative_error(second_row(1024),
                                attention_reference(row_of(qkv, 1536), values(cache.get(), 2 * 2 * 77 * 128), sizes)),
            5e-3);
  launch_silu_mul(out.get(), gate_up.get(), sizes, stream());
  EXPECT_LT(host_relative_error(second_row(2056), silu_mul_reference(row_of(gate_up, 4112))), 5e-3);
  launch_rms_norm(out.get(), qkv.get(), weight.get(), sizes, stream());
  EXPECT_LT(host_relative_error(second_row(1024), rms_norm_reference(row_of(qkv, 1024), values(weight.get(), 1024))),
            5e-3);
  launch_add(out.get(), qkv.get(), gate_up.get(), sizes, stream());
  EXPECT_LT(host_relative_error(second_row(1024), add_reference(row_of(qkv, 1024), row_of(gate_up, 1024))), 5e-3);
}

TEST_F(DecodeChainGpu, ReadsItsWeightsFromDram) {
  Counters& counters = rig().counters();
  if (!counters.status().available) GTEST_SKIP() << "no counters here";
  const auto workload = rig().make_workload(chain_of("layers-2-kv-256", {4096, 14336}, 1));
  counters.start(3);
  for (int i = 0; i < 3; ++i) {
    counters.push_range();
    workload->queue_call(0);
    counters.pop_range();
  }
  device().wait();
  const auto wanted = static_cast<double>(workload->info().weight_bytes);
  EXPECT_NEAR(*counters.stop().back().dram_read_bytes, wanted, 0.05 * wanted);
}

TEST_F(DecodeChainGpu, PutsWhatItIsGivenBetweenItsKernels) {
  for (const char* config : {"layers-2", "layers-2-empty"}) {
    const auto workload = rig().make_workload(chain_of(config, {512, 1024}, 1));
    int between = 0;
    workload->queue_call_between(0, [&] {
      ++between;
      device().queue_step({StepKind::nop, 0});
    });
    device().wait();
    EXPECT_EQ(between, 19) << config;
  }
}

/// Whatever the prep and other scrubs have left: a scrub that hits evicts nothing.
TEST_F(DecodeChainGpu, EveryScrubReadsWhatIsNotInL2) {
  Counters& counters = rig().counters();
  if (!counters.status().available) GTEST_SKIP() << "no counters here";
  const auto workload = rig().make_workload(chain_of("layers-2-empty", {512, 1024}, 1));
  for (const std::uint64_t bytes : {4 * MiB, 16 * MiB}) {
    for (const std::uint64_t read : {32 * MiB, test_buffer_bytes}) {
      counters.start(3);
      for (int i = 0; i < 3; ++i) {
        device().queue_step({StepKind::write, test_buffer_bytes});
        device().queue_step({StepKind::read, read});
        counters.push_range();
        workload->queue_call_between(0, [&] { device().queue_step({StepKind::scrub, bytes}); });
        counters.pop_range();
      }
      device().wait();
      const double wanted = 19.0 * static_cast<double>(bytes);
      EXPECT_NEAR(*counters.stop().back().dram_read_bytes, wanted, 0.05 * wanted) << bytes << " after " << read;
    }
  }
}

TEST_F(DecodeChainGpu, RefusesWhatIsNoChain) {
  EXPECT_THAT(
      [] {
        rig().make_workload(chain_of("layers-0", {512, 1024}, 1));
      },
      testing::ThrowsMessage<DeviceError>(HasSubstr("decode-chain has no config 'layers-0'")));
  EXPECT_THAT(
      [] {
        rig().make_workload(chain_of("", {500, 1024}, 1));
      },
      testing::ThrowsMessage<DeviceError>(HasSubstr("hidden a multiple of 512")));
}

}  // namespace
}  // namespace l2bench
