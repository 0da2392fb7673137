#pragma once

#include <cuda_bf16.h>

#include <cstdint>

#include "kernels/int8_gemv_configs.hpp"
#include "kernels/int8_gemv_tile.cuh"

// The kernel. A block takes a tile of rows; its warps share the columns (k_warps) and the rows (row_warps). Each warp
// keeps `loads` 16-byte loads a lane in flight: as soon as one has been used, the load that takes its place is issued,
// across the end of a tile if need be. The warps' sums meet in shared memory, once a tile.

namespace l2bench::int8_gemv {

/// What is fixed when a kernel is compiled.
struct Variant {
  int rows;
  int k_warps;
  int row_warps;
  int loads;
  Int8WeightPath weights;
  Int8XPath x;
  friend constexpr bool operator==(const Variant&, const Variant&) = default;

  __host__ __device__ constexpr int parts() const { return rows / 8; }         ///< loads a lane and step
  __host__ __device__ constexpr int steps() const { return loads / parts(); }  ///< steps in flight
  __host__ __device__ constexpr int warp_columns() const {
    return steps() * step_columns;
  }  ///< columns a warp takes at a time
  __host__ __device__ constexpr int pass_columns() const {
    return warp_columns() * k_warps;
  }                                                                                 ///< columns a block takes at a time
  __host__ __device__ constexpr int tile_rows() const { return rows * row_warps; }  ///< rows a block takes at a time
  __host__ __device__ constexpr int threads() const { return lanes * k_warps * row_warps; }
  __host__ __device__ constexpr bool uses_registers() const {
    return weights == Int8WeightPath::registers || x == Int8XPath::registers;
  }
  /// Registers are indexed by compile-time constants only; shared memory lets the code stay small.
  __host__ __device__ constexpr int unroll() const { return uses_registers() ? steps() : 1; }
  /// Blocks that the registers of a multiprocessor must hold, so that enough loads are in flight.
  __host__ __device__ constexpr int blocks_at_once() const {
    const int registers =
        40 + (weights == Int8WeightPath::registers ? 4 * loads : 0) + (x == Int8XPath::registers ? 8 * steps() : 8);
    const int blocks = 65536 / (threads() * (registers < 128 ? registers : 128));
    return blocks < 1 ? 1 : blocks;
  }
};

/// One call. k is a multiple of 16; weight and x are 16-byte aligned.
struct Task {
  const std::int8_t* weight;
  const float* scale;
  const __nv_bfloat16* x;
  __nv_bfloat16* y;
  int n;
  int k;
  int m;
  int tiles;    ///< ceil(n / tile_rows)
  int passes;   ///< ceil(k / pass_columns)
  int x_pitch;  ///< bf16 elements from one row of x to the next in shared memory: all passes, and 8 more so that the
                ///< rows of x start in different banks
};

/// Where a thread stands in its block.
template <Variant V>
struct Seat {
  int lane = static_cast<int>(threadIdx.x) % lanes;
  int row_in_part = lane / 4;  ///< also the row of x that the lane holds
  int k_warp = static_cast<int>(threadIdx.x) / lanes % V.k_warps;
  int row_warp = static_cast<int>(threadIdx.x) / lanes / V.k_warps;
  int first_column = k_warp * V.warp_columns() + lane % 4 * lane_bytes;
};

/// Where the next loads go: a lane's rows in a tile, and its first column of a pass.
template <Variant V>
class Cursor {
 public:
  __device__ Cursor(const Task& task, const Seat<V>& seat) : task_(task), seat_(seat), tile_(blockIdx.x) {
    enter_tile();
  }

  __device__ const std::int8_t* address(int part, int step) const { return at_[part] + step * step_columns; }
  __device__ int column(int step) const { return task_.k - left_ + step * step_columns; }
  __device__ bool inside(int step) const { return step * step_columns < left_; }

  __device__ void next_pass() {
    if (++pass_ == task_.passes) {
      tile_ += gridDim.x;
      enter_tile();
      return;
    }
    left_ -= V.pass_columns();
#pragma unroll
    for (int part = 0; part < V.parts(); ++part) at_[part] += V.pass_columns();
  }

 private:
  __device__ void enter_tile() {
    pass_ = 0;
    left_ = tile_ < task_.tiles ? task_.k - seat_.first_column : 0;
    const int first_row = tile_ * V.tile_rows() + seat_.row_warp * V.rows + seat_.row_in_part;
#pragma unroll
    for (int part = 0; part < V.parts(); ++part) {
      // Rows past the end read the last one again; their sums are dropped.
      const int row = min(first_row + part * 8, task_.n - 1);
      at_[part] = task_.weight + static_cast<std::int64_t>(row) * task_.k + seat_.first_column;
    }
  }

