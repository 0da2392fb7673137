#include "src/cuda/decode_chain_workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/decode_chain.hpp"
#include "kernels/decode_chain_reference.hpp"
#include "kernels/fill.hpp"
#include "kernels/flush.hpp"
#include "l2bench/error.hpp"
#include "src/cuda/graph_nodes.hpp"

namespace l2bench {
namespace {

constexpr std::uint64_t chain_input_part = ~std::uint64_t{0};  // of a seed; weights take the parts from 0 up
constexpr int not_a_number = 0xFF;                             // in every byte of a bf16
constexpr double chain_tolerance = 1e-2;                       // outputs are rounded by 2^-9, split-K's sums too
constexpr std::int64_t rows_checked_at_an_end = 2;

ChainSizes sizes_of(const WorkloadRequest& request) {
  if (request.copies != 1) {
    throw DeviceError("decode-chain does not rotate: its layers' own weights pass through L2 in each call.", false);
  }
  return chain_sizes(request.config, request.shape.n, request.shape.k, request.rows);
}

/// The first and the last few: enough to see a kernel that stops early, and few enough for the CPU.
std::vector<std::int64_t> checked_rows(std::int64_t tokens) {
  std::vector<std::int64_t> rows;
  for (std::int64_t row = 0; row < tokens; ++row) {
    if (row < rows_checked_at_an_end || row >= tokens - rows_checked_at_an_end) rows.push_back(row);
  }
  return rows;
}

}  // namespace

DecodeChainWorkload::DecodeChainWorkload(const WorkloadRequest& request, const CublasLibrary& library,
                                         cudaStream_t stream)
    : sizes_(sizes_of(request)),
      kernels_(chain_kernels(sizes_)),
      init_(request.init),
      library_(library),
      stream_(stream),
      reference_(allocate_device<double>(static_cast<std::size_t>(std::max(2 * sizes_.ffn, sizes_.qkv_features())),
                                         "the chain's reference")) {
  for (const ChainTensor which : chain_tensors) {
    tensors_[static_cast<std::size_t>(which)] =
        allocate_device<Bf16>(tensor_bytes(which, sizes_) / chain_element_bytes, "a tensor of the chain");
  }
  const auto layers = static_cast<std::uint64_t>(sizes_.config.empty ? 0 : sizes_.config.layers);
  for (const ChainWeight which : chain_weights) {
    if (layers == 0) continue;
    weights_[static_cast<std::size_t>(which)] =
        allocate_device<Bf16>(weight_elements(which, sizes_) * layers, "the weights of the chain");
  }
  fill_weights(request.seed);
  fill_input(request.seed);
  describe(request);
}

__nv_bfloat16* DecodeChainWorkload::weight(ChainWeight which, int layer) const {
  return weights_[static_cast<std::size_t>(which)].get() +
         weight_elements(which, sizes_) * static_cast<std::uint64_t>(layer);
}

void DecodeChainWorkload::fill_weights(std::uint64_t seed) {
  if (sizes_.config.empty) return;
  for (const ChainWeight which : chain_weights) {
    const std::uint64_t count = weight_elements(which, sizes_) * static_cast<std::uint64_t>(sizes_.config.layers);
    launch_fill(weight(which, 0), Element::bf16, init_, derive_seed(seed, static_cast<std::uint64_t>(which)), count,
                stream_);
  }
}

void DecodeChainWorkload::fill_input(std::uint64_t seed) {
  input_seed_ = seed;
  launch_fill(tensor(ChainTensor::x), Element::bf16, init_, derive_seed(seed, chain_input_part),
              tensor_bytes(ChainTensor::x, sizes_) / chain_element_bytes, stream_);
}

void DecodeChainWorkload::describe(const WorkloadRequest& request) {
  queue_call(0);
  check(cudaStreamSynchronize(stream_), "run the first call of decode-chain");
  const Graph call = capture(stream_, [this] { queue_call(0); });
  refuse_allocations(call.get());
  info_.kernels = kernels_of(call.get());
  const bool empty = sizes_.config.empty;
  info_.api = "decode-chain";
  info_.compute_type = "fp32";
  info_.config = request.config.empty() ? "layers-1" : request.config;
  info_.weight_bytes = chain_weight_bytes(sizes_);
  const std::uint64_t x_bytes = tensor_bytes(ChainTensor::x, sizes_);
  info_.read_bytes = empty ? 0 : info_.weight_bytes + chain_cache_bytes(sizes_) + x_bytes;
  info_.write_bytes = empty ? 0 : tensor_bytes(ChainTensor::y, sizes_);
  info_.operands = {{"W", info_.weight_bytes, false},
                    {"cache", chain_cache_bytes(sizes_), false},
                    {"x", x_bytes, false},
                    {"y", tensor_bytes(ChainTensor::y, sizes_), false},
                    {"workspace", library_.workspace_bytes(), false}};
}

void DecodeChainWorkload::queue_gemm(const ChainKernel& kernel) {
  const auto n = static_cast<int>(features_of(kernel.out, sizes_));
  const auto k = static_cast<int>(features_of(kernel.in, sizes_));
  const auto rows = static_cast<int>(sizes_.tokens);
  const float alpha = 1.0f / std::sqrt(static_cast<float>(k));
  const float beta = 0.0f;
  check_cublas(cublasGemmEx(library_.handle(), CUBLAS_OP_T, CUBLAS_OP_N, n, rows, k, &alpha,
                            weight(*kernel.weight, kernel.layer), CUDA_R_16BF, k, tensor(kernel.in), CUDA_R_16BF, k,
                            &beta, tensor(kernel.out), CUDA_R_16BF, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT),
               fmt::format("call cublasGemmEx for the {} of decode-chain", kernel.name));
}

void DecodeChainWorkload::queue_kernel(const ChainKernel& kernel) {
  if (sizes_.config.empty) return launch_nop(stream_);
  switch (kernel.op) {
    case ChainOp::norm:
      return launch_rms_norm(tensor(kernel.out), tensor(kernel.in), weight(*kernel.weight, kernel.layer), sizes_,
                             stream_);
    case ChainOp::gemm:
      return queue_gemm(kernel);
    case ChainOp::attention:
      return launch_attention(tensor(kernel.out), tensor(kernel.in), weight(*kernel.weight, kernel.layer), sizes_,
                              stream_);
    case ChainOp::silu_mul:
      return launch_silu_mul(tensor(kernel.out), tensor(kernel.in), sizes_, stream_);
    case ChainOp::add:
      return launch_add(tensor(kernel.out), tensor(kernel.in), tensor(*kernel.second), sizes_, stream_);
  }
}

void DecodeChainWorkload::queue_call(int) {
  for (const ChainKernel& kernel : kernels_) queue_kernel(kernel);
}

void DecodeChainWorkload::queue_call_between(int, const std::function<void()>& between) {
  for (std::size_t i = 0; i < kernels_.size(); ++i) {
    if (i > 0) between();
    queue_kernel(kernels_[i]);
  }
}

void DecodeChainWorkload::queue_touch() {
  launch_read(tensor(ChainTensor::x), tensor_bytes(ChainTensor::x, sizes_), stream_);
  if (sizes_.config.empty) return;
  for (const ChainWeight which : chain_weights) {
    const std::uint64_t count = weight_elements(which, sizes_) * static_cast<std::uint64_t>(sizes_.config.layers);
    launch_read(weight(which, 0), count * chain_element_bytes, stream_);
  }
}

void DecodeChainWorkload::queue_produce() {
  fill_input(input_seed_);
}

MemoryRange DecodeChainWorkload::input() const {
  return {reinterpret_cast<std::uintptr_t>(tensor(ChainTensor::x)), tensor_bytes(ChainTensor::x, sizes_)};
}

/// Waits.
std::vector<double> DecodeChainWorkload::downloaded(const Bf16* from, std::uint64_t count) const {
  std::vector<Bf16> stored(count);
  check(cudaMemcpyAsync(stored.data(), from, count * sizeof(Bf16), cudaMemcpyDeviceToHost, stream_),
        "copy a tensor of the chain");
  check(cudaStreamSynchronize(stream_), "copy a tensor of the chain");
  std::vector<double> values(count);
  std::transform(stored.begin(), stored.end(), values.begin(), [](Bf16 value) { return __bfloat162float(value); });
  return values;
}

std::vector<double> DecodeChainWorkload::row_of_tensor(ChainTensor which, std::int64_t row) const {
  const std::int64_t features = features_of(which, sizes_);
  return downloaded(tensor(which) + row * features, static_cast<std::uint64_t>(features));
}

std::vector<double> DecodeChainWorkload::gemm_reference(const ChainKernel& kernel, std::int64_t row) {
  const GemvSizes sizes{
      .n = features_of(kernel.out, sizes_), .k = features_of(kernel.in, sizes_), .m = std::int64_t{1}};
  launch_reference(reference_.get(), weight(*kernel.weight, kernel.layer), Element::bf16, nullptr,
                   tensor(kernel.in) + row * sizes.k, Element::bf16, sizes, stream_);
  std::vector<double> y(static_cast<std::size_t>(sizes.n));
  check(cudaMemcpyAsync(y.data(), reference_.get(), y.size() * sizeof(double), cudaMemcpyDeviceToHost, stream_),
        "copy the reference of a projection");
  check(cudaStreamSynchronize(stream_), "compute the reference of a projection");
  for (double& value : y) value /= std::sqrt(static_cast<double>(sizes.k));
  return y;
}

std::vector<double> DecodeChainWorkload::reference_of(const ChainKernel& kernel, std::int64_t row) {
  if (kernel.op == ChainOp::gemm) return gemm_reference(kernel, row);
  const std::vector<double> in = row_of_tensor(kernel.in, row);
  if (kernel.op == ChainOp::add) return add_reference(in, row_of_tensor(*kernel.second, row));
  if (kernel.op == ChainOp::silu_mul) return silu_mul_reference(in);
  const std::vector<double> held =
      downloaded(weight(*kernel.weight, kernel.layer), weight_elements(*kernel.weight, sizes_));
  return kernel.op == ChainOp::norm ? rms_norm_reference(in, held) : attention_reference(in, held, sizes_);
}

double DecodeChainWorkload::worst_error(const ChainKernel& kernel) {
  double worst = 0.0;
  for (const std::int64_t row : checked_rows(sizes_.tokens)) {
    const std::vector<double> wanted = reference_of(kernel, row);
    worst = std::max(worst, host_relative_error(row_of_tensor(kernel.out, row), wanted));
  }
  return worst;
}

std::optional<Verification> DecodeChainWorkload::verify(std::uint64_t seed) {
  Verification result{.max_rel_error = 0.0, .tolerance = chain_tolerance};
  fill_input(seed);
  if (sizes_.config.empty) return result;  // nothing is computed
  for (const ChainTensor which : chain_tensors) {
    if (which == ChainTensor::x) continue;
    check(cudaMemsetAsync(tensor(which), not_a_number, tensor_bytes(which, sizes_), stream_), "poison the chain");
  }
  for (const ChainKernel& kernel : kernels_) {
    // Outputs are used again in the next layer, and twice in one: each starts as what no kernel would leave.
    check(cudaMemsetAsync(tensor(kernel.out), not_a_number, tensor_bytes(kernel.out, sizes_), stream_),
          "poison an output of the chain");
    queue_kernel(kernel);
    if (kernel.layer > 0 && kernel.layer < sizes_.config.layers - 1) continue;
    result.max_rel_error = std::max(result.max_rel_error, worst_error(kernel));
  }
  return result;
}

std::uint64_t decode_chain_workload_bytes(const WorkloadRequest& request) {
  const ChainSizes sizes = sizes_of(request);
  const auto reference = static_cast<std::uint64_t>(std::max(2 * sizes.ffn, sizes.qkv_features())) * sizeof(double);
  return chain_bytes(sizes) + reference + cublas_workspace_bytes();
}

}  // namespace l2bench
