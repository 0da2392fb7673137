#include <gtest/gtest.h>

#include <set>
#include <string>

#include "kernels/int8_gemv_configs.hpp"

namespace l2bench {
namespace {

TEST(Int8GemvConfigs, AreAtLeast96WithNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const Int8GemvConfig& config : int8_gemv_configs()) names.insert(config.name);
  EXPECT_GE(names.size(), 96u);
  EXPECT_EQ(names.size(), int8_gemv_configs().size());
}

TEST(Int8GemvConfigs, AreFoundByName) {
  for (const Int8GemvConfig& config : int8_gemv_configs()) EXPECT_EQ(find_int8_gemv_config(config.name), &config);
  EXPECT_EQ(find_int8_gemv_config("r16"), nullptr);
  EXPECT_EQ(find_int8_gemv_config(""), nullptr);
}

TEST(Int8GemvConfigs, SayInTheirNamesWhatTheyAre) {
  const Int8GemvConfig* config = find_int8_gemv_config("r16-k8x2-c128x4-smem-bf16-persistent");
  ASSERT_NE(config, nullptr);
  EXPECT_EQ(config->rows, 16);
  EXPECT_EQ(config->k_warps, 8);
  EXPECT_EQ(config->row_warps, 2);
  EXPECT_EQ(config->columns, 128);
  EXPECT_EQ(config->stages, 4);
  EXPECT_EQ(config->weights, Int8WeightPath::shared);
  EXPECT_EQ(config->x, Int8XPath::bf16);
  EXPECT_EQ(config->grid, Int8Grid::persistent);
  EXPECT_EQ(config->threads(), 512);
  EXPECT_EQ(config->rows_per_block(), 32);
  EXPECT_EQ(config->bytes_in_flight(), 128 * 1024);
}

TEST(Int8GemvConfigs, DifferInEveryWayThatMatters) {
  std::set<int> rows, warps, k_warps, bytes;
  std::set<Int8WeightPath> weights;
  std::set<Int8XPath> x;
  for (const Int8GemvConfig& config : int8_gemv_configs()) {
    rows.insert(config.rows);
    warps.insert(config.threads() / 32);
    k_warps.insert(config.k_warps);
    bytes.insert(config.bytes_in_flight());
    weights.insert(config.weights);
    x.insert(config.x);
  }
  EXPECT_EQ(rows, (std::set{8, 16}));
  EXPECT_EQ(warps, (std::set{8, 16, 32}));
  EXPECT_EQ(k_warps, (std::set{4, 8, 16}));
  EXPECT_EQ(*bytes.begin(), 16 * 1024);
  EXPECT_EQ(*bytes.rbegin(), 128 * 1024);
  EXPECT_EQ(weights.size(), 2u);
  EXPECT_EQ(x.size(), 2u);
}

TEST(Int8GemvConfigs, HaveADefaultAmongThem) {
  EXPECT_EQ(find_int8_gemv_config(default_int8_gemv_config().name), &default_int8_gemv_config());
}

}  // namespace
}  // namespace l2bench
