#pragma once

#include <cstddef>
#include <utility>

#include "kernels/int8_gemv_kernel.cuh"
#include "kernels/int8_gemv_table.hpp"

// Turns the table's entries into kernels. Each of the int8_gemv_*.cu files makes those of one group, so that they
// compile side by side.

namespace l2bench::int8_gemv {

using KernelFunction = void (*)(Task, SharedLayout);

constexpr Variant variant_of(const Int8GemvConfig& config) {
  return {config.rows, config.k_warps, config.row_warps, config.loads, config.weights, config.x};
}

/// The kernel of `wanted`, or nullptr if the table's entries with these rows and this weight path do not hold it.
template <int Rows, Int8WeightPath Path>
KernelFunction find_kernel(const Variant& wanted);

template <int Rows, Int8WeightPath Path, std::size_t Index>
void match_kernel(const Variant& wanted, KernelFunction& found) {
  constexpr Int8GemvConfig config = table[Index];
  if constexpr (config.rows == Rows && config.weights == Path) {
    if (variant_of(config) == wanted) {
      found = &int8_gemv_kernel<config.rows, config.k_warps, config.row_warps, config.loads, config.weights, config.x>;
    }
  }
}

template <int Rows, Int8WeightPath Path>
KernelFunction search_table(const Variant& wanted) {
  return [&]<std::size_t... Indices>(std::index_sequence<Indices...>) {
    KernelFunction found = nullptr;
    (match_kernel<Rows, Path, Indices>(wanted, found), ...);
    return found;
  }
  (std::make_index_sequence<variant_count>{});
}

}  // namespace l2bench::int8_gemv
