#pragma once

#include <cstdint>

#include "kernels/int8_gemv_variant.hpp"

// How one call is cut into tiles and passes, and where its parts lie in shared memory. Plain C++: no device is asked.

namespace l2bench::int8_gemv {

/// Offsets of a block's parts in dynamic shared memory, in bytes; the weights' ring lies at 0.
struct SharedLayout {
  int x_planes = 0;   ///< digits of x: [rows of x x 4][x_pitch] int8
  int x_scales = 0;   ///< [rows of x][chunks] float
  int x_staging = 0;  ///< x as it came: [rows of x][columns] bf16
  int meeting = 0;    ///< the warps' sums: [2][k_warps][tile rows][rows of x] float
  int bytes = 0;
};

/// One call.
struct Plan {
  Variant variant{};  ///< the one that runs
  int tiles = 0;      ///< ceil(n / tile_rows)
  int passes = 0;     ///< ceil(k / pass_columns), for stages in registers up to the next multiple of their number
  int x_pitch = 0;    ///< bytes from one plane of digits to the next
  SharedLayout layout;
};

/// Plans a call of `wanted` on a device whose blocks can have `shared_limit` bytes of shared memory. Digits become bf16
/// where there are more than most_digit_rows rows of x, or where the digits do not fit.
/// Throws MachineError if the variant needs more than that even so.
Plan plan_call(const Int8GemvConfig& wanted, std::int64_t n, std::int64_t k, int m, int shared_limit);

}  // namespace l2bench::int8_gemv
