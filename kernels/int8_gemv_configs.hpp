#pragma once

#include <span>
#include <string_view>

// The compiled variants of the INT8 GEMV, as plain data: no CUDA in this header.

namespace l2bench {

/// Where a warp keeps the weights that are on their way from memory.
enum class Int8WeightPath {
  registers,  ///< 16-byte global loads into registers
  shared      ///< 16-byte cp.async copies into shared memory
};

/// How x meets the weights.
enum class Int8XPath {
  digits,  ///< staged in shared memory as int8 digits: int8 tensor cores take the weights as they are
  bf16     ///< loaded as it is into registers: bf16 tensor cores, and the weights are converted
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
  int columns = 0;    ///< consecutive columns (bytes) of a row that a warp loads at once
  int stages = 0;     ///< how many such loads a warp keeps in flight
  Int8WeightPath weights = Int8WeightPath::registers;
  Int8XPath x = Int8XPath::digits;  ///< digits: for 1 or 2 rows of x that fit in shared memory; otherwise bf16 runs
  Int8Grid grid = Int8Grid::tiles;

  constexpr int threads() const { return 32 * k_warps * row_warps; }
  constexpr int rows_per_block() const { return rows * row_warps; }
  constexpr int bytes_in_flight() const { return rows * columns * stages * k_warps * row_warps; }  ///< of a block
};

/// Every variant, in a fixed order.
std::span<const Int8GemvConfig> int8_gemv_configs();

/// The variant of that name, or nullptr.
const Int8GemvConfig* find_int8_gemv_config(std::string_view name);

/// The variant used where nobody chose one: of those that fit the shared memory of every supported device, the one that
/// loses least to the best at 4096x4096, 28672x4096 and 4096x14336 on an H200 (9% at most; results/h200/int8_all.json).
const Int8GemvConfig& default_int8_gemv_config();

}  // namespace l2bench
