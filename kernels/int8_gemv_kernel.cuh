#pragma once

#include <cuda_bf16.h>

#include <cstdint>

#include "kernels/int8_gemv_product.cuh"

// The kernel. A block takes a tile of rows; its warps share the columns (k_warps) and the rows (row_warps), each with
// loads of its own in flight. The warps' sums meet in shared memory, once a tile.

namespace l2bench::int8_gemv {

/// Where a block's sums meet: [2][k_warps][rows][rows of x]. Two halves in turn, so that one barrier a tile is enough.
template <Variant V>
class Meeting {
 public:
  __device__ Meeting(const Task& task, const Seat<V>& seat, char* shared)
      : task_(task),
        seat_(seat),
        half_(reinterpret_cast<float*>(shared)),
        stride_(V.k_warps * V.tile_rows() * task.m) {}

  /// Asks early for what finish_tile needs from memory.
  __device__ void begin_tile(int tile) {
    output_ = tile * V.tile_rows() + my_row();
    if (output_ < task_.n) scale_ = __ldg(task_.scale + output_);
  }

  __device__ void finish_tile(Product<V>& product) {
    product.each_sum([&](int part, int x_row, float sum) {
      const int row = seat_.row_warp * V.rows + part * 8 + seat_.quad;
      half_[(seat_.k_warp * V.tile_rows() + row) * task_.m + x_row] = sum;
    });
    __syncthreads();
    if (output_ < task_.n) write_outputs();
    half_ += stride_;
    stride_ = -stride_;
  }

 private:
  __device__ static int my_row() { return static_cast<int>(threadIdx.x) % V.tile_rows(); }

  __device__ void write_outputs() const {
#pragma unroll 1
    for (int x_row = static_cast<int>(threadIdx.x) / V.tile_rows(); x_row < task_.m;
         x_row += V.threads() / V.tile_rows()) {
      float sum = 0.0F;
#pragma unroll
      for (int warp = 0; warp < V.k_warps; ++warp) {
        sum += half_[(warp * V.tile_rows() + my_row()) * task_.m + x_row];
      }
      task_.y[static_cast<std::int64_t>(x_row) * task_.n + output_] = __float2bfloat16(scale_ * sum);
    }
  }

  const Task& task_;
  const Seat<V>& seat_;
  float* half_;
  int stride_;
  int output_ = 0;
  float scale_ = 0.0F;
};

/// One chunk of a tile, from the oldest stage; then the loads that take that stage's place.
template <Variant V>
__device__ inline void work_through_chunk(const Task& task, const Seat<V>& seat, int pass, int slot, Ring<V>& ring,
                                          Product<V>& product, Cursor<V>& ahead) {
  ring.wait();
  if (seat.chunk(pass) < task.k) {
    product.begin_chunk();
#pragma unroll(V.unroll())
    for (int step = 0; step < V.steps(); ++step) {
      uint4 weights[V.parts()];
      ring.take(slot, step, weights);
      product.add_step(pass, step, weights);
    }
    product.end_chunk(pass);
  }
  __syncwarp();
  ring.fill(slot, ahead);
  ahead.advance();
}

template <Variant V>
__device__ inline void work_through_tiles(const Task& task, const SharedLayout& layout, char* shared) {
  const Seat<V> seat;
  Product<V> product(task, seat, shared, layout);
  Ring<V> ring(task, seat, shared);
  Cursor<V> ahead(task, seat);
  product.fetch_x();
#pragma unroll
  for (int slot = 0; slot < V.stages; ++slot) {
    ring.fill(slot, ahead);
    ahead.advance();
  }
  Meeting<V> meeting(task, seat, shared + layout.meeting);
  product.stage_x();

  int slot = 0;
  for (int tile = static_cast<int>(blockIdx.x); tile < task.tiles; tile += static_cast<int>(gridDim.x)) {
    meeting.begin_tile(tile);
    product.begin_tile();
    if constexpr (V.weights == Int8WeightPath::registers) {
      for (int pass = 0; pass < task.passes; pass += V.stages) {
#pragma unroll
        for (int i = 0; i < V.stages; ++i) work_through_chunk(task, seat, pass + i, i, ring, product, ahead);
      }
    } else {
#pragma unroll 1
      for (int pass = 0; pass < task.passes; ++pass) {
        work_through_chunk(task, seat, pass, slot, ring, product, ahead);
        slot = slot + 1 < V.stages ? slot + 1 : 0;
      }
    }
    meeting.finish_tile(product);
  }
}

/// The parameters are the Variant's, one by one: nvcc cannot name a kernel by a value of class type.
template <int Rows, int KWarps, int RowWarps, int Columns, int Stages, Int8WeightPath Weights, Int8XPath X>
__global__ void __launch_bounds__((Variant{Rows, KWarps, RowWarps, Columns, Stages, Weights, X}.threads()),
                                  (Variant{Rows, KWarps, RowWarps, Columns, Stages, Weights, X}.blocks_at_once()))
    int8_gemv_kernel(const __grid_constant__ Task task, const __grid_constant__ SharedLayout layout) {
  extern __shared__ __align__(16) char shared[];
  work_through_tiles<Variant{Rows, KWarps, RowWarps, Columns, Stages, Weights, X}>(task, layout, shared);
}

}  // namespace l2bench::int8_gemv
