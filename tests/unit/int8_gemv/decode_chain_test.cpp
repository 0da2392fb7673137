#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "kernels/decode_chain_plan.hpp"
#include "kernels/decode_chain_reference.hpp"
#include "l2bench/error.hpp"

namespace l2bench {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(ChainConfigName, HasLayersThenCacheThenEmpty) {
  EXPECT_EQ(parse_chain_config("layers-2"), (ChainConfig{2, 1024, false}));
  EXPECT_EQ(parse_chain_config("layers-32-kv-256"), (ChainConfig{32, 256, false}));
  EXPECT_EQ(parse_chain_config("layers-1-kv-1-empty"), (ChainConfig{1, 1, true}));
  EXPECT_EQ(parse_chain_config("layers-1-empty"), (ChainConfig{1, 1024, true}));
  for (const char* text :
       {"", "layers", "layers-", "layers-0", "layers-02", "layers-257", "layers-1-kv", "layers-1-kv-0",
        "layers-1-kv-8193", "layers-1-", "layers-1-full", "layers-1-empty-kv-2", "2", "layers-1x"}) {
    EXPECT_FALSE(parse_chain_config(text)) << text;
  }
}

TEST(ChainSizes, OfLlamaAreThoseOfItsLayers) {
  const ChainSizes sizes = chain_sizes("layers-2-kv-256", 4096, 14336, 3);
  EXPECT_EQ(sizes.query_heads(), 32);
  EXPECT_EQ(sizes.kv_heads(), 8);
  EXPECT_EQ(sizes.qkv_features(), 6144);
  // QKV, output, gate with up, down, and the two norms.
  const std::uint64_t elements = 6144U * 4096U + 4096U * 4096U + 28672U * 4096U + 4096U * 14336U + 2U * 4096U;
  EXPECT_EQ(layer_weight_bytes(sizes), 2U * elements);
  EXPECT_EQ(chain_weight_bytes(sizes), 4U * elements);
  EXPECT_EQ(chain_cache_bytes(sizes), 2U * 2U * 2U * 256U * 1024U);
  EXPECT_EQ(tensor_bytes(ChainTensor::gate_up, sizes), 3U * 28672U * 2U);
  EXPECT_EQ(chain_weight_bytes(chain_sizes("layers-2-empty", 4096, 14336, 1)), 0U);
}

TEST(ChainSizes, RefuseWhatHasNoHeads) {
  EXPECT_THAT([] { chain_sizes("layers-1", 640, 1024, 1); },
              ThrowsMessage<DeviceError>(HasSubstr("hidden a multiple of 512")));
  EXPECT_THAT([] { chain_sizes("best", 512, 1024, 1); }, ThrowsMessage<DeviceError>(HasSubstr("no config 'best'")));
}

/// A kernel reads only what an earlier one of its call wrote, or the input.
TEST(ChainKernels, FollowFromOneToTheNext) {
  const auto kernels = chain_kernels(chain_sizes("layers-3", 512, 1024, 1));
  ASSERT_EQ(kernels.size(), 30U);
  std::vector<ChainTensor> written{ChainTensor::x};
  for (const ChainKernel& kernel : kernels) {
    EXPECT_THAT(written, testing::Contains(kernel.in)) << kernel.name;
    if (kernel.second) {
      EXPECT_THAT(written, testing::Contains(*kernel.second)) << kernel.name;
    }
    EXPECT_NE(kernel.out, kernel.in) << kernel.name;
    EXPECT_NE(kernel.out, ChainTensor::x) << "a second call would have another input";
    written.push_back(kernel.out);
  }
  EXPECT_EQ(kernels.back().out, ChainTensor::y);
  EXPECT_EQ(kernels[10].in, ChainTensor::y) << "the second layer goes on from the first";
  EXPECT_EQ(kernels[14].in, ChainTensor::y) << "and adds to it";
  EXPECT_EQ(kernels[4].in, ChainTensor::x);
  EXPECT_EQ(chain_kernels(chain_sizes("layers-3-empty", 512, 1024, 1)).size(), 30U);
}

TEST(ChainReference, NormDividesByTheRootMeanSquare) {
  // Squares 9 and 16: their mean is 12.5.
  const double rms = std::sqrt(12.5 + 1e-5);
  EXPECT_THAT(rms_norm_reference(std::vector{3.0, 4.0}, std::vector{1.0, 2.0}),
              ElementsAre(DoubleNear(3.0 / rms, 1e-15), DoubleNear(8.0 / rms, 1e-15)));
}

TEST(ChainReference, SiluMulAndAdd) {
  EXPECT_THAT(silu_mul_reference(std::vector{0.0, 1.0, 5.0, 2.0}),
              ElementsAre(0.0, DoubleNear(2.0 / (1.0 + std::exp(-1.0)), 1e-15)));
  EXPECT_THAT(add_reference(std::vector{1.0, 2.0}, std::vector{0.5, -2.0}), ElementsAre(1.5, 0.0));
}

/// Four query heads, one key-value head, one cached key. Query head 0 is the unit vector e0 times sqrt(128) ln 3; the
/// cached key is e0, the own one 0: the cached value weighs 3 of 4. The other heads are 0: both weigh a half.
TEST(ChainReference, AttentionWeighsValuesByTheirKeys) {
  const ChainSizes sizes = chain_sizes("layers-1-kv-1", 512, 1024, 1);
  std::vector<double> qkv(6 * 128, 0.0);
  std::vector<double> cache(2 * 128, 0.0);
  qkv[0] = std::sqrt(128.0) * std::log(3.0);
  cache[0] = 1.0;          // key
  cache[128 + 5] = 8.0;    // value
  qkv[5 * 128 + 5] = 4.0;  // own value
  const std::vector<double> out = attention_reference(qkv, cache, sizes);
  ASSERT_EQ(out.size(), 512U);
  EXPECT_NEAR(out[5], 0.75 * 8.0 + 0.25 * 4.0, 1e-12);
  EXPECT_NEAR(out[128 + 5], 6.0, 1e-12);
  EXPECT_NEAR(out[4], 0.0, 1e-12);
}

}  // namespace
}  // namespace l2bench
