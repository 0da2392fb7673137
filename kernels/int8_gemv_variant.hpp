#pragma once

#include "kernels/int8_gemv_configs.hpp"

// Sizes that follow from a variant: known when its kernel is compiled. Plain C++, shared by kernels and launcher.

namespace l2bench::int8_gemv {

inline constexpr int lanes = 32;
inline constexpr int lane_bytes = 16;    ///< of one load
inline constexpr int step_columns = 64;  ///< columns that four lanes' loads cover, and one step of the tensor cores
inline constexpr int mma_columns = 8;    ///< rows of x, or digits of them, that the tensor cores take at once
inline constexpr int most_x_rows = 8;
inline constexpr int most_digit_rows = 2;  ///< rows of x whose digits fill mma_columns

/// What is fixed when a kernel is compiled.
struct Variant {
  int rows;
  int k_warps;
  int row_warps;
  int columns;
  int stages;
  Int8WeightPath weights;
  Int8XPath x;
  friend constexpr bool operator==(const Variant&, const Variant&) = default;

  constexpr int warps() const { return k_warps * row_warps; }
  constexpr int threads() const { return lanes * warps(); }
  constexpr int parts() const { return rows / 8; }  ///< the tensor cores' operand comes in parts of 8 rows
  constexpr int steps() const { return columns / step_columns; }
  constexpr int pass_columns() const { return columns * k_warps; }  ///< columns a block takes at once
  constexpr int tile_rows() const { return rows * row_warps; }      ///< rows a block takes at once
  constexpr int stage_bytes() const { return rows * columns; }      ///< of a warp
  constexpr int ring_bytes() const { return weights == Int8WeightPath::shared ? stage_bytes() * stages * warps() : 0; }
  /// Steps that are unrolled: all where registers hold the weights, since only constants can index those; otherwise as
  /// many as registers allow.
  constexpr int unroll() const {
    if (weights == Int8WeightPath::registers) return steps();
    return x == Int8XPath::digits && steps() > 1 ? 4 : 1;
  }
  /// Blocks that the registers of a multiprocessor must hold, so that enough loads are in flight.
  constexpr int blocks_at_once() const {
    const int ring = weights == Int8WeightPath::registers ? 4 * parts() * steps() * stages : 0;
    const int registers = 64 + ring;
    const int blocks = 65536 / (threads() * (registers < 128 ? registers : 128));
    return blocks < 1 ? 1 : blocks;
  }
};

constexpr Variant variant_of(const Int8GemvConfig& config) {
  return {config.rows, config.k_warps, config.row_warps, config.columns, config.stages, config.weights, config.x};
}

}  // namespace l2bench::int8_gemv
