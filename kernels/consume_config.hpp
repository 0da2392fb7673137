#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

// How the workload `consume` reads its block, as plain data: no CUDA in this header.

namespace l2bench {

enum class ConsumeOrder {
  forward,   ///< from the first byte on, the order in which `produce` stores them
  backward,  ///< from the last byte on: what was stored last is read first
  nothing    ///< the same launch without a load: what a consumer of nothing moves
};

struct ConsumeConfig {
  ConsumeOrder order = ConsumeOrder::forward;
  int flops_per_byte = 0;  ///< single-precision operations for each byte read; 0: memory-bound
  friend bool operator==(const ConsumeConfig&, const ConsumeConfig&) = default;
};

inline constexpr int most_flops_per_byte = 4096;

/// "forward", "backward", "empty", or an order with its operations a byte: "forward-64". Empty for any other text.
std::optional<ConsumeConfig> parse_consume_config(std::string_view name);

/// What `produce` stores in 32-bit word `index` of a block, and what `consume` therefore reads: a hash of both.
constexpr std::uint32_t produced_word(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed + (index + 1) * 0x9E3779B97F4A7C15ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return static_cast<std::uint32_t>(z >> 32);
}

/// CPU reference: the sum, modulo 2^32, of the words of a block of `bytes`. The order of reading does not change it.
std::uint32_t produced_sum(std::uint64_t seed, std::uint64_t bytes);

}  // namespace l2bench
