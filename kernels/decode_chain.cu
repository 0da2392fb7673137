#include "kernels/decode_chain.hpp"
#include "kernels/decode_chain_reference.hpp"
#include "kernels/grid.hpp"
#include "src/cuda/check.hpp"

namespace l2bench {
namespace {

using bf16 = __nv_bfloat16;

constexpr int warp_lanes = 32;
constexpr int chain_warps = threads_per_block / warp_lanes;
constexpr int values_per_load = sizeof(uint4) / sizeof(bf16);
constexpr int parts = threads_per_block / head_size;  // of the keys, in the sum over values

struct Sum {
  __device__ float operator()(float a, float b) const { return a + b; }
};
struct Most {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

/// Of the values of all threads of the block, for all of them. `scratch` has a float a warp.
template <typename Combine>
__device__ float of_block(float value, float* scratch, Combine combine) {
  for (int offset = warp_lanes / 2; offset > 0; offset /= 2) {
    value = combine(value, __shfl_xor_sync(0xFFFFFFFFu, value, offset));
  }
  __syncthreads();  // scratch may still be read from the time before
  if (threadIdx.x % warp_lanes == 0) scratch[threadIdx.x / warp_lanes] = value;
  __syncthreads();
  value = scratch[0];
  for (int warp = 1; warp < chain_warps; ++warp) value = combine(value, scratch[warp]);
  return value;
}

__global__ void __launch_bounds__(threads_per_block)
    rms_norm_kernel(bf16* out, const bf16* in, const bf16* weight, int hidden) {
  __shared__ float scratch[chain_warps];
  const bf16* row = in + static_cast<std::int64_t>(blockIdx.x) * hidden;
  float squares = 0.0f;
  for (int i = threadIdx.x; i < hidden; i += threads_per_block) {
    const float value = __bfloat162float(row[i]);
    squares += value * value;
  }
  const float mean = of_block(squares, scratch, Sum{}) / static_cast<float>(hidden);
  const float scale = rsqrtf(mean + static_cast<float>(norm_epsilon));
  for (int i = threadIdx.x; i < hidden; i += threads_per_block) {
    out[static_cast<std::int64_t>(blockIdx.x) * hidden + i] =
        __float2bfloat16(__bfloat162float(row[i]) * scale * __bfloat162float(weight[i]));
  }
}

/// q is in shared memory, a key in memory: 16 bytes a load.
__device__ float score_of(const float* q, const bf16* key) {
  float sum = 0.0f;
  for (int i = 0; i < head_size; i += values_per_load) {
    const uint4 loaded = *reinterpret_cast<const uint4*>(key + i);
    const bf16* values = reinterpret_cast<const bf16*>(&loaded);
    for (int j = 0; j < values_per_load; ++j) sum += q[i + j] * __bfloat162float(values[j]);
  }
  return sum * rsqrtf(static_cast<float>(head_size));
}

struct Heads {
  int query = 0;
  int kv = 0;
  int kv_length = 0;
};

/// One block a query head and row: scores of all keys into shared memory, softmax, then the sum over values.
__global__ void __launch_bounds__(threads_per_block)
    attention_kernel(bf16* out, const bf16* qkv, const bf16* cache, Heads heads) {
  extern __shared__ float scores[];  // kv_length + 1
  __shared__ float scratch[chain_warps];
  __shared__ float q[head_size];
  __shared__ float partial[threads_per_block];
  const int head = static_cast<int>(blockIdx.x);
  const int kv = head / query_heads_per_kv_head;
  const std::int64_t row = blockIdx.y;
  const bf16* own = qkv + row * (heads.query + 2 * heads.kv) * head_size;
  const std::int64_t cached = static_cast<std::int64_t>(heads.kv_length) * head_size;
  const bf16* keys = cache + kv * cached;
  const bf16* values = cache + (heads.kv + kv) * cached;
  const bf16* own_key = own + (heads.query + kv) * head_size;
  const bf16* own_value = own + (heads.query + heads.kv + kv) * head_size;
  const int thread = static_cast<int>(threadIdx.x);
  if (thread < head_size) q[thread] = __bfloat162float(own[head * head_size + thread]);
  __syncthreads();

  float most = -INFINITY;
  for (int i = thread; i <= heads.kv_length; i += threads_per_block) {
    scores[i] = score_of(q, i < heads.kv_length ? keys + static_cast<std::int64_t>(i) * head_size : own_key);
    most = fmaxf(most, scores[i]);
  }
  most = of_block(most, scratch, Most{});
  float sum = 0.0f;
  for (int i = thread; i <= heads.kv_length; i += threads_per_block) {
    scores[i] = expf(scores[i] - most);
    sum += scores[i];
  }
  sum = of_block(sum, scratch, Sum{});  // its barrier makes all scores visible, too

  const int d = thread % head_size;
  float weighted = 0.0f;
  for (int i = thread / head_size; i <= heads.kv_length; i += parts) {
    const bf16* value = i < heads.kv_length ? values + static_cast<std::int64_t>(i) * head_size : own_value;
    weighted += scores[i] * __bfloat162float(value[d]);
  }
  partial[thread] = weighted;
  __syncthreads();
  if (thread >= head_size) return;
  for (int part = 1; part < parts; ++part) weighted += partial[part * head_size + d];
  out[(row * heads.query + head) * head_size + d] = __float2bfloat16(weighted / sum);
}

__global__ void __launch_bounds__(threads_per_block)
    silu_mul_kernel(bf16* out, const bf16* gate_up, std::int64_t ffn, std::int64_t count) {
  const std::int64_t stride = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride) {
    const std::int64_t row = i / ffn;
    const float gate = __bfloat162float(gate_up[row * ffn + i]);  // rows of 2 x ffn
    const float up = __bfloat162float(gate_up[row * ffn + ffn + i]);
    out[i] = __float2bfloat16(gate / (1.0f + expf(-gate)) * up);
  }
}

__global__ void __launch_bounds__(threads_per_block)
    add_kernel(bf16* out, const bf16* a, const bf16* b, std::int64_t count) {
  const std::int64_t stride = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride) {
    out[i] = __float2bfloat16(__bfloat162float(a[i]) + __bfloat162float(b[i]));
  }
}

}  // namespace

