#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "kernels/int8_gemv_digits.hpp"
#include "kernels/int8_gemv_reference.hpp"

namespace l2bench::int8_gemv {
namespace {

constexpr std::uint32_t finite_patterns = 0x7F80;  // of each sign

std::int8_t digit(std::uint32_t digits, int index) {
  return static_cast<std::int8_t>(digits >> (8 * (digit_count - 1 - index)));
}

/// What the kernel makes of a value: scale * sum of factor * digit.
double value_of(std::uint32_t digits, int chunk_exponent) {
  double sum = 0.0;
  for (int i = 0; i < digit_count; ++i) sum += double{digit_factor(i)} * digit(digits, i);
  return sum * double{std::bit_cast<float>(chunk_scale_bits(chunk_exponent))};
}

double through_digits(std::uint32_t bits, int chunk_exponent) {
  return value_of(balanced_digits(fixed_point(bits, chunk_exponent)), chunk_exponent);
}

TEST(Digits, HoldEveryFiniteBf16ExactlyInAChunkOfItsOwn) {
  for (const std::uint32_t sign : {0x0000u, 0x8000u}) {
    for (std::uint32_t magnitude = 0; magnitude < finite_patterns; ++magnitude) {
      const std::uint32_t bits = sign | magnitude;
      ASSERT_EQ(through_digits(bits, exponent_of(bits)), bf16_value(static_cast<std::uint16_t>(bits))) << bits;
    }
  }
}

TEST(Digits, AreExactDownTo22PowersOfTwoBelowTheLargest) {
  for (std::uint32_t magnitude = 0; magnitude < finite_patterns; magnitude += 3) {
    const int chunk_exponent = exponent_of(magnitude) + 22;
    if (chunk_exponent > 254) break;
    ASSERT_EQ(through_digits(magnitude, chunk_exponent), bf16_value(static_cast<std::uint16_t>(magnitude)))
        << magnitude;
  }
}

TEST(Digits, LoseLessThanTwoToTheMinus29OfTheLargest) {
  const int chunk_exponent = 150;
  const double largest = std::ldexp(1.0, chunk_exponent - 127);
  const std::uint32_t all_ones = 0x7F;  // a significand of 1.9921875: the worst to cut
  for (int exponent = 1; exponent <= chunk_exponent; ++exponent) {
    const std::uint32_t bits = static_cast<std::uint32_t>(exponent) << 7 | all_ones;
    const double error = std::abs(through_digits(bits, chunk_exponent) - bf16_value(static_cast<std::uint16_t>(bits)));
    EXPECT_LT(error, std::ldexp(largest, -29)) << exponent;
    const bool is_cut = exponent < chunk_exponent - 22;
    EXPECT_EQ(error > 0.0, is_cut) << exponent;
  }
}

TEST(Digits, AreBalanced) {
  EXPECT_EQ(balanced_digits(0), 0u);
  EXPECT_EQ(balanced_digits(127), 127u);
  EXPECT_EQ(balanced_digits(128), 0x00000180u) << "1 * 256 - 128";
  EXPECT_EQ(balanced_digits(-1), 0x000000FFu) << "no digit but the last: -1";
  EXPECT_EQ(balanced_digits(-129), 0x0000FF7Fu) << "-256 + 127";
  EXPECT_EQ(balanced_digits((1 << 30) - 1), 0x400000FFu);
}

TEST(FixedPoint, StaysBelowTwoToThe30) {
  EXPECT_EQ(fixed_point(0x3FFF, 127), 0xFF << 22);
  EXPECT_EQ(fixed_point(0xBFFF, 127), -(0xFF << 22));
}

TEST(ChunkScale, IsNanWhereTheChunkIsNotFinite) {
  EXPECT_EQ(std::bit_cast<float>(chunk_scale_bits(127)), 1.0F);
  EXPECT_EQ(std::bit_cast<float>(chunk_scale_bits(1)), std::ldexp(1.0F, -126));
  EXPECT_TRUE(std::isnan(std::bit_cast<float>(chunk_scale_bits(exponent_of(0x7F80)))));
  EXPECT_TRUE(std::isnan(std::bit_cast<float>(chunk_scale_bits(exponent_of(0xFFC0)))));
}

}  // namespace
}  // namespace l2bench::int8_gemv
