#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace l2bench {

/// Queues a kernel of one thread that writes %globaltimer, in ns, to `slot` in device memory.
void launch_stamp(std::uint64_t* slot, cudaStream_t stream);

}  // namespace l2bench
