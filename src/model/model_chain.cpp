#include "model/model_chain.hpp"

#include <fmt/format.h>

namespace l2bench {
namespace {

ChainSizes chain_sizes_of(const WorkloadRequest& request) {
  return chain_sizes(request.config, request.shape.n, request.shape.k, request.rows);
}

}  // namespace

WorkloadInfo chain_info(const WorkloadRequest& request) {
  const ChainSizes sizes = chain_sizes_of(request);
  const bool empty = sizes.config.empty;
  const std::uint64_t x_bytes = tensor_bytes(ChainTensor::x, sizes);
  WorkloadInfo info;
  info.api = "decode-chain";
  info.compute_type = "fp32";
  info.config = request.config.empty() ? "layers-1" : request.config;
  for (const ChainKernel& kernel : chain_kernels(sizes))
    info.kernels.push_back({fmt::format("simulated {}", kernel.name)});
  info.weight_bytes = chain_weight_bytes(sizes);
  info.read_bytes = empty ? 0 : info.weight_bytes + chain_cache_bytes(sizes) + x_bytes;
  info.write_bytes = empty ? 0 : tensor_bytes(ChainTensor::y, sizes);
  std::uint64_t between_bytes = 0;
  for (const ChainTensor which : chain_tensors) {
    if (which != ChainTensor::x && which != ChainTensor::y) between_bytes += tensor_bytes(which, sizes);
  }
  info.operands = {{"W", info.weight_bytes, false},
                   {"cache", chain_cache_bytes(sizes), false},
                   {"x", x_bytes, false},
                   {"activations", between_bytes, false},
                   {"y", tensor_bytes(ChainTensor::y, sizes), false}};
  return info;
}

ModelChain::ModelChain(const WorkloadRequest& request, ModelStream& stream)
    : sizes_(chain_sizes_of(request)), kernels_(chain_kernels(sizes_)), stream_(stream), info_(chain_info(request)) {
  Simulation& simulation = stream.simulation();
  for (int& buffer : tensor_buffers_) buffer = simulation.new_buffers(1);
  first_weight_buffer_ = simulation.new_buffers(sizes_.config.layers * static_cast<int>(chain_weights.size()));
}

Stream ModelChain::tensor_stream(ChainTensor which, Access access) const {
  return {access, tensor_buffers_[static_cast<std::size_t>(which)], tensor_bytes(which, sizes_)};
}

Stream ModelChain::weight_stream(ChainWeight which, int layer) const {
  const int buffer = first_weight_buffer_ + layer * static_cast<int>(chain_weights.size()) + static_cast<int>(which);
  return {Access::read, buffer, weight_elements(which, sizes_) * chain_element_bytes};
}

void ModelChain::queue_streams(const std::string& name, std::vector<Stream> streams) {
  stream_.queue_kernel(name,
                       [streams = std::move(streams)](Simulation& simulation) { return simulation.run(streams); });
}

void ModelChain::queue_kernel(const ChainKernel& kernel) {
  if (sizes_.config.empty) {
    return stream_.queue_kernel("simulated nop", [](Simulation& simulation) {
      return simulation.run_step({StepKind::nop, 0});
    });
  }
  std::vector<Stream> streams{tensor_stream(kernel.in, Access::read)};
  if (kernel.second) streams.push_back(tensor_stream(*kernel.second, Access::read));
  if (kernel.weight) streams.push_back(weight_stream(*kernel.weight, kernel.layer));
  streams.push_back(tensor_stream(kernel.out, Access::write));
  queue_streams(fmt::format("simulated {}", kernel.name), std::move(streams));
}

void ModelChain::queue_call(int) {
  for (const ChainKernel& kernel : kernels_) queue_kernel(kernel);
}

void ModelChain::queue_call_between(int, const std::function<void()>& between) {
  for (std::size_t i = 0; i < kernels_.size(); ++i) {
    if (i > 0) between();
    queue_kernel(kernels_[i]);
  }
}

void ModelChain::queue_touch() {
  std::vector<Stream> streams{tensor_stream(ChainTensor::x, Access::read)};
  for (int layer = 0; layer < sizes_.config.layers && !sizes_.config.empty; ++layer) {
    for (const ChainWeight which : chain_weights) streams.push_back(weight_stream(which, layer));
  }
  queue_streams("touch", std::move(streams));
}

void ModelChain::queue_produce() {
  queue_streams("produce", {tensor_stream(ChainTensor::x, Access::write)});
}

MemoryRange ModelChain::input() const {
  const Stream x = tensor_stream(ChainTensor::x, Access::read);
  return {static_cast<std::uint64_t>(x.buffer), x.bytes};
}

std::optional<Verification> ModelChain::verify(std::uint64_t) {
  queue_call(0);
  return Verification{.max_rel_error = 0.0, .tolerance = 0.0};
}

}  // namespace l2bench
