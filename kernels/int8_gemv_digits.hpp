#pragma once

#include <cstdint>

// x as int8 digits, so that int8 tensor cores can multiply it with the weights as they are. Plain C++: the same
// functions run in the kernel and in the tests.
//
// A chunk of x (the columns that a warp takes at once) shares one exponent E, that of its largest element. Each element
// becomes an integer v, x = v * 2^(E - 156), and v four digits of base 256, each from -128 to 127, so that
//   sum w x = 2^(E - 156) * sum over d of 256^(3 - d) * sum w digit_d,
// where the inner sums are exact in int32. The eight significant bits of a bf16 start at bit 29 of v for the largest
// element: elements down to 2^-22 of it are exact. What is lost of a smaller one is less than 2^-29 of the largest,
// where fp32 sums lose 2^-24 of the sum.

namespace l2bench::int8_gemv {

inline constexpr int digit_count = 4;
inline constexpr int bits_below_top = 22;  ///< v of the largest element is its significand times 2^22

/// The biased exponent of a bf16, as its significand is to be read: a subnormal's is that of the smallest normal.
constexpr int exponent_of(std::uint32_t bits) {
  const int exponent = static_cast<int>((bits >> 7) & 0xFFu);
  return exponent > 1 ? exponent : 1;
}

/// v of the bf16 `bits` in a chunk of exponent `chunk_exponent`, cut towards 0. |v| < 2^30.
constexpr std::int32_t fixed_point(std::uint32_t bits, int chunk_exponent) {
  const std::uint32_t hidden = (bits & 0x7F80u) != 0 ? 0x80u : 0u;
  const auto significand = static_cast<std::int32_t>(((bits & 0x7Fu) | hidden) << bits_below_top);
  const int down = chunk_exponent - exponent_of(bits);
  const std::int32_t magnitude = significand >> (down < 31 ? down : 31);
  return (bits & 0x8000u) != 0 ? -magnitude : magnitude;
}

/// The four digits of v as bytes, the most significant digit in the most significant byte.
constexpr std::uint32_t balanced_digits(std::int32_t v) {
  // Adding 128 to each digit leaves plain base-256 digits; flipping each top bit takes the 128 away again.
  return (static_cast<std::uint32_t>(v) + 0x80808080u) ^ 0x80808080u;
}

/// The bits of the float 2^(E - 127), or of NaN where the chunk holds an infinity or a NaN.
constexpr std::uint32_t chunk_scale_bits(int chunk_exponent) {
  const std::uint32_t bits = static_cast<std::uint32_t>(chunk_exponent) << 23;
  return chunk_exponent == 255 ? bits | 0x400000u : bits;
}

/// The factor of a digit besides the chunk's scale: 2^(E - 156) * 256^(3 - digit) = 2^(E - 127) * this.
constexpr float digit_factor(int digit) {
  float factor = 1.0F / 32.0F;  // 2^(24 - 156 + 127)
  for (int i = 0; i < digit; ++i) factor /= 256.0F;
  return factor;
}

}  // namespace l2bench::int8_gemv
