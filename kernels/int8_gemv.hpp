#pragma once

#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "kernels/int8_gemv_configs.hpp"

namespace l2bench {

/// Device memory that launch_int8_gemv needs besides its operands, in bytes. 0 where the warps of one block finish a
/// row among themselves, which all present variants do; then `workspace` may be nullptr.
std::size_t int8_gemv_workspace_bytes(const Int8GemvConfig& config, std::int64_t n, std::int64_t k, int m);

/// Queues y = scale[row] * (weight x) as one kernel, rounded once to bf16. Sums are in fp32; with digits
/// (int8_gemv_digits.hpp) those of a warp's columns are exact integers first, and an x that is not finite makes its row
/// of y NaN where bf16 would sometimes leave an infinity.
///   weight [n, k] row-major, scale [n], x [m, k] row-major, y [m, n] row-major; n, k >= 1; 1 <= m <= 8.
/// All pointers are to device memory. Where k is no multiple of 16, or weight or x is not 16-byte aligned, a plain
/// kernel runs in place of the variant. Throws std::invalid_argument for sizes outside these bounds, MachineError if
/// the device's blocks have too little shared memory for the variant, and DeviceError if CUDA refuses the launch.
void launch_int8_gemv(const Int8GemvConfig& config, const std::int8_t* weight, const float* scale,
                      const __nv_bfloat16* x, __nv_bfloat16* y, std::int64_t n, std::int64_t k, int m, void* workspace,
                      cudaStream_t stream);

}  // namespace l2bench
