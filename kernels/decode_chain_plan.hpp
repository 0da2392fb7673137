#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The workload `decode-chain` as plain data: which kernels run in which order over which tensors. No CUDA in this
// header: the real device and the model run the same list.

namespace l2bench {

struct ChainConfig {
  int layers = 1;
  int kv_length = 1024;  ///< keys and values in each layer's cache
  bool empty = false;    ///< an empty launch in place of each kernel: what is put between them works alone
  friend bool operator==(const ChainConfig&, const ChainConfig&) = default;
};

inline constexpr int most_chain_layers = 256;
inline constexpr int most_kv_length = 8192;  ///< the scores of one row of attention stay in shared memory
inline constexpr int head_size = 128;
inline constexpr int query_heads_per_kv_head = 4;

/// "layers-2", "layers-2-kv-256", "layers-2-empty". Empty for any other text.
std::optional<ChainConfig> parse_chain_config(std::string_view name);

/// The chain's sizes: those of Llama with `hidden` and `ffn` of its own, heads of head_size, and one key-value head for
/// four query heads.
struct ChainSizes {
  ChainConfig config;
  std::int64_t tokens = 1;
  std::int64_t hidden = 0;
  std::int64_t ffn = 0;

  std::int64_t query_heads() const { return hidden / head_size; }
  std::int64_t kv_heads() const { return query_heads() / query_heads_per_kv_head; }
  std::int64_t qkv_features() const { return (query_heads() + 2 * kv_heads()) * head_size; }
};
/// Throws DeviceError for a config or a shape that is none of a chain.
ChainSizes chain_sizes(std::string_view config, std::int64_t hidden, std::int64_t ffn, std::int64_t tokens);

enum class ChainOp { norm, gemm, attention, silu_mul, add };

/// Tensors of [tokens, features]. `x` is the chain's input, which it never writes, so that a call can be repeated.
enum class ChainTensor { x, y, normed, qkv, attended, projected, middle, gate_up, activated };
inline constexpr std::array<ChainTensor, 9> chain_tensors{
    ChainTensor::x,         ChainTensor::y,      ChainTensor::normed,  ChainTensor::qkv,      ChainTensor::attended,
    ChainTensor::projected, ChainTensor::middle, ChainTensor::gate_up, ChainTensor::activated};

/// What a layer keeps: weights of the norms and of the projections, and the cache of keys, then values.
enum class ChainWeight { norm_1, norm_2, qkv, output, gate_up, down, cache };
inline constexpr std::array<ChainWeight, 7> chain_weights{ChainWeight::norm_1, ChainWeight::norm_2,  ChainWeight::qkv,
                                                          ChainWeight::output, ChainWeight::gate_up, ChainWeight::down,
                                                          ChainWeight::cache};

struct ChainKernel {
  ChainOp op = ChainOp::norm;
  std::string_view name;  ///< "QKV projection"
  int layer = 0;
  ChainTensor in = ChainTensor::x;
  std::optional<ChainTensor> second;  ///< add: the other summand
  ChainTensor out = ChainTensor::y;
  std::optional<ChainWeight> weight;
};

inline constexpr int chain_element_bytes = 2;  ///< bf16

/// The kernels of one call in order; an empty chain has as many empty ones.
std::vector<ChainKernel> chain_kernels(const ChainSizes& sizes);

std::int64_t features_of(ChainTensor tensor, const ChainSizes& sizes);
std::uint64_t tensor_bytes(ChainTensor tensor, const ChainSizes& sizes);
std::uint64_t weight_elements(ChainWeight weight, const ChainSizes& sizes);
/// Of one layer, the cache left out.
std::uint64_t layer_weight_bytes(const ChainSizes& sizes);
/// Of all layers: what a call must read at least.
std::uint64_t chain_weight_bytes(const ChainSizes& sizes);
std::uint64_t chain_cache_bytes(const ChainSizes& sizes);
/// All device memory of a chain: weights, caches and tensors.
std::uint64_t chain_bytes(const ChainSizes& sizes);

}  // namespace l2bench
