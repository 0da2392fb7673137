#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

#include "kernels/int8_gemv.hpp"
#include "kernels/int8_gemv_instances.cuh"
#include "kernels/int8_gemv_plan.hpp"
#include "src/cuda/check.hpp"

// CPU reference: int8_gemv_reference.cpp. Kernels: int8_gemv_kernel.cuh, and the plain one below. Launcher: here.

namespace l2bench {
namespace {

using int8_gemv::KernelFunction;
using int8_gemv::lanes;
using int8_gemv::most_x_rows;
using int8_gemv::Plan;
using int8_gemv::Task;
using int8_gemv::Variant;

constexpr int plain_threads = 256;

/// Any k, any alignment: a warp a row, one byte a lane and load.
__global__ void __launch_bounds__(plain_threads) int8_gemv_plain_kernel(const __grid_constant__ Task task) {
  const int row = static_cast<int>(blockIdx.x) * (plain_threads / lanes) + static_cast<int>(threadIdx.x) / lanes;
  const int lane = static_cast<int>(threadIdx.x) % lanes;
  if (row >= task.n) return;
  const std::int8_t* weight = task.weight + static_cast<std::int64_t>(row) * task.k;
  float sums[most_x_rows] = {};
#pragma unroll 4
  for (int k = lane; k < task.k; k += lanes) {
    const float w = weight[k];
#pragma unroll
    for (int m = 0; m < most_x_rows; ++m) {
      if (m < task.m) sums[m] += w * __bfloat162float(task.x[static_cast<std::int64_t>(m) * task.k + k]);
    }
  }
#pragma unroll
  for (int m = 0; m < most_x_rows; ++m) {
    if (m >= task.m) return;
    for (int offset = lanes / 2; offset > 0; offset /= 2) sums[m] += __shfl_down_sync(0xFFFFFFFFu, sums[m], offset);
    if (lane == 0) {
      task.y[static_cast<std::int64_t>(m) * task.n + row] = __float2bfloat16(task.scale[row] * sums[m]);
    }
  }
}

KernelFunction kernel_of(const Variant& variant) {
  const bool digits = variant.x == Int8XPath::digits;
  if (variant.weights == Int8WeightPath::registers) {
    return digits ? int8_gemv::find_kernel<Int8WeightPath::registers, Int8XPath::digits>(variant)
                  : int8_gemv::find_kernel<Int8WeightPath::registers, Int8XPath::bf16>(variant);
  }
  return digits ? int8_gemv::find_kernel<Int8WeightPath::shared, Int8XPath::digits>(variant)
                : int8_gemv::find_kernel<Int8WeightPath::shared, Int8XPath::bf16>(variant);
}

int device_attribute(cudaDeviceAttr attribute) {
  int device = 0;
  check(cudaGetDevice(&device), "find the current device");
  int value = 0;
  check(cudaDeviceGetAttribute(&value, attribute, device), "read an attribute of the device");
  return value;
}

int persistent_blocks(KernelFunction kernel, const Plan& plan) {
  int blocks_per_sm = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_per_sm, kernel, plan.variant.threads(),
                                                      static_cast<std::size_t>(plan.layout.bytes)),
        "find out how many blocks of an INT8 GEMV fit on the device");
  return std::min(plan.tiles, std::max(blocks_per_sm, 1) * device_attribute(cudaDevAttrMultiProcessorCount));
}

void launch_variant(const Int8GemvConfig& config, Task task, cudaStream_t stream) {
  const Plan plan =
      int8_gemv::plan_call(config, task.n, task.k, task.m, device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
  task.tiles = plan.tiles;
  task.passes = plan.passes;
  task.x_pitch = plan.x_pitch;
  const KernelFunction kernel = kernel_of(plan.variant);
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, plan.layout.bytes),
        "ask for the shared memory of an INT8 GEMV");
  const int blocks = config.grid == Int8Grid::persistent ? persistent_blocks(kernel, plan) : plan.tiles;
  kernel<<<static_cast<unsigned>(blocks), static_cast<unsigned>(plan.variant.threads()),
           static_cast<std::size_t>(plan.layout.bytes), stream>>>(task, plan.layout);
}

void launch_plain(const Task& task, cudaStream_t stream) {
  constexpr int rows_per_block = plain_threads / lanes;
  const int blocks = (task.n + rows_per_block - 1) / rows_per_block;
  int8_gemv_plain_kernel<<<static_cast<unsigned>(blocks), plain_threads, 0, stream>>>(task);
}

bool is_aligned(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % int8_gemv::lane_bytes == 0;
}

void require_sizes(std::int64_t n, std::int64_t k, int m) {
  // Room for the rows and columns that a block's last tile and pass may count past the end.
  constexpr std::int64_t most = std::numeric_limits<int>::max() - (std::int64_t{1} << 20);
  if (n >= 1 && n <= most && k >= 1 && k <= most && m >= 1 && m <= most_x_rows) return;
  throw std::invalid_argument("Could not run an INT8 GEMV of " + std::to_string(n) + " x " + std::to_string(k) +
                              " with " + std::to_string(m) + " rows of x: it takes 1 to " + std::to_string(most) +
                              " rows and columns of weight, and 1 to " + std::to_string(most_x_rows) + " rows of x.");
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
