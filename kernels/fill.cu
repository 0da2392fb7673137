#include <cmath>

#include "kernels/element.cuh"
#include "kernels/fill.hpp"
#include "kernels/grid.hpp"
#include "src/cuda/check.hpp"

namespace l2bench {
namespace {

constexpr std::uint64_t golden = 0x9E3779B97F4A7C15ull;

__host__ __device__ std::uint64_t scramble(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

/// Uniform in [0, 1) from the upper 24 bits of a word: every step is a float.
__host__ __device__ float unit(std::uint32_t bits) {
  return static_cast<float>(bits >> 8) * 0x1p-24f;
}

__host__ __device__ float random_value(Init init, std::uint64_t seed, std::uint64_t index) {
  const std::uint64_t bits = scramble(seed + (index + 1) * golden);
  const auto low = static_cast<std::uint32_t>(bits);
  const auto high = static_cast<std::uint32_t>(bits >> 32);
  switch (init) {
    case Init::zeros:
      return 0.0f;
    case Init::uniform:
      return 2.0f * unit(high) - 1.0f;
    case Init::normal:
      break;
  }
  // Box-Muller. 1 - u lies in (0, 1]: its logarithm is finite.
  return sqrtf(-2.0f * logf(1.0f - unit(low))) * cosf(6.2831853f * unit(high));
}

__host__ __device__ void store(float& to, float value, Init) {
  to = value;
}
__host__ __device__ void store(__nv_bfloat16& to, float value, Init) {
  to = __float2bfloat16(value);
}
__host__ __device__ void store(__half& to, float value, Init) {
  to = __float2half(value);
}
__host__ __device__ int quantised(float value, Init init) {
  const float scaled = rintf(value * (init == Init::normal ? 32.0f : 127.0f));
  return static_cast<int>(fminf(fmaxf(scaled, -127.0f), 127.0f));
}
__host__ __device__ void store(std::int8_t& to, float value, Init init) {
  to = static_cast<std::int8_t>(quantised(value, init));
}
__host__ __device__ void store(std::int32_t& to, float value, Init init) {
  to = quantised(value, init);
}

template <typename T>
__global__ void __launch_bounds__(threads_per_block)
    fill_kernel(T* data, Init init, std::uint64_t seed, std::uint64_t count) {
  const std::uint64_t stride = static_cast<std::uint64_t>(gridDim.x) * blockDim.x;
  for (std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride) {
    store(data[i], random_value(init, seed, i), init);
  }
}

}  // namespace

std::uint64_t derive_seed(std::uint64_t seed, std::uint64_t which) {
  return scramble(scramble(seed + golden) + which);
}

double fill_value(Element element, Init init, std::uint64_t seed, std::uint64_t index) {
  return with_type(element, [&](auto tag) {
    typename decltype(tag)::type stored;
    store(stored, random_value(init, derive_seed(seed, 0), index), init);
    return to_double(stored);
  });
}

void launch_fill(void* data, Element element, Init init, std::uint64_t seed, std::uint64_t count, cudaStream_t stream) {
  with_type(element, [&](auto tag) {
    using T = typename decltype(tag)::type;
    // Neighbouring seeds must not give shifted copies of one sequence.
    fill_kernel<<<grid_for(count), threads_per_block, 0, stream>>>(static_cast<T*>(data), init, derive_seed(seed, 0),
                                                                   count);
  });
  check(cudaGetLastError(), "launch the kernel that fills data");
}

}  // namespace l2bench