  const Task& task_;
  const Seat<V>& seat_;
  int tile_;
  int pass_ = 0;
  int left_ = 0;  ///< columns from the lane's first to the end of the row; none past the last tile
  const std::int8_t* at_[V.parts()];
};

/// Weights in flight, in registers.
template <Variant V, Int8WeightPath Path = V.weights>
class WeightRing {
 public:
  __device__ explicit WeightRing(char*) {}

  __device__ void load(int step, const Cursor<V>& from) {
#pragma unroll
    for (int part = 0; part < V.parts(); ++part) {
      load_weights(values_[step][part], from.address(part, step), from.inside(step));
    }
  }

  __device__ void take(int step, uint4 (&weights)[V.parts()]) const {
#pragma unroll
    for (int part = 0; part < V.parts(); ++part) weights[part] = values_[step][part];
  }

 private:
  uint4 values_[V.steps()][V.parts()] = {};
};

/// Weights in flight, in shared memory. A lane reads only what it copied itself, so that no barrier is needed.
template <Variant V>
class WeightRing<V, Int8WeightPath::shared> {
 public:
  __device__ explicit WeightRing(char* shared) : mine_(reinterpret_cast<uint4*>(shared) + threadIdx.x) {}

  __device__ void load(int step, const Cursor<V>& from) {
#pragma unroll
    for (int part = 0; part < V.parts(); ++part) {
      if (from.inside(step)) copy_async(slot(step, part), from.address(part, step));
    }
    close_copy_group();
  }

  __device__ void take(int step, uint4 (&weights)[V.parts()]) const {
    wait_for_copies<V.steps() - 1>();
#pragma unroll
    for (int part = 0; part < V.parts(); ++part) weights[part] = *slot(step, part);
  }

 private:
  __device__ uint4* slot(int step, int part) const {
    return mine_ + (step * V.parts() + part) * V.threads();
  }
  uint4* mine_;
};

/// x in shared memory: whole, in the weights' order, zero behind its end (where the weights are whatever was there).
template <Variant V, Int8XPath Path = V.x>
class XSource {
 public:
  __device__ XSource(const Task& task, const Seat<V>& seat, char* shared)
      : task_(task), x_(reinterpret_cast<__nv_bfloat16*>(shared)), holds_x_(seat.row_in_part < task.m) {
    mine_ = x_ + (holds_x_ ? seat.row_in_part : 0) * task.x_pitch + seat.first_column;
    each_vector([](uint4* to, const __nv_bfloat16* from, bool inside) {
      if (inside) {
        copy_async(to, from);
      } else {
        *to = uint4{};
      }
    });
    close_copy_group();
  }

  /// Waits for x, whose copies are older than those of the weights.
  __device__ void settle() {
    wait_for_copies<V.weights == Int8WeightPath::shared ? V.steps() : 0>();
    each_vector([](uint4* to, const __nv_bfloat16*, bool) { match_weight_order(*to); });
    __syncthreads();
  }

  __device__ void load(int, const Cursor<V>&) {}

  __device__ void take(int pass, int step, XFragment& x) const {
    if (!holds_x_) return;  // columns of the mma that nobody reads
    const uint4* at = reinterpret_cast<const uint4*>(mine_ + pass * V.pass_columns() + step * step_columns);
    x.low = at[0];
    x.high = at[1];
  }

 private:
  template <typename Function>
  __device__ void each_vector(const Function& function) {
    for (int row = 0; row < task_.m; ++row) {
      const __nv_bfloat16* from = task_.x + static_cast<std::int64_t>(row) * task_.k;
      for (int at = static_cast<int>(threadIdx.x) * 8; at < task_.x_pitch - 8; at += V.threads() * 8) {
        function(reinterpret_cast<uint4*>(x_ + row * task_.x_pitch + at), from + at, at < task_.k);
      }
    }
  }

  const Task& task_;
  __nv_bfloat16* x_;
  bool holds_x_;
  const __nv_bfloat16* mine_;
};

/// x in registers, a lane's own columns. Loaded once where one pass covers a row.
template <Variant V>
class XSource<V, Int8XPath::registers> {
 public:
  __device__ XSource(const Task& task, const Seat<V>& seat, char*) : task_(task), holds_x_(seat.row_in_part < task.m) {
    x_ = task.x + (holds_x_ ? seat.row_in_part : 0) * static_cast<std::int64_t>(task.k);
  }

  __device__ void settle() {}

  __device__ void load(int step, const Cursor<V>& from) {
    if (loaded_[step] && task_.passes == 1) return;
    loaded_[step] = true;
    values_[step] = XFragment{};
    if (!holds_x_ || !from.inside(step)) return;
    const uint4* at = reinterpret_cast<const uint4*>(x_ + from.column(step));
    values_[step].low = __ldg(at);
    values_[step].high = __ldg(at + 1);
  }

