#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/element.hpp"

// The answer that a timed result is checked against: y[m, n] = scale[n] * sum over k of x[m, k] * weight[n, k], in
// double precision from the data as stored. All matrices are row-major.

namespace l2bench {

/// Sizes of y[m, n] = x[m, k] weight[n, k]^T.
struct GemvSizes {
  std::int64_t n = 0;
  std::int64_t k = 0;
  std::int64_t m = 0;
};

/// CPU reference of launch_reference. An empty `scale` is a scale of 1.
std::vector<double> host_reference(std::span<const double> weight, std::span<const double> scale,
                                   std::span<const double> x, const GemvSizes& sizes);

/// CPU reference of launch_compare: the largest |y - reference| / max(|reference|, rms(reference)); infinity where y is
/// not a finite number, or where both are 0 below the bar and y differs.
double host_relative_error(std::span<const double> y, std::span<const double> reference);

/// Writes y[m, n] in double precision. `scale` is [n] floats or null. One kernel.
void launch_reference(double* y, const void* weight, Element weight_element, const float* scale, const void* x,
                      Element x_element, const GemvSizes& sizes, cudaStream_t stream);

/// What launch_compare leaves in device memory.
struct Comparison {
  double rms = 0.0;    ///< of the reference
  double worst = 0.0;  ///< as host_relative_error
};

/// Compares `count` outputs with the reference and writes `*result` in device memory.
void launch_compare(const void* y, Element y_element, const double* reference, std::int64_t count, Comparison* result,
                    cudaStream_t stream);

}  // namespace l2bench
