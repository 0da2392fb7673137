#include "kernels/decode_chain_plan.hpp"

#include <fmt/format.h>

#include <charconv>

#include "l2bench/error.hpp"
#include "l2bench/words.hpp"

namespace l2bench {
namespace {

constexpr std::string_view empty_suffix = "-empty";

/// Takes "WORD-NUMBER" from the front of `text`; the number is 1 to `most`, without leading zeros.
std::optional<int> take_number(std::string_view& text, std::string_view word, int most) {
  if (!text.starts_with(word)) return std::nullopt;
  const std::string_view digits = text.substr(word.size());
  int number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || digits.front() == '0' || number < 1 || number > most) return std::nullopt;
  text = digits.substr(static_cast<std::size_t>(end - digits.data()));
  return number;
}

std::uint64_t product(std::int64_t a, std::int64_t b) {
  return static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b);
}

void add_layer(std::vector<ChainKernel>& kernels, int layer) {
  using T = ChainTensor;
  using W = ChainWeight;
  const T in = layer == 0 ? T::x : T::y;
  const auto add = [&](ChainOp op, std::string_view name, T from, std::optional<T> second, T to,
                       std::optional<W> weight) {
    kernels.push_back({op, name, layer, from, second, to, weight});
  };
  add(ChainOp::norm, "RMSNorm 1", in, {}, T::normed, W::norm_1);
  add(ChainOp::gemm, "QKV projection", T::normed, {}, T::qkv, W::qkv);
  add(ChainOp::attention, "attention", T::qkv, {}, T::attended, W::cache);
  add(ChainOp::gemm, "output projection", T::attended, {}, T::projected, W::output);
  add(ChainOp::add, "residual add 1", in, T::projected, T::middle, {});
  add(ChainOp::norm, "RMSNorm 2", T::middle, {}, T::normed, W::norm_2);
  add(ChainOp::gemm, "gate and up projection", T::normed, {}, T::gate_up, W::gate_up);
  add(ChainOp::silu_mul, "SiLU-mul", T::gate_up, {}, T::activated, {});
  add(ChainOp::gemm, "down projection", T::activated, {}, T::projected, W::down);
  add(ChainOp::add, "residual add 2", T::middle, T::projected, T::y, {});
}

}  // namespace

std::optional<ChainConfig> parse_chain_config(std::string_view name) {
  ChainConfig config;
  const auto layers = take_number(name, "layers-", most_chain_layers);
  if (!layers) return std::nullopt;
  config.layers = *layers;
  if (name.starts_with("-kv-")) {
    const auto length = take_number(name, "-kv-", most_kv_length);
    if (!length) return std::nullopt;
    config.kv_length = *length;
  }
  config.empty = name == empty_suffix;
  return config.empty || name.empty() ? std::optional(config) : std::nullopt;
}

ChainSizes chain_sizes(std::string_view config, std::int64_t hidden, std::int64_t ffn, std::int64_t tokens) {
  constexpr std::int64_t granule = std::int64_t{head_size} * query_heads_per_kv_head;
  const auto parsed = config.empty() ? std::optional(ChainConfig{}) : parse_chain_config(config);
  if (!parsed) {
    throw DeviceError(
        fmt::format("decode-chain has no config {}. Write layers-N with N from 1 to {}, then -kv-LENGTH (1 to {}) if "
                    "wanted, then -empty for empty launches in place of its kernels: layers-2-kv-256.",
                    in_quotes(config), most_chain_layers, most_kv_length),
        false);
  }
  if (hidden % granule != 0 || ffn % 8 != 0) {
    throw DeviceError(fmt::format("decode-chain's shape is hidden x feed-forward size, hidden a multiple of {}, the "
                                  "other of 8, such as 4096x14336; {}x{} is not.",
                                  granule, hidden, ffn),
                      false);
  }
  return {*parsed, tokens, hidden, ffn};
}

std::vector<ChainKernel> chain_kernels(const ChainSizes& sizes) {
  std::vector<ChainKernel> kernels;
  for (int layer = 0; layer < sizes.config.layers; ++layer) add_layer(kernels, layer);
  return kernels;
}

std::int64_t features_of(ChainTensor tensor, const ChainSizes& sizes) {
  switch (tensor) {
    case ChainTensor::qkv:
      return sizes.qkv_features();
    case ChainTensor::gate_up:
      return 2 * sizes.ffn;
    case ChainTensor::activated:
      return sizes.ffn;
    default:
      return sizes.hidden;
  }
}

std::uint64_t tensor_bytes(ChainTensor tensor, const ChainSizes& sizes) {
  return product(features_of(tensor, sizes), sizes.tokens) * chain_element_bytes;
}

std::uint64_t weight_elements(ChainWeight weight, const ChainSizes& sizes) {
  switch (weight) {
    case ChainWeight::norm_1:
    case ChainWeight::norm_2:
      return static_cast<std::uint64_t>(sizes.hidden);
    case ChainWeight::qkv:
      return product(sizes.qkv_features(), sizes.hidden);
    case ChainWeight::output:
      return product(sizes.hidden, sizes.hidden);
    case ChainWeight::gate_up:
      return 2 * product(sizes.ffn, sizes.hidden);
    case ChainWeight::down:
      return product(sizes.hidden, sizes.ffn);
    case ChainWeight::cache:
      break;
  }
  return 2 * product(sizes.kv_heads() * head_size, sizes.config.kv_length);
}

std::uint64_t layer_weight_bytes(const ChainSizes& sizes) {
  std::uint64_t elements = 0;
  for (const ChainWeight weight : chain_weights) {
    if (weight != ChainWeight::cache) elements += weight_elements(weight, sizes);
  }
  return elements * chain_element_bytes;
}

std::uint64_t chain_weight_bytes(const ChainSizes& sizes) {
  return sizes.config.empty ? 0 : layer_weight_bytes(sizes) * static_cast<std::uint64_t>(sizes.config.layers);
}

std::uint64_t chain_cache_bytes(const ChainSizes& sizes) {
  if (sizes.config.empty) return 0;
  return weight_elements(ChainWeight::cache, sizes) * chain_element_bytes *
         static_cast<std::uint64_t>(sizes.config.layers);
}

std::uint64_t chain_bytes(const ChainSizes& sizes) {
  std::uint64_t bytes = chain_weight_bytes(sizes) + chain_cache_bytes(sizes);
  for (const ChainTensor tensor : chain_tensors) bytes += tensor_bytes(tensor, sizes);
  return bytes;
}

}  // namespace l2bench
