#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/cuda/gemv_workload.hpp"
#include "src/cuda/handles.hpp"

namespace l2bench {

/// Throws DeviceError if `status` is an error: "Could not <attempted>: ...".
void check_cublas(cublasStatus_t status, std::string_view attempted);

/// Of the current device; see CublasLibrary.
std::uint64_t cublas_workspace_bytes();

/// The library's handle on one stream, with a workspace of our own: without one it would allocate inside a recording.
/// The size is the library's default for the device, so that its choice of kernels stays what others see.
/// Source: cuBLAS documentation, cublasSetWorkspace, table of recommended sizes.
class CublasLibrary {
 public:
  explicit CublasLibrary(cudaStream_t stream);
  cublasHandle_t handle() const { return handle_.get(); }
  std::size_t workspace_bytes() const { return workspace_bytes_; }

 private:
  std::size_t workspace_bytes_;
  DeviceMemory<std::byte> workspace_;
  Cublas handle_;  ///< closed before its workspace is freed
};

/// cublasGemmEx on a row-major weight: y[rows, N] = x[rows, K] W[N, K]^T. To the library, which counts columns first, W
/// is K x N and used transposed.
class CublasWorkload final : public GemvWorkload {
 public:
  /// `library` must outlive the workload.
  CublasWorkload(const WorkloadRequest& request, const CublasLibrary& library, cudaStream_t stream);
  void queue_call(int copy) override;

 private:
  const CublasLibrary& library_;
  Dtype dtype_;
};

/// "13.0.2"; empty where the library does not say.
std::optional<std::string> cublas_version();

/// Device memory that a CublasWorkload takes, with the workspace.
std::uint64_t cublas_workload_bytes(const WorkloadRequest& request);

}  // namespace l2bench
