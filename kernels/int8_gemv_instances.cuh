#pragma once

#include <cstddef>
#include <utility>

#include "kernels/int8_gemv_kernel.cuh"
#include "kernels/int8_gemv_table.hpp"

// Turns the table's entries into kernels. Each int8_gemv_<weights>_<x>.cu makes those of one group, so that they
// compile side by side.

namespace l2bench::int8_gemv {

using KernelFunction = void (*)(Task, SharedLayout);

/// The kernel of `wanted`, or nullptr if no entry of the table with these paths is it.
template <Int8WeightPath Weights, Int8XPath X>
KernelFunction find_kernel(const Variant& wanted);

template <>
KernelFunction find_kernel<Int8WeightPath::registers, Int8XPath::digits>(const Variant& wanted);
template <>
KernelFunction find_kernel<Int8WeightPath::registers, Int8XPath::bf16>(const Variant& wanted);
template <>
KernelFunction find_kernel<Int8WeightPath::shared, Int8XPath::digits>(const Variant& wanted);
template <>
KernelFunction find_kernel<Int8WeightPath::shared, Int8XPath::bf16>(const Variant& wanted);

template <Int8WeightPath Weights, Int8XPath X, std::size_t Index>
void match_kernel(const Variant& wanted, KernelFunction& found) {
  constexpr Variant v = variant_of(table[Index]);
  if constexpr (v.weights == Weights && v.x == X) {
    if (v == wanted) {
      found = &int8_gemv_kernel<v.rows, v.k_warps, v.row_warps, v.columns, v.stages, v.weights, v.x>;
    }
  }
}

template <Int8WeightPath Weights, Int8XPath X>
KernelFunction search_table(const Variant& wanted) {
  return [&]<std::size_t... Indices>(std::index_sequence<Indices...>) {
    KernelFunction found = nullptr;
    (match_kernel<Weights, X, Indices>(wanted, found), ...);
    return found;
  }
  (std::make_index_sequence<config_count>{});
}

}  // namespace l2bench::int8_gemv