void launch_rms_norm(bf16* out, const bf16* in, const bf16* weight, const ChainSizes& sizes, cudaStream_t stream) {
  rms_norm_kernel<<<static_cast<unsigned>(sizes.tokens), threads_per_block, 0, stream>>>(
      out, in, weight, static_cast<int>(sizes.hidden));
  check(cudaGetLastError(), "launch the chain's RMSNorm");
}

void launch_attention(bf16* out, const bf16* qkv, const bf16* cache, const ChainSizes& sizes, cudaStream_t stream) {
  const Heads heads{static_cast<int>(sizes.query_heads()), static_cast<int>(sizes.kv_heads()), sizes.config.kv_length};
  const dim3 grid(static_cast<unsigned>(heads.query), static_cast<unsigned>(sizes.tokens));
  const std::size_t scores = (static_cast<std::size_t>(heads.kv_length) + 1) * sizeof(float);
  attention_kernel<<<grid, threads_per_block, scores, stream>>>(out, qkv, cache, heads);
  check(cudaGetLastError(), "launch the chain's attention");
}

void launch_silu_mul(bf16* out, const bf16* gate_up, const ChainSizes& sizes, cudaStream_t stream) {
  const std::int64_t count = sizes.tokens * sizes.ffn;
  silu_mul_kernel<<<grid_for(static_cast<std::uint64_t>(count)), threads_per_block, 0, stream>>>(out, gate_up,
                                                                                                 sizes.ffn, count);
  check(cudaGetLastError(), "launch the chain's SiLU-mul");
}

void launch_add(bf16* out, const bf16* a, const bf16* b, const ChainSizes& sizes, cudaStream_t stream) {
  const std::int64_t count = sizes.tokens * sizes.hidden;
  add_kernel<<<grid_for(static_cast<std::uint64_t>(count)), threads_per_block, 0, stream>>>(out, a, b, count);
  check(cudaGetLastError(), "launch the chain's residual add");
}

}  // namespace l2bench
