#include <algorithm>

#include "kernels/grid.hpp"
#include "src/cuda/check.hpp"

namespace l2bench {

int grid_for(std::uint64_t items) {
  constexpr int blocks_per_sm = 8;  // 2048 threads: a full SM from sm_80 on, where 1536 fit one block more waits
  int ordinal = 0;
  int sm_count = 0;
  check(cudaGetDevice(&ordinal), "ask for the current device");
  check(cudaDeviceGetAttribute(&sm_count, cudaDevAttrMultiProcessorCount, ordinal), "ask for the number of SMs");
  const std::uint64_t needed = (items + threads_per_block - 1) / threads_per_block;
  return static_cast<int>(std::clamp<std::uint64_t>(needed, 1, static_cast<std::uint64_t>(sm_count) * blocks_per_sm));
}

}  // namespace l2bench
