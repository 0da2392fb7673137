#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

#include "kernels/int8_gemv.hpp"
#include "kernels/int8_gemv_instances.cuh"
#include "src/cuda/check.hpp"

// CPU reference: int8_gemv_reference.cpp. Kernels: int8_gemv_kernel.cuh, and the plain one below. Launcher: here.

namespace l2bench {
namespace int8_gemv {

template <>
KernelFunction find_kernel<8, Int8WeightPath::registers>(const Variant& wanted);
template <>
KernelFunction find_kernel<8, Int8WeightPath::shared>(const Variant& wanted);
template <>
KernelFunction find_kernel<16, Int8WeightPath::registers>(const Variant& wanted);
template <>
KernelFunction find_kernel<16, Int8WeightPath::shared>(const Variant& wanted);

}  // namespace int8_gemv

namespace {

using int8_gemv::KernelFunction;
using int8_gemv::SharedLayout;
using int8_gemv::Task;
using int8_gemv::Variant;

constexpr int most_rows_of_x = int8_gemv::mma_columns;
constexpr int plain_threads = 256;

/// Any k, any alignment: a warp a row, one byte a lane and load.
__global__ void __launch_bounds__(plain_threads) int8_gemv_plain_kernel(const __grid_constant__ Task task) {
  const int row = static_cast<int>(blockIdx.x) * (plain_threads / int8_gemv::lanes) +
                  static_cast<int>(threadIdx.x) / int8_gemv::lanes;
  const int lane = static_cast<int>(threadIdx.x) % int8_gemv::lanes;
  if (row >= task.n) return;
  const std::int8_t* weight = task.weight + static_cast<std::int64_t>(row) * task.k;
  float sums[most_rows_of_x] = {};
#pragma unroll 4
  for (int k = lane; k < task.k; k += int8_gemv::lanes) {
    const float w = weight[k];
#pragma unroll
    for (int m = 0; m < most_rows_of_x; ++m) {
      if (m < task.m) sums[m] += w * __bfloat162float(task.x[static_cast<std::int64_t>(m) * task.k + k]);
    }
  }
#pragma unroll
  for (int m = 0; m < most_rows_of_x; ++m) {
    if (m >= task.m) return;
    for (int offset = int8_gemv::lanes / 2; offset > 0; offset /= 2) {
      sums[m] += __shfl_down_sync(0xFFFFFFFFu, sums[m], offset);
    }
    if (lane == 0) {
      task.y[static_cast<std::int64_t>(m) * task.n + row] = __float2bfloat16(task.scale[row] * sums[m]);
    }
  }
}

std::int64_t divide_up(std::int64_t count, std::int64_t by) {
  return (count + by - 1) / by;
}

KernelFunction kernel_of(const Variant& variant) {
  const bool in_registers = variant.weights == Int8WeightPath::registers;
  if (variant.rows == 8) {
    return in_registers ? int8_gemv::find_kernel<8, Int8WeightPath::registers>(variant)
                        : int8_gemv::find_kernel<8, Int8WeightPath::shared>(variant);
  }
  return in_registers ? int8_gemv::find_kernel<16, Int8WeightPath::registers>(variant)
                      : int8_gemv::find_kernel<16, Int8WeightPath::shared>(variant);
}

int device_attribute(cudaDeviceAttr attribute) {
  int device = 0;
  check(cudaGetDevice(&device), "find the current device");
  int value = 0;
  check(cudaDeviceGetAttribute(&value, attribute, device), "read an attribute of the device");
  return value;
}

/// A kernel with the sizes of one call.
struct Plan {
  Variant variant;
  Task task;
  SharedLayout layout;
  int shared_bytes = 0;
};

Plan plan_for(const Variant& variant, Task task) {
  Plan plan{variant, task, {}, 0};
  plan.task.tiles = static_cast<int>(divide_up(task.n, variant.tile_rows()));
  plan.task.passes = static_cast<int>(divide_up(task.k, variant.pass_columns()));
  plan.task.x_pitch = plan.task.passes * variant.pass_columns() + 8;
  const bool ring_is_shared = variant.weights == Int8WeightPath::shared;
  const bool x_is_shared = variant.x == Int8XPath::shared;
  plan.layout.x = ring_is_shared ? variant.loads * variant.threads() * int8_gemv::lane_bytes : 0;
  const std::int64_t meeting =
      plan.layout.x + (x_is_shared ? std::int64_t{task.m} * plan.task.x_pitch * int{sizeof(__nv_bfloat16)} : 0);
  const std::int64_t total =
      meeting + std::int64_t{2} * variant.k_warps * variant.tile_rows() * task.m * int{sizeof(float)};
  plan.layout.meeting = static_cast<int>(std::min<std::int64_t>(meeting, std::numeric_limits<int>::max()));
  plan.shared_bytes = static_cast<int>(std::min<std::int64_t>(total, std::numeric_limits<int>::max()));
  return plan;
}

/// The plan of `variant`, or, where shared memory is too small, of the variant with the same warps and everything in
/// registers.
Plan plan_that_fits(const Variant& variant, const Task& task) {
  const Plan plan = plan_for(variant, task);
  if (plan.shared_bytes <= device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin)) return plan;
  Variant frugal = variant;
  frugal.weights = Int8WeightPath::registers;
  frugal.x = Int8XPath::registers;
  frugal.loads = std::min(variant.loads, 8);
  return plan_for(frugal, task);
}

void launch_variant(const Int8GemvConfig& config, const Task& task, cudaStream_t stream) {
  const Plan plan = plan_that_fits(int8_gemv::variant_of(config), task);
  const KernelFunction kernel = kernel_of(plan.variant);
  int blocks = plan.task.tiles;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, plan.shared_bytes),
        "ask for the shared memory of an INT8 GEMV");
  if (config.grid == Int8Grid::persistent) {
    int blocks_per_sm = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_per_sm, kernel, plan.variant.threads(),
                                                        static_cast<std::size_t>(plan.shared_bytes)),
          "find out how many blocks of an INT8 GEMV fit on the device");
    blocks = std::min(blocks, std::max(blocks_per_sm, 1) * device_attribute(cudaDevAttrMultiProcessorCount));
  }
  kernel<<<static_cast<unsigned>(blocks), static_cast<unsigned>(plan.variant.threads()),
           static_cast<std::size_t>(plan.shared_bytes), stream>>>(plan.task, plan.layout);
}

