#include "kernels/consume_config.hpp"

#include <charconv>

namespace l2bench {
namespace {

constexpr std::string_view forward_word = "forward";
constexpr std::string_view backward_word = "backward";
constexpr std::string_view empty_word = "empty";

std::optional<ConsumeOrder> parse_order(std::string_view word) {
  if (word == forward_word) return ConsumeOrder::forward;
  if (word == backward_word) return ConsumeOrder::backward;
  return std::nullopt;
}

/// 1 to most_flops_per_byte, without leading zeros, so that every config has one name.
std::optional<int> parse_flops(std::string_view text) {
  int flops = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), flops);
  if (error != std::errc{} || end != text.data() + text.size() || text.front() == '0') return std::nullopt;
  if (flops < 1 || flops > most_flops_per_byte) return std::nullopt;
  return flops;
}

}  // namespace

std::optional<ConsumeConfig> parse_consume_config(std::string_view name) {
  if (name == empty_word) return ConsumeConfig{ConsumeOrder::nothing, 0};
  const std::size_t dash = name.find('-');
  const std::optional<ConsumeOrder> order = parse_order(name.substr(0, dash));
  if (!order) return std::nullopt;
  if (dash == std::string_view::npos) return ConsumeConfig{*order, 0};
  const std::optional<int> flops = parse_flops(name.substr(dash + 1));
  return flops ? std::optional(ConsumeConfig{*order, *flops}) : std::nullopt;
}

std::uint32_t produced_sum(std::uint64_t seed, std::uint64_t bytes) {
  std::uint32_t sum = 0;
  for (std::uint64_t i = 0; i < bytes / sizeof(std::uint32_t); ++i) sum += produced_word(seed, i);
  return sum;
}

}  // namespace l2bench
