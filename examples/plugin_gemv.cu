// A plug-in (include/l2bench/plugin.h): what is timed may be any code that launches on a stream, such as a CUTLASS
// kernel.
//   nvcc -O3 -arch=native -shared -Xcompiler=-fPIC -Iinclude examples/plugin_gemv.cu -o build/plugin_gemv.so
//   l2bench run examples/plugin.json --plugin build/plugin_gemv.so
#include <cuda_runtime.h>

#include <cmath>
#include <string>
#include <vector>

#include "l2bench/plugin.h"

namespace {

// Each thread adds up four floats of W at a time: y[n] = sum over k of W[n, k] * x[k].
__global__ void gemv(const float* W, const float* x, float* y, long long k) {
  float sum = 0.0f;
  for (long long i = threadIdx.x; i < k; i += blockDim.x) sum += W[blockIdx.x * k + i] * x[i];
  for (int other = 16; other > 0; other /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, other);
  __shared__ float parts[32];
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x > 0) return;
  for (unsigned i = 1; i < blockDim.x / 32; ++i) sum += parts[i];
  y[blockIdx.x] = sum;
}

__global__ void fill(float* data, long long count, unsigned long long seed) {
  const long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  if (i >= count) return;
  unsigned long long z = seed + static_cast<unsigned long long>(i) * 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  data[i] = static_cast<float>(z >> 40) / 8388608.0f - 1.0f;  // [-1, 1)
}

std::string last_error = "no error";

struct Gemv {
  l2b_plugin_setup setup{};
  std::vector<float*> weights;  // one a copy
  float* x = nullptr;
  float* y = nullptr;
  int threads = 256;

  ~Gemv() {
    for (float* weight : weights) cudaFree(weight);
    cudaFree(x);
    cudaFree(y);
  }
  cudaStream_t stream() const { return static_cast<cudaStream_t>(setup.stream); }
  long long count() const { return setup.n * setup.k; }
};

int failed(cudaError_t error) {
  if (error == cudaSuccess) return 0;
  last_error = cudaGetErrorString(error);
  return 1;
}

void queue_fill(float* data, long long count, unsigned long long seed, cudaStream_t stream) {
  fill<<<static_cast<unsigned>((count + 255) / 256), 256, 0, stream>>>(data, count, seed);
}

int set_up(const l2b_plugin_setup* setup, void** state) {
  if (setup->n == 0) {
    last_error = "give it a shape: --shape NxK";
    return 1;
  }
  auto* gemv = new Gemv{};
  *state = gemv;
  gemv->setup = *setup;
  if (std::string(setup->parameters) == "threads=128") gemv->threads = 128;
  for (int copy = 0; copy < setup->copies; ++copy) {
    float* weight = nullptr;
    if (failed(cudaMalloc(&weight, gemv->count() * sizeof(float)))) return 1;
    gemv->weights.push_back(weight);
    queue_fill(weight, gemv->count(), setup->seed + copy, gemv->stream());
  }
  if (failed(cudaMalloc(&gemv->x, setup->k * sizeof(float)))) return 1;
  if (failed(cudaMalloc(&gemv->y, setup->n * sizeof(float)))) return 1;
  queue_fill(gemv->x, setup->k, setup->seed + 1000, gemv->stream());
  return failed(cudaStreamSynchronize(gemv->stream()));
}

int bytes(void* state, l2b_plugin_bytes* bytes) {
  const Gemv& gemv = *static_cast<Gemv*>(state);
  bytes->weight = gemv.count() * sizeof(float);
  bytes->read = bytes->weight + gemv.setup.k * sizeof(float);
  bytes->write = gemv.setup.n * sizeof(float);
  return 0;
}

int launch(void* state, int32_t copy, void* stream) {
  Gemv& g = *static_cast<Gemv*>(state);
  gemv<<<static_cast<unsigned>(g.setup.n), g.threads, 0, static_cast<cudaStream_t>(stream)>>>(g.weights[copy], g.x, g.y,
                                                                                              g.setup.k);
  return failed(cudaGetLastError());
}

// The first 64 outputs of every copy against the host, in double precision.
int verify(void* state, uint64_t seed, double* max_rel_error, double* tolerance) {
  Gemv& g = *static_cast<Gemv*>(state);
  *tolerance = 1e-4;
  *max_rel_error = 0.0;
  queue_fill(g.x, g.setup.k, seed, g.stream());
  const long long rows = g.setup.n < 64 ? g.setup.n : 64;
  std::vector<float> x(g.setup.k), y(rows), w(rows * g.setup.k);
  for (int copy = 0; copy < g.setup.copies; ++copy) {
    cudaMemsetAsync(g.y, 0xFF, g.setup.n * sizeof(float), g.stream());
    if (launch(state, copy, g.setup.stream) != 0) return 1;
    if (failed(cudaStreamSynchronize(g.stream()))) return 1;
    cudaMemcpy(x.data(), g.x, x.size() * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(y.data(), g.y, y.size() * sizeof(float), cudaMemcpyDeviceToHost);
    if (failed(cudaMemcpy(w.data(), g.weights[copy], w.size() * sizeof(float), cudaMemcpyDeviceToHost))) return 1;
    for (long long row = 0; row < rows; ++row) {
      double wanted = 0.0;
      for (long long i = 0; i < g.setup.k; ++i) wanted += static_cast<double>(w[row * g.setup.k + i]) * x[i];
      const double error = std::fabs(y[row] - wanted) / std::fmax(std::fabs(wanted), std::sqrt(g.setup.k / 9.0));
      *max_rel_error = error <= *max_rel_error ? *max_rel_error : error;  // NaN is taken
    }
  }
  return 0;
}

void tear_down(void* state) {
  delete static_cast<Gemv*>(state);
}

const char* error(void*) {
  return last_error.c_str();
}

}  // namespace

extern "C" const l2b_plugin* l2b_plugin_get(void) {
  static const l2b_plugin table = {sizeof(l2b_plugin),
                                   L2B_PLUGIN_ABI_VERSION,
                                   "plugin_gemv",
                                   set_up,
                                   bytes,
                                   launch,
                                   verify,
                                   nullptr,
                                   tear_down,
                                   error};
  return &table;
}
