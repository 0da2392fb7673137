#include "src/cuda/driver.hpp"

#include <fmt/format.h>

namespace l2bench {

void check_driver(CUresult result, const std::string& attempted) {
  if (result == CUDA_SUCCESS) return;
  static const auto error_string = driver_function<PFN_cuGetErrorString_v6000>("cuGetErrorString", 6000);
  const char* text = nullptr;
  if (error_string(result, &text) != CUDA_SUCCESS || text == nullptr) text = "unknown error";
  // The runtime knows which errors poison the context; most codes are the same in both.
  const bool sticky = is_sticky(static_cast<cudaError_t>(result));
  throw DeviceError(fmt::format("Could not {}: {} (driver error {}).", attempted, text, static_cast<int>(result)),
                    sticky, result == CUDA_ERROR_OUT_OF_MEMORY);
}

}  // namespace l2bench
