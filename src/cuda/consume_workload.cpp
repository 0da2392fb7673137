#include "src/cuda/consume_workload.hpp"

#include <fmt/format.h>

#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "kernels/consume.hpp"
#include "kernels/fill.hpp"
#include "kernels/flush.hpp"
#include "kernels/workload_configs.hpp"
#include "l2bench/error.hpp"
#include "l2bench/words.hpp"
#include "src/cuda/graph_nodes.hpp"

namespace l2bench {
namespace {

constexpr std::uint8_t poison = 0xFF;

ConsumeConfig consume_config_of(const WorkloadRequest& request) {
  if (request.config.empty()) return {};
  if (const auto config = parse_consume_config(request.config)) return *config;
  throw DeviceError(
      fmt::format("consume has no config {}. It has: {}, with any number from 1 to {}.", in_quotes(request.config),
                  fmt::join(workload_config_names("consume"), " "), most_flops_per_byte),
      false);
}

}  // namespace

ConsumeWorkload::ConsumeWorkload(const WorkloadRequest& request, cudaStream_t stream)
    : config_(consume_config_of(request)),
      zeros_(request.init == Init::zeros),
      bytes_(request.shape.elements()),
      copies_(request.copies),
      seed_(request.seed),
      stream_(stream),
      sums_count_(static_cast<std::size_t>(consume_sums(config_, bytes_))),
      blocks_(allocate_device<std::byte>(bytes_ * static_cast<std::uint64_t>(copies_), "the block")),
      sums_(allocate_device<std::uint32_t>(sums_count_, "the sums of the block")) {
  for (int copy = 0; copy < copies_; ++copy) produce(copy);
  queue_call(0);
  check(cudaStreamSynchronize(stream_), "run the first call of consume");
  const Graph call = capture(stream_, [this] { queue_call(0); });
  const std::uint64_t read_bytes = config_.order == ConsumeOrder::nothing ? 0 : bytes_;
  info_.api = "consume";
  info_.compute_type = config_.flops_per_byte > 0 ? "fp32" : "uint32";
  info_.config = request.config.empty() ? "forward" : request.config;
  info_.weight_bytes = bytes_;
  info_.read_bytes = read_bytes;
  info_.write_bytes = sums_count_ * sizeof(std::uint32_t);
  info_.kernels = kernels_of(call.get());
  info_.operands = {{"block", bytes_, true}, {"y", info_.write_bytes, false}};
}

std::uint64_t ConsumeWorkload::seed_of(int copy) const {
  return derive_seed(seed_, static_cast<std::uint64_t>(copy));
}

void ConsumeWorkload::produce(int copy) {
  if (zeros_) {
    launch_zero(block(copy), bytes_, stream_);
  } else {
    launch_produce(block(copy), bytes_, seed_of(copy), stream_);
  }
}

void ConsumeWorkload::queue_call(int copy) {
  launch_consume(config_, block(copy), bytes_, sums_.get(), stream_);
}

void ConsumeWorkload::queue_touch() {
  launch_touch(block(0), bytes_, stream_);
}

void ConsumeWorkload::queue_produce() {
  produce(0);
}

MemoryRange ConsumeWorkload::input() const {
  return {reinterpret_cast<std::uintptr_t>(block(0)), bytes_};
}

/// Modulo 2^32, as the reference. Waits.
std::uint32_t ConsumeWorkload::sum() {
  std::vector<std::uint32_t> sums(sums_count_);
  check(cudaMemcpyAsync(sums.data(), sums_.get(), sums.size() * sizeof(std::uint32_t), cudaMemcpyDeviceToHost, stream_),
        "copy the sums of the block");
  check(cudaStreamSynchronize(stream_), "copy the sums of the block");
  return std::accumulate(sums.begin(), sums.end(), std::uint32_t{0});
}

/// Integers are exact: the sum is right or it is not.
std::optional<Verification> ConsumeWorkload::verify(std::uint64_t seed) {
  Verification result{.max_rel_error = 0.0, .tolerance = 0.0};
  seed_ = seed;
  for (int copy = 0; copy < copies_; ++copy) {
    produce(copy);
    check(cudaMemsetAsync(sums_.get(), poison, sums_count_ * sizeof(std::uint32_t), stream_), "poison the sums");
    queue_call(copy);
    const bool reads = config_.order != ConsumeOrder::nothing && !zeros_;
    const std::uint32_t wanted = reads ? produced_sum(seed_of(copy), bytes_) : 0;
    if (sum() != wanted) result.max_rel_error = std::numeric_limits<double>::infinity();
  }
  return result;
}

std::uint64_t consume_workload_bytes(const WorkloadRequest& request) {
  const std::uint64_t bytes = request.shape.elements();
  return bytes * static_cast<std::uint64_t>(request.copies) +
         static_cast<std::uint64_t>(consume_sums(consume_config_of(request), bytes)) * sizeof(std::uint32_t);
}

}  // namespace l2bench
