#pragma once

#include <span>
#include <string_view>

// The compiled variants of the INT8 GEMV, as plain data: no CUDA in this header.

namespace l2bench {

/// Where a warp keeps the weights that are on their way from memory.
enum class Int8WeightPath {
  registers,  ///< 16-byte global loads into a ring of registers
  shared      ///< 16-byte cp.async copies into a ring of shared memory, private to each lane
};

/// Where the input x is read from while a warp works through its weights.
enum class Int8XPath {
  shared,    ///< staged once a block; where it does not fit, the kernel of `registers` runs instead
  registers  ///< loaded with the weights; kept from tile to tile where a lane's columns never change
};

/// Which blocks take which tiles of rows.
enum class Int8Grid {
  tiles,      ///< one block a tile
  persistent  ///< as many blocks as the device's multiprocessors hold, each taking tile after tile
};

/// One variant of the kernel.
struct Int8GemvConfig {
  std::string_view name;
  int rows = 0;       ///< weight rows a warp works on at once: 8 or 16
  int k_warps = 0;    ///< warps of a block that share the columns of a row
  int row_warps = 0;  ///< groups of such warps in a block, one below the other
  int loads = 0;      ///< 16-byte loads a lane keeps in flight
  Int8WeightPath weights = Int8WeightPath::registers;
  Int8XPath x = Int8XPath::shared;
  Int8Grid grid = Int8Grid::tiles;

  constexpr int threads() const { return 32 * k_warps * row_warps; }
  constexpr int rows_per_block() const { return rows * row_warps; }
};

/// Every variant, in a fixed order.
std::span<const Int8GemvConfig> int8_gemv_configs();

/// The variant of that name, or nullptr.
const Int8GemvConfig* find_int8_gemv_config(std::string_view name);

/// The variant used where nobody chose one.
const Int8GemvConfig& default_int8_gemv_config();

}  // namespace l2bench