void launch_plain(const Task& task, cudaStream_t stream) {
  const std::int64_t blocks = divide_up(task.n, plain_threads / int8_gemv::lanes);
  int8_gemv_plain_kernel<<<static_cast<unsigned>(blocks), plain_threads, 0, stream>>>(task);
}

bool is_aligned(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % int8_gemv::lane_bytes == 0;
}

void require_sizes(std::int64_t n, std::int64_t k, int m) {
  // Room for the columns and rows that a block's last pass and tile may count past the end.
  constexpr std::int64_t most = std::numeric_limits<int>::max() - (std::int64_t{1} << 20);
  if (n >= 1 && n <= most && k >= 1 && k <= most && m >= 1 && m <= most_rows_of_x) return;
  throw std::invalid_argument("Could not run an INT8 GEMV of " + std::to_string(n) + " x " + std::to_string(k) +
                              " with " + std::to_string(m) + " rows of x: it takes 1 to " + std::to_string(most) +
                              " rows and columns of weight, and 1 to " + std::to_string(most_rows_of_x) +
                              " rows of x.");
}

}  // namespace

std::size_t int8_gemv_workspace_bytes(const Int8GemvConfig&, std::int64_t, std::int64_t, int) {
  return 0;
}

void launch_int8_gemv(const Int8GemvConfig& config, const std::int8_t* weight, const float* scale,
                      const __nv_bfloat16* x, __nv_bfloat16* y, std::int64_t n, std::int64_t k, int m, void*,
                      cudaStream_t stream) {
  require_sizes(n, k, m);
  const Task task{weight, scale, x, y, static_cast<int>(n), static_cast<int>(k), m, 0, 0, 0};
  if (k % int8_gemv::lane_bytes == 0 && is_aligned(weight) && is_aligned(x)) {
    launch_variant(config, task, stream);
  } else {
    launch_plain(task, stream);
  }
  check(cudaGetLastError(), "launch the INT8 GEMV");
}

}  // namespace l2bench
