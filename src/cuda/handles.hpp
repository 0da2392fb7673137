#pragma once

#include <cublas_v2.h>
#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <string_view>
#include <type_traits>

#include "src/cuda/check.hpp"

// One owner for every handle. Raw handles are what is passed around; only an owner closes.

namespace l2bench {

template <typename Handle, auto Close>
struct Closer {
  using pointer = Handle;
  void operator()(Handle handle) const noexcept { static_cast<void>(Close(handle)); }
};
template <typename Handle, auto Close>
using Owner = std::unique_ptr<std::remove_pointer_t<Handle>, Closer<Handle, Close>>;

using Stream = Owner<cudaStream_t, cudaStreamDestroy>;
using Event = Owner<cudaEvent_t, cudaEventDestroy>;
using Graph = Owner<cudaGraph_t, cudaGraphDestroy>;
using GraphExec = Owner<cudaGraphExec_t, cudaGraphExecDestroy>;
using Cublas = Owner<cublasHandle_t, cublasDestroy_v2>;
template <typename T>
using DeviceMemory = Owner<T*, cudaFree>;
/// Page-locked host memory; kernels reach it by the same pointer.
template <typename T>
using PinnedMemory = Owner<T*, cudaFreeHost>;

inline Stream make_stream() {
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "create a stream");
  return Stream(stream);
}

/// An event that can be timed. Waits on it spin: the default of the device's schedule flags.
inline Event make_event() {
  cudaEvent_t event = nullptr;
  check(cudaEventCreateWithFlags(&event, cudaEventDefault), "create an event");
  return Event(event);
}

/// `count` elements of device memory, not initialised. Aligned to 256 bytes.
template <typename T>
DeviceMemory<T> allocate_device(std::size_t count, std::string_view what) {
  void* memory = nullptr;
  check_allocation(cudaMalloc(&memory, count * sizeof(T)), count * sizeof(T), what);
  return DeviceMemory<T>(static_cast<T*>(memory));
}

/// `count` elements of zeroed, page-locked host memory that the device can read and write while kernels run.
template <typename T>
PinnedMemory<T> allocate_mapped(std::size_t count, std::string_view what) {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
  void* memory = nullptr;
  check_allocation(cudaHostAlloc(&memory, count * sizeof(T), cudaHostAllocMapped), count * sizeof(T), what);
  PinnedMemory<T> owner(static_cast<T*>(memory));
  std::uninitialized_value_construct_n(owner.get(), count);
  return owner;
}

}  // namespace l2bench
