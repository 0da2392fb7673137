#pragma once

#include <cuda_runtime_api.h>

#include <functional>
#include <vector>

#include "l2bench/device.hpp"
#include "src/cuda/handles.hpp"

namespace l2bench {

/// Records what `queue` puts on `stream` into a graph, without running it.
Graph capture(cudaStream_t stream, const std::function<void()>& queue);

/// Ends the capture that is going on on `stream`, if any, and throws its graph away.
void drop_capture(cudaStream_t stream) noexcept;

/// Throws DeviceError if `graph` allocates or frees memory: a replay would then time the allocator as well.
void refuse_allocations(cudaGraph_t graph);

/// Gives every kernel of `graph` the access policy window: a replay knows nothing of the stream it was recorded on.
void set_window(cudaGraph_t graph, const cudaAccessPolicyWindow& window);

/// The kernels of `graph` by their demangled names, in the order they were recorded. A memset or a copy stands as
/// "memset" or "memcpy".
std::vector<KernelInfo> kernels_of(cudaGraph_t graph);

}  // namespace l2bench
