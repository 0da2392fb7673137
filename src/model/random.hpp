#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace l2bench {

/// The output function of SplitMix64: every bit of the result depends on every bit of `x`.
constexpr std::uint64_t scramble(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

constexpr std::uint64_t scramble(std::uint64_t a, std::uint64_t b) {
  return scramble(scramble(a) ^ b);
}

/// True with `chance`, always the same for the same `key`.
constexpr bool happens(double chance, std::uint64_t key) {
  return static_cast<double>(key >> 11U) * 0x1p-53 < chance;
}

/// 0 .. n-1 in an order that `seed` decides.
inline std::vector<std::uint32_t> shuffled(std::uint32_t n, std::uint64_t seed) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0U);
  for (std::uint32_t i = n; i > 1; --i) std::swap(order[i - 1], order[scramble(seed, i) % i]);
  return order;
}

}  // namespace l2bench
