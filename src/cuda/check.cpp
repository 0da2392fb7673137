#include "src/cuda/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "l2bench/error.hpp"
#include "l2bench/size.hpp"

namespace l2bench {
namespace {

constexpr std::array sticky_errors{
    cudaErrorECCUncorrectable,    cudaErrorNvlinkUncorrectable, cudaErrorIllegalAddress,
    cudaErrorLaunchTimeout,       cudaErrorContextIsDestroyed,  cudaErrorAssert,
    cudaErrorHardwareStackError,  cudaErrorIllegalInstruction,  cudaErrorMisalignedAddress,
    cudaErrorInvalidAddressSpace, cudaErrorInvalidPc,           cudaErrorLaunchFailure,
    cudaErrorMpsClientTerminated, cudaErrorExternalDevice,      cudaErrorUnknown,
};
// Names that the oldest supported toolkit does not have.
constexpr std::array sticky_codes_since_12_8{226 /* Contained */, 721 /* TensorMemoryLeak */};

std::string_view file_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

std::string sentence(cudaError_t result, std::string_view attempted, const std::source_location& where) {
  return fmt::format("Could not {}: {} ({}, at {}:{}).", attempted, cudaGetErrorString(result),
                     cudaGetErrorName(result), file_name(where.file_name()), where.line());
}

}  // namespace

bool is_sticky(cudaError_t error) {
  return std::find(sticky_errors.begin(), sticky_errors.end(), error) != sticky_errors.end() ||
         std::find(sticky_codes_since_12_8.begin(), sticky_codes_since_12_8.end(), static_cast<int>(error)) !=
             sticky_codes_since_12_8.end();
}

void check(cudaError_t result, std::string_view attempted, std::source_location where) {
  if (result == cudaSuccess) return;
  const bool sticky = is_sticky(result);
  std::string message = sentence(result, attempted, where);
  if (sticky) message += " The device context is lost: nothing more can run in this process.";
  static_cast<void>(cudaGetLastError());
  throw DeviceError(message, sticky, result == cudaErrorMemoryAllocation);
}

void check_allocation(cudaError_t result, std::uint64_t bytes, std::string_view what, std::source_location where) {
  if (result != cudaErrorMemoryAllocation) {
    check(result, fmt::format("allocate {} for {}", format_bytes(bytes), what), where);
    return;
  }
  static_cast<void>(cudaGetLastError());
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  std::string message = fmt::format("Could not allocate {} for {}: out of memory.", format_bytes(bytes), what);
  if (cudaMemGetInfo(&free_bytes, &total_bytes) == cudaSuccess) {
    message += fmt::format(
        " {} of the device's {} are free: ask for a smaller shape, fewer rows or a smaller --flush-size, or end other "
        "programs on this device.",
        format_bytes(free_bytes), format_bytes(total_bytes));
  }
  throw DeviceError(message, false, true);
}

}  // namespace l2bench
