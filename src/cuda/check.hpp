#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <source_location>
#include <string_view>

namespace l2bench {

/// True for errors that poison the context: every later call of this process fails with the same error.
bool is_sticky(cudaError_t error);

/// Throws DeviceError if `result` is an error: "Could not <attempted>: ...". An error that is not sticky is cleared, so
/// that the next check of a launch does not find it again.
void check(cudaError_t result, std::string_view attempted,
           std::source_location where = std::source_location::current());

/// The same for an allocation of `bytes` for `what`, and says how much memory is free.
void check_allocation(cudaError_t result, std::uint64_t bytes, std::string_view what,
                      std::source_location where = std::source_location::current());

}  // namespace l2bench
