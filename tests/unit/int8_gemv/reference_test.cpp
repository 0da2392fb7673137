#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "kernels/int8_gemv_reference.hpp"

namespace l2bench {
namespace {

using testing::ElementsAre;

// bf16 bit patterns.
constexpr std::uint16_t one = 0x3F80;
constexpr std::uint16_t minus_two = 0xC000;
constexpr std::uint16_t half = 0x3F00;
constexpr std::uint16_t three = 0x4040;

TEST(Bf16Value, IsTheUpperHalfOfAFloat) {
  EXPECT_EQ(bf16_value(one), 1.0);
  EXPECT_EQ(bf16_value(minus_two), -2.0);
  EXPECT_EQ(bf16_value(0x0001), std::ldexp(1.0, -133)) << "the smallest subnormal";
  EXPECT_EQ(bf16_value(0x7F7F), 255.0 * std::ldexp(1.0, 120)) << "the largest";
  EXPECT_TRUE(std::isinf(bf16_value(0x7F80)));
  EXPECT_TRUE(std::isnan(bf16_value(0x7FC0)));
}

TEST(Int8GemvReference, MultipliesOneByOne) {
  const std::array<std::int8_t, 1> weight{-128};
  const std::array<float, 1> scale{0.5F};
  const std::array<std::uint16_t, 1> x{three};
  EXPECT_THAT(int8_gemv_reference(weight, scale, x, 1, 1, 1), ElementsAre(-192.0));
}

TEST(Int8GemvReference, ScalesEachRowOfTheWeightAndKeepsRowsOfXApart) {
  // 3 rows of weight, 5 columns, 2 rows of x: no size divides another.
  const std::array<std::int8_t, 15> weight{1, 2, 3, 4, 5, -1, 0, 1, 0, -1, 127, -128, 0, 0, 1};
  const std::array<float, 3> scale{1.0F, 2.0F, 0.25F};
  const std::array<std::uint16_t, 10> x{one, one, one, one, one, minus_two, half, three, one, minus_two};
  // Row 0 of x: 15, -1, 0. Row 1: -2+1+9+4-10 = 2, 2+3+2 = 7, -254-64-2 = -320.
  EXPECT_THAT(int8_gemv_reference(weight, scale, x, 3, 5, 2), ElementsAre(15.0, -2.0, 0.0, 2.0, 14.0, -80.0));
}

TEST(Int8GemvReference, SumsInDoublePrecision) {
  // 127 * 2^24 + 1 needs 31 bits: a float would drop the 1.
  const std::array<std::int8_t, 2> weight{127, 1};
  const std::array<float, 1> scale{1.0F};
  const std::array<std::uint16_t, 2> x{0x4B80 /* 2^24 */, one};
  EXPECT_THAT(int8_gemv_reference(weight, scale, x, 1, 2, 1), ElementsAre(127.0 * 16777216.0 + 1.0));
}

}  // namespace
}  // namespace l2bench