  __device__ void take(int, int step, XFragment& x) const {
    x = values_[step];
    match_weight_order(x.low);
    match_weight_order(x.high);
  }

 private:
  const Task& task_;
  bool holds_x_;
  const __nv_bfloat16* x_;
  bool loaded_[V.steps()] = {};
  XFragment values_[V.steps()];
};

/// The meeting of a block's sums: [2][k_warps][rows][m] floats. Two halves in turn, so that one barrier a tile is
/// enough.
template <Variant V>
class Meeting {
 public:
  __device__ Meeting(const Task& task, char* shared) : task_(task), sums_(reinterpret_cast<float*>(shared)) {}

  /// Asks early for what finish() needs from memory.
  __device__ void enter_tile(int tile) {
    output_ = tile * V.tile_rows() + static_cast<int>(threadIdx.x) % V.tile_rows();
    if (output_ < task_.n) scale_ = __ldg(task_.scale + output_);
  }

  __device__ void finish(const Sums (&chains)[2], const Seat<V>& seat) {
    float* half = sums_ + (odd_ ? V.k_warps * V.tile_rows() * task_.m : 0);
    odd_ = !odd_;
#pragma unroll
    for (int i = 0; i < V.rows / 4; ++i) {
      const int row = seat.row_warp * V.rows + seat.row_in_part + i / 2 * 8;
      const int column = seat.lane % 4 * 2 + i % 2;
      if (column < task_.m) {
        half[(seat.k_warp * V.tile_rows() + row) * task_.m + column] = chains[0].at[i] + chains[1].at[i];
      }
    }
    __syncthreads();
    if (output_ >= task_.n) return;
    const int row = static_cast<int>(threadIdx.x) % V.tile_rows();
    for (int column = static_cast<int>(threadIdx.x) / V.tile_rows(); column < task_.m;
         column += V.threads() / V.tile_rows()) {
      float sum = 0.0F;
#pragma unroll
      for (int warp = 0; warp < V.k_warps; ++warp) sum += half[(warp * V.tile_rows() + row) * task_.m + column];
      task_.y[static_cast<std::int64_t>(column) * task_.n + output_] = __float2bfloat16(scale_ * sum);
    }
  }

 private:
  const Task& task_;
  float* sums_;
  int output_ = 0;
  float scale_ = 0.0F;
  bool odd_ = false;
};

/// Bytes of dynamic shared memory before each part.
struct SharedLayout {
  int x;  ///< the weights' ring lies before it
  int meeting;
};

template <Variant V>
__device__ inline void work_through_tiles(const Task& task, const SharedLayout& layout, char* shared) {
  const Seat<V> seat;
  XSource<V> xs(task, seat, shared + layout.x);
  WeightRing<V> ring(shared);
  Cursor<V> ahead(task, seat);
#pragma unroll(V.unroll())
  for (int step = 0; step < V.steps(); ++step) {
    xs.load(step, ahead);
    ring.load(step, ahead);
  }
  ahead.next_pass();
  Meeting<V> meeting(task, shared + layout.meeting);
  xs.settle();

  XFragment x{};
  for (int tile = static_cast<int>(blockIdx.x); tile < task.tiles; tile += static_cast<int>(gridDim.x)) {
    meeting.enter_tile(tile);
    Sums chains[2];
    for (int pass = 0; pass < task.passes; ++pass) {
#pragma unroll(V.unroll())
      for (int step = 0; step < V.steps(); ++step) {
        uint4 weights[V.parts()];
        ring.take(step, weights);
        xs.take(pass, step, x);
        multiply_add_step<V.rows>(chains, weights, x);
        xs.load(step, ahead);
        ring.load(step, ahead);
      }
      ahead.next_pass();
    }
    meeting.finish(chains, seat);
  }
}

/// The parameters are the Variant's, one by one: nvcc cannot name a kernel by a value of class type.
template <int Rows, int KWarps, int RowWarps, int Loads, Int8WeightPath Weights, Int8XPath X>
__global__ void __launch_bounds__((Variant{Rows, KWarps, RowWarps, Loads, Weights, X}.threads()),
                                  (Variant{Rows, KWarps, RowWarps, Loads, Weights, X}.blocks_at_once()))
    int8_gemv_kernel(const __grid_constant__ Task task, const __grid_constant__ SharedLayout layout) {
  extern __shared__ __align__(16) char shared[];
  work_through_tiles<Variant{Rows, KWarps, RowWarps, Loads, Weights, X}>(task, layout, shared);
}

}  // namespace l2bench::int8_gemv
