#include "src/cuda/gemv_data.hpp"

#include "kernels/fill.hpp"
#include "kernels/flush.hpp"

namespace l2bench {
namespace {

constexpr std::uint64_t input_part = ~std::uint64_t{0};  // of a seed; the copies of the weight take the parts from 0 up

/// Copies of an operand begin where an allocation of their own would.
std::uint64_t stride_of(std::uint64_t bytes) {
  constexpr std::uint64_t alignment = 256;
  return (bytes + alignment - 1) / alignment * alignment;
}

std::uint64_t size(std::int64_t a, std::int64_t b, std::size_t bytes) {
  return static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b) * bytes;
}

}  // namespace

GemvBytes gemv_bytes(const WorkloadRequest& request, const GemvTypes& types) {
  const auto [n, k] = request.shape;
  return {.weight = size(n, k, element_bytes(types.weight)),
          .scale = types.has_scale ? size(n, 1, sizeof(float)) : 0,
          .x = size(request.rows, k, element_bytes(types.input)),
          .y = size(request.rows, n, element_bytes(types.output)),
          .reference = size(request.rows, n, sizeof(double))};
}

std::uint64_t allocated_bytes(const WorkloadRequest& request, const GemvTypes& types) {
  const GemvBytes bytes = gemv_bytes(request, types);
  return static_cast<std::uint64_t>(request.copies) * (stride_of(bytes.weight) + stride_of(bytes.scale)) + bytes.x +
         bytes.y + bytes.reference + sizeof(Comparison);
}

GemvData::GemvData(const WorkloadRequest& request, const GemvTypes& types, cudaStream_t stream)
    : types_(types),
      init_(request.init),
      sizes_{.n = request.shape.n, .k = request.shape.k, .m = request.rows},
      bytes_(gemv_bytes(request, types)),
      copies_(request.copies),
      stream_(stream),
      weights_(allocate_device<std::byte>(stride_of(bytes_.weight) * static_cast<std::size_t>(copies_), "the weight")),
      x_(allocate_device<std::byte>(bytes_.x, "the input")),
      y_(allocate_device<std::byte>(bytes_.y, "the output")),
      reference_(allocate_device<double>(bytes_.reference / sizeof(double), "the reference result")),
      result_(allocate_device<Comparison>(1, "the comparison with the reference")) {
  if (types_.has_scale) {
    scales_ = allocate_device<std::byte>(stride_of(bytes_.scale) * static_cast<std::size_t>(copies_), "the scales");
  }
  fill_weights(request.seed);
  fill_input(request.seed);
  poison_output();
}

std::byte* GemvData::weight_at(int copy) const {
  return weights_.get() + stride_of(bytes_.weight) * static_cast<std::size_t>(copy);
}

std::byte* GemvData::scale_at(int copy) const {
  return scales_.get() + stride_of(bytes_.scale) * static_cast<std::size_t>(copy);
}

const void* GemvData::weight(int copy) const {
  return weight_at(copy);
}

const float* GemvData::scale(int copy) const {
  return types_.has_scale ? reinterpret_cast<const float*>(scale_at(copy)) : nullptr;
}

void GemvData::fill_weights(std::uint64_t seed) {
  const std::uint64_t count = bytes_.weight / element_bytes(types_.weight);
  for (int copy = 0; copy < copies_; ++copy) {
    const auto part = 2 * static_cast<std::uint64_t>(copy);
    launch_fill(weight_at(copy), types_.weight, init_, derive_seed(seed, part), count, stream_);
    if (!types_.has_scale) continue;
    // Signs and small values too: a wrong use of a scale shows in any of them. Zeros would hide everything else.
    launch_fill(scale_at(copy), Element::fp32, Init::uniform, derive_seed(seed, part + 1),
                static_cast<std::uint64_t>(sizes_.n), stream_);
  }
}

void GemvData::fill_input(std::uint64_t seed) {
  input_seed_ = seed;
  const std::uint64_t count = bytes_.x / element_bytes(types_.input);
  launch_fill(x_.get(), types_.input, init_, derive_seed(seed, input_part), count, stream_);
}

void GemvData::poison_output() {
  check(cudaMemsetAsync(y_.get(), 0xFF, bytes_.y, stream_), "poison the output");
}

void GemvData::queue_touch() {
  launch_read(weight(0), bytes_.weight, stream_);
  if (types_.has_scale) launch_read(scale(0), bytes_.scale, stream_);
  launch_read(x(), bytes_.x, stream_);
}

double GemvData::worst_error(int copy) {
  const std::int64_t count = sizes_.m * sizes_.n;
  launch_reference(reference_.get(), weight(copy), types_.weight, scale(copy), x(), types_.input, sizes_, stream_);
  launch_compare(y(), types_.output, reference_.get(), count, result_.get(), stream_);
  Comparison result;
  check(cudaMemcpyAsync(&result, result_.get(), sizeof result, cudaMemcpyDeviceToHost, stream_),
        "copy the comparison with the reference");
  check(cudaStreamSynchronize(stream_), "compare the output with the reference");
  return result.worst;
}

}  // namespace l2bench
