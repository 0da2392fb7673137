#include <algorithm>
#include <cmath>

#include "kernels/element.cuh"
#include "kernels/grid.hpp"
#include "kernels/reference.hpp"
#include "src/cuda/check.hpp"

namespace l2bench {
namespace {

constexpr int warp_lanes = 32;
constexpr int warps_per_block = threads_per_block / warp_lanes;
constexpr int rows_at_once = 4;  // of x: each element of the weight is loaded once for four products
constexpr int most_grid_rows = 65535;

__host__ __device__ double relative_error(double y, double reference, double rms) {
  const double difference = fabs(y - reference);
  if (difference == 0.0) return 0.0;
  const double error = difference / fmax(fabs(reference), rms);
  return error <= 1e300 ? error : HUGE_VAL;  // also for NaN: it compares false
}

/// One warp computes rows_at_once outputs of one feature n.
template <typename W, typename X>
__global__ void __launch_bounds__(threads_per_block)
    reference_kernel(double* y, const W* weight, const float* scale, const X* x, GemvSizes sizes) {
  const std::int64_t n = static_cast<std::int64_t>(blockIdx.x) * warps_per_block + threadIdx.x / warp_lanes;
  const int lane = static_cast<int>(threadIdx.x % warp_lanes);
  if (n >= sizes.n) return;
  for (std::int64_t first = static_cast<std::int64_t>(blockIdx.y) * rows_at_once; first < sizes.m;
       first += static_cast<std::int64_t>(gridDim.y) * rows_at_once) {
    double sums[rows_at_once] = {};
    for (std::int64_t k = lane; k < sizes.k; k += warp_lanes) {
      const double w = to_double(weight[n * sizes.k + k]);
      for (int r = 0; r < rows_at_once; ++r) {
        if (first + r < sizes.m) sums[r] += w * to_double(x[(first + r) * sizes.k + k]);
      }
    }
    for (int r = 0; r < rows_at_once; ++r) {
      for (int offset = warp_lanes / 2; offset > 0; offset /= 2) {
        sums[r] += __shfl_down_sync(0xFFFFFFFFu, sums[r], offset);
      }
      if (lane == 0 && first + r < sizes.m) {
        y[(first + r) * sizes.n + n] = sums[r] * (scale == nullptr ? 1.0 : static_cast<double>(scale[n]));
      }
    }
  }
}

/// One block, so that the sum has the same order on every device.
__global__ void __launch_bounds__(threads_per_block)
    rms_kernel(const double* reference, std::int64_t count, Comparison* result) {
  __shared__ double sums[threads_per_block];
  double sum = 0.0;
  for (std::int64_t i = threadIdx.x; i < count; i += threads_per_block) sum += reference[i] * reference[i];
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (unsigned half = threads_per_block / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) *result = Comparison{sqrt(sums[0] / static_cast<double>(count)), 0.0};
}

template <typename Y>
__global__ void __launch_bounds__(threads_per_block)
    compare_kernel(const Y* y, const double* reference, std::int64_t count, Comparison* result) {
  const double rms = result->rms;
  double worst = 0.0;
  const std::int64_t stride = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride) {
    worst = fmax(worst, relative_error(to_double(y[i]), reference[i], rms));
  }
  // Doubles that are not negative are ordered as their bits are.
  atomicMax(reinterpret_cast<unsigned long long*>(&result->worst),
            static_cast<unsigned long long>(__double_as_longlong(worst)));
}

}  // namespace

std::vector<double> host_reference(std::span<const double> weight, std::span<const double> scale,
                                   std::span<const double> x, const GemvSizes& sizes) {
  std::vector<double> y(static_cast<std::size_t>(sizes.m * sizes.n));
  for (std::int64_t m = 0; m < sizes.m; ++m) {
    for (std::int64_t n = 0; n < sizes.n; ++n) {
      double sum = 0.0;
      for (std::int64_t k = 0; k < sizes.k; ++k) {
        sum += weight[static_cast<std::size_t>(n * sizes.k + k)] * x[static_cast<std::size_t>(m * sizes.k + k)];
      }
      const double factor = scale.empty() ? 1.0 : scale[static_cast<std::size_t>(n)];
      y[static_cast<std::size_t>(m * sizes.n + n)] = sum * factor;
    }
  }
  return y;
}

double host_relative_error(std::span<const double> y, std::span<const double> reference) {
  double squares = 0.0;
  for (const double value : reference) squares += value * value;
  const double rms = std::sqrt(squares / static_cast<double>(std::max<std::size_t>(reference.size(), 1)));
  double worst = 0.0;
  for (std::size_t i = 0; i < reference.size(); ++i) worst = std::max(worst, relative_error(y[i], reference[i], rms));
  return worst;
}

void launch_reference(double* y, const void* weight, Element weight_element, const float* scale, const void* x,
                      Element x_element, const GemvSizes& sizes, cudaStream_t stream) {
  const dim3 grid(
      static_cast<unsigned>((sizes.n + warps_per_block - 1) / warps_per_block),
      static_cast<unsigned>(std::min<std::int64_t>((sizes.m + rows_at_once - 1) / rows_at_once, most_grid_rows)));
  with_type(weight_element, [&](auto weight_tag) {
    with_type(x_element, [&](auto x_tag) {
      using W = typename decltype(weight_tag)::type;
      using X = typename decltype(x_tag)::type;
      reference_kernel<<<grid, threads_per_block, 0, stream>>>(y, static_cast<const W*>(weight), scale,
                                                               static_cast<const X*>(x), sizes);
    });
  });
  check(cudaGetLastError(), "launch the double-precision reference");
}

void launch_compare(const void* y, Element y_element, const double* reference, std::int64_t count, Comparison* result,
                    cudaStream_t stream) {
  rms_kernel<<<1, threads_per_block, 0, stream>>>(reference, count, result);
  check(cudaGetLastError(), "launch the kernel that sums the reference's squares");
  with_type(y_element, [&](auto tag) {
    using Y = typename decltype(tag)::type;
    compare_kernel<<<grid_for(static_cast<std::uint64_t>(count)), threads_per_block, 0, stream>>>(
        static_cast<const Y*>(y), reference, count, result);
  });
  check(cudaGetLastError(), "launch the comparison with the reference");
}

}  // namespace l2bench
