#include "fixture.hpp"

#include <algorithm>
#include <stdexcept>

namespace l2bench {
namespace {

constexpr int n = 4096;
constexpr int k = 4096;
constexpr std::size_t bf16_bytes = 2;
constexpr std::size_t workspace_bytes = 32 * MiB;

void check_cublas(cublasStatus_t status) {
  if (status != CUBLAS_STATUS_SUCCESS) throw std::runtime_error(cublasGetStatusString(status));
}

}  // namespace

CublasCall::CublasCall(cudaStream_t stream)
    : weight_(allocate_device<char>(n * k * bf16_bytes, "a weight")),
      x_(allocate_device<char>(k * bf16_bytes, "an input")),
      y_(allocate_device<char>(n * bf16_bytes, "an output")),
      workspace_(allocate_device<char>(workspace_bytes, "a workspace")) {
  cublasHandle_t handle = nullptr;
  check_cublas(cublasCreate(&handle));
  handle_.reset(handle);
  check_cublas(cublasSetStream(handle, stream));
  check_cublas(cublasSetWorkspace(handle, workspace_.get(), workspace_bytes));
  check(cudaMemset(weight_.get(), 0, n * k * bf16_bytes), "fill the weight");
  check(cudaMemset(x_.get(), 0, k * bf16_bytes), "fill the input");
  queue();  // loads the kernels
  check(cudaStreamSynchronize(stream), "wait for the first call");
}

void CublasCall::queue() const {
  const float alpha = 1;
  const float beta = 0;
  check_cublas(cublasGemmEx(handle_.get(), CUBLAS_OP_T, CUBLAS_OP_N, n, 1, k, &alpha, weight_.get(), CUDA_R_16BF, k,
                            x_.get(), CUDA_R_16BF, k, &beta, y_.get(), CUDA_R_16BF, n, CUBLAS_COMPUTE_32F,
                            CUBLAS_GEMM_DEFAULT));
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.at(values.size() / 2);
}

}  // namespace l2bench
