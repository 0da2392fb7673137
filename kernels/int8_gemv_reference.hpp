#pragma once

#include <cstdint>
#include <span>
#include <vector>

// CPU reference of the INT8 GEMV. No CUDA: it is tested where there is no GPU.

namespace l2bench {

/// Value of a bf16 number given by its 16 bits.
double bf16_value(std::uint16_t bits);

/// y[m, n] = scale[n] * sum over k of weight[n, k] * x[m, k], in double precision. All matrices are row-major;
/// x holds the bits of bf16 numbers.
std::vector<double> int8_gemv_reference(std::span<const std::int8_t> weight, std::span<const float> scale,
                                        std::span<const std::uint16_t> x, std::int64_t n, std::int64_t k, int m);

}  // namespace l2bench
