#pragma once

#include <cstdint>

namespace l2bench {

inline constexpr int threads_per_block = 256;

/// Blocks of threads_per_block threads for `items` items in a grid-stride loop: enough to fill the current device, and
/// no more than there is work for; at least one.
int grid_for(std::uint64_t items);

}  // namespace l2bench
