#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/decode_chain_plan.hpp"

// CPU references of the kernels of decode_chain.hpp, one row (token) each, in double precision from the data as stored.

namespace l2bench {

inline constexpr double norm_epsilon = 1e-5;

/// x / sqrt(mean of x^2 + epsilon) * weight.
std::vector<double> rms_norm_reference(std::span<const double> x, std::span<const double> weight);

/// Row of [query heads + key heads + value heads] x head_size. Its own key and value stand behind those of the cache,
/// [2][kv heads][kv length][head_size]: keys, then values. Each query head: softmax(q k / sqrt(head_size)) v.
std::vector<double> attention_reference(std::span<const double> qkv, std::span<const double> cache,
                                        const ChainSizes& sizes);

/// Row of [gate, up]: gate / (1 + exp(-gate)) * up.
std::vector<double> silu_mul_reference(std::span<const double> gate_up);

std::vector<double> add_reference(std::span<const double> a, std::span<const double> b);

}  // namespace l2bench
