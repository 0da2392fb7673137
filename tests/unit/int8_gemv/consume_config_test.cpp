#include "kernels/consume_config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/workload_configs.hpp"

namespace l2bench {
namespace {

TEST(ConsumeConfig, IsAnOrderWithOperationsForEachByte) {
  EXPECT_EQ(parse_consume_config("forward"), (ConsumeConfig{ConsumeOrder::forward, 0}));
  EXPECT_EQ(parse_consume_config("backward"), (ConsumeConfig{ConsumeOrder::backward, 0}));
  EXPECT_EQ(parse_consume_config("forward-64"), (ConsumeConfig{ConsumeOrder::forward, 64}));
  EXPECT_EQ(parse_consume_config("backward-4096"), (ConsumeConfig{ConsumeOrder::backward, 4096}));
  EXPECT_EQ(parse_consume_config("empty"), (ConsumeConfig{ConsumeOrder::nothing, 0}));
}

TEST(ConsumeConfig, HasOneNameForEachWayOfReading) {
  for (const char* name : {"", "forwards", "forward-", "forward-0", "forward-04", "forward-4097", "forward-4x",
                           "empty-4", "best", "-4", "forward--4"}) {
    EXPECT_EQ(parse_consume_config(name), std::nullopt) << name;
  }
}

TEST(ConsumeConfig, EveryListedNameIsOne) {
  for (const std::string& name : workload_config_names("consume")) EXPECT_TRUE(parse_consume_config(name)) << name;
  EXPECT_EQ(workload_config_names("int8-gemv").size(), 140U);
  EXPECT_TRUE(workload_config_names("cublas").empty());
}

TEST(ProducedWord, DependsOnSeedAndPlace) {
  EXPECT_EQ(produced_word(1, 0), produced_word(1, 0));
  EXPECT_NE(produced_word(1, 0), produced_word(1, 1));
  EXPECT_NE(produced_word(1, 0), produced_word(2, 0));
}

TEST(ProducedSum, IsTheSumOfTheWords) {
  std::uint32_t sum = 0;
  for (std::uint64_t i = 0; i < 256; ++i) sum += produced_word(7, i);
  EXPECT_EQ(produced_sum(7, 1024), sum);
  EXPECT_EQ(produced_sum(7, 0), 0U);
}

}  // namespace
}  // namespace l2bench
