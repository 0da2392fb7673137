#include "src/cuda/cublas_workload.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <string>
#include <string_view>

#include "l2bench/error.hpp"
#include "l2bench/size.hpp"

namespace l2bench {
namespace {

/// One row a dtype: how cublasGemmEx is called and how far its result may be from the reference.
struct GemmRow {
  Dtype dtype;
  GemvTypes types;
  cudaDataType_t input;
  cudaDataType_t output;
  cublasComputeType_t compute;
  std::string_view compute_word;
  double tolerance;
};
constexpr std::array<GemmRow, 4> gemm_table{{
    // The output is rounded by 2^-9; with split-K the partial sums are rounded to bf16 as well, and there are several.
    {Dtype::bf16,
     {Element::bf16, Element::bf16, Element::bf16, false},
     CUDA_R_16BF,
     CUDA_R_16BF,
     CUBLAS_COMPUTE_32F,
     "fp32",
     1e-2},
    // The same with 2^-12 a rounding.
    {Dtype::fp16,
     {Element::fp16, Element::fp16, Element::fp16, false},
     CUDA_R_16F,
     CUDA_R_16F,
     CUBLAS_COMPUTE_32F,
     "fp32",
     2e-3},
    // Sums of K products in single precision: a few 1e-6 for K in the thousands. TF32 would be off by 1e-3.
    {Dtype::fp32,
     {Element::fp32, Element::fp32, Element::fp32, false},
     CUDA_R_32F,
     CUDA_R_32F,
     CUBLAS_COMPUTE_32F,
     "fp32",
     1e-4},
    // Integers are exact.
    {Dtype::int8,
     {Element::int8, Element::int8, Element::int32, false},
     CUDA_R_8I,
     CUDA_R_32I,
     CUBLAS_COMPUTE_32I,
     "int32",
     0.0},
}};

const GemmRow& gemm_of(Dtype dtype) {
  for (const GemmRow& row : gemm_table) {
    if (row.dtype == dtype) return row;
  }
  return gemm_table.front();  // unreachable: every dtype has a row
}

/// Throws for what the library would refuse without a reason.
const WorkloadRequest& checked_gemm(const WorkloadRequest& request) {
  const Shape& shape = request.shape;
  if (request.dtype == Dtype::int8 && shape.k % 4 != 0) {
    throw DeviceError(
        fmt::format("Could not set up cublas with int8 for {}x{}: cublasGemmEx needs a K that is a multiple of "
                    "4. Use the workload int8-gemv, or another shape.",
                    shape.n, shape.k),
        false);
  }
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  if (shape.n > most || shape.k > most) {
    throw DeviceError(
        fmt::format("Could not set up cublas for {}x{}: cublasGemmEx takes sides up to {}.", shape.n, shape.k, most),
        false);
  }
  return request;
}

}  // namespace

std::optional<std::string> cublas_version() {
  std::array<int, 3> parts{};
  if (cublasGetProperty(MAJOR_VERSION, &parts[0]) != CUBLAS_STATUS_SUCCESS ||
      cublasGetProperty(MINOR_VERSION, &parts[1]) != CUBLAS_STATUS_SUCCESS ||
      cublasGetProperty(PATCH_LEVEL, &parts[2]) != CUBLAS_STATUS_SUCCESS) {
    return std::nullopt;
  }
  return fmt::format("{}.{}.{}", parts[0], parts[1], parts[2]);
}

void check_cublas(cublasStatus_t status, std::string_view attempted) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  // cuBLAS says only that it failed. After a kernel that broke the context, every call does: the runtime knows why.
  cudaError_t cause = cudaGetLastError();
  if (cause == cudaSuccess) cause = cudaStreamQuery(nullptr);
  std::string message =
      fmt::format("Could not {}: {} ({}).", attempted, cublasGetStatusName(status), cublasGetStatusString(status));
  const bool sticky = is_sticky(cause);
  if (sticky) message += fmt::format(" The device context was lost before: {}.", cudaGetErrorString(cause));
  throw DeviceError(message, sticky, status == CUBLAS_STATUS_ALLOC_FAILED);
}

std::uint64_t cublas_workspace_bytes() {
  int ordinal = 0;
  int major = 0;
  check(cudaGetDevice(&ordinal), "ask for the current device");
  check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, ordinal), "ask for the compute capability");
  switch (major) {
    case 9:
    case 10:
      return 32 * MiB;
    case 12:
      return 12 * MiB;
    default:
      return 4 * MiB;
  }
}

CublasLibrary::CublasLibrary(cudaStream_t stream)
    : workspace_bytes_(cublas_workspace_bytes()),
      workspace_(allocate_device<std::byte>(workspace_bytes_, "cuBLAS's workspace")) {
  cublasHandle_t handle = nullptr;
  check_cublas(cublasCreate(&handle), "open cuBLAS");
  handle_.reset(handle);
  check_cublas(cublasSetStream(handle, stream), "give cuBLAS its stream");
  // After the stream: setting a stream puts the library's own workspace back.
  check_cublas(cublasSetWorkspace(handle, workspace_.get(), workspace_bytes_), "give cuBLAS its workspace");
  check_cublas(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST), "set cuBLAS's pointer mode");
  check_cublas(cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH), "set cuBLAS's math mode");  // no TF32 for fp32
}

CublasWorkload::CublasWorkload(const WorkloadRequest& request, const CublasLibrary& library, cudaStream_t stream)
    : GemvWorkload(checked_gemm(request), gemm_of(request.dtype).types, gemm_of(request.dtype).tolerance, stream),
      library_(library),
      dtype_(request.dtype) {
  WorkloadInfo info;
  info.api = "cublasGemmEx";
  info.compute_type = gemm_of(dtype_).compute_word;
  describe(info, library_.workspace_bytes());
}

void CublasWorkload::queue_call(int copy) {
  const GemmRow& gemm = gemm_of(dtype_);
  const auto n = static_cast<int>(data().sizes().n);
  const auto k = static_cast<int>(data().sizes().k);
  const auto rows = static_cast<int>(data().sizes().m);
  constexpr float one = 1.0f;
  constexpr float zero = 0.0f;
  constexpr std::int32_t int_one = 1;
  constexpr std::int32_t int_zero = 0;
  const bool integers = gemm.compute == CUBLAS_COMPUTE_32I;
  const void* alpha = integers ? static_cast<const void*>(&int_one) : &one;
  const void* beta = integers ? static_cast<const void*>(&int_zero) : &zero;
  const cublasStatus_t status =
      cublasGemmEx(library_.handle(), CUBLAS_OP_T, CUBLAS_OP_N, n, rows, k, alpha, data().weight(copy), gemm.input, k,
                   data().x(), gemm.input, k, beta, data().y(), gemm.output, n, gemm.compute, CUBLAS_GEMM_DEFAULT);
  if (status == CUBLAS_STATUS_SUCCESS) return;
  check_cublas(status,
               fmt::format("call cublasGemmEx for {}x{}, {} rows, {}", n, k, rows, row_of(dtype_table, dtype_).word));
}

std::uint64_t cublas_workload_bytes(const WorkloadRequest& request) {
  return allocated_bytes(request, gemm_of(request.dtype).types) + cublas_workspace_bytes();
}

}  // namespace l2bench
