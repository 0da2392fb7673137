// y[N] = W[N, K] x[K] for one row of bf16: a warp a row of W, eight rows a block, 16 bytes a load.
//   l2bench run examples/gemv.json --kernel examples/gemv.cu:gemv
#include <cuda_bf16.h>

extern "C" __global__ void gemv(const __nv_bfloat16* W, const __nv_bfloat16* x, __nv_bfloat16* y, int n, int k) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= n) return;
  const uint4* weights = reinterpret_cast<const uint4*>(W + static_cast<long long>(row) * k);
  const uint4* inputs = reinterpret_cast<const uint4*>(x);
  float sum = 0.0f;
#pragma unroll 4
  for (int i = threadIdx.x; i < k / 8; i += 32) {
    const uint4 w = __ldcs(weights + i);
    const uint4 v = __ldg(inputs + i);
    const __nv_bfloat162* a = reinterpret_cast<const __nv_bfloat162*>(&w);
    const __nv_bfloat162* b = reinterpret_cast<const __nv_bfloat162*>(&v);
    for (int j = 0; j < 4; ++j) {
      const float2 p = __bfloat1622float2(a[j]);
      const float2 q = __bfloat1622float2(b[j]);
      sum += p.x * q.x + p.y * q.y;
    }
  }
  for (int other = 16; other > 0; other /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, other);
  if (threadIdx.x == 0) y[row] = __float2bfloat16(sum);
}

// The reference: a thread a row, in double precision.
extern "C" __global__ void gemv_reference(const __nv_bfloat16* W, const __nv_bfloat16* x, __nv_bfloat16* y, int n,
                                          int k) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  double sum = 0.0;
  for (int i = 0; i < k; ++i) {
    sum += static_cast<double>(__bfloat162float(W[static_cast<long long>(row) * k + i])) *
           static_cast<double>(__bfloat162float(x[i]));
  }
  y[row] = __float2bfloat16(static_cast<float>(sum));
}
