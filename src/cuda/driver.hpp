#pragma once

#include <cudaTypedefs.h>
#include <cuda_runtime_api.h>

#include <string>

#include "l2bench/error.hpp"
#include "src/cuda/check.hpp"

// The driver's functions, found at run time: the program starts on machines without a driver.

namespace l2bench {

/// The driver's function `name` with the interface it had in CUDA `version` (12030 is 12.3).
template <typename Function>
Function driver_function(const char* name, unsigned version) {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
  check(cudaGetDriverEntryPointByVersion(name, &function, version, cudaEnableDefault, &found),
        std::string("find the driver's ") + name);
  if (found != cudaDriverEntryPointSuccess || function == nullptr) {
    throw DeviceError(std::string("The driver has no ") + name + ": it is older than CUDA " +
                          std::to_string(version / 1000) + '.' + std::to_string(version % 1000 / 10) +
                          ". Install a newer driver.",
                      false);
  }
  return reinterpret_cast<Function>(function);
}

/// Throws DeviceError unless `result` is success: "Could not <attempted>: ...".
void check_driver(CUresult result, const std::string& attempted);

}  // namespace l2bench
