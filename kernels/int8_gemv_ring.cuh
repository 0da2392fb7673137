#pragma once

#include <cstdint>

#include "kernels/int8_gemv_ptx.cuh"
#include "kernels/int8_gemv_variant.hpp"

// Weights on their way from memory. A stage is what a warp loads at once: `columns` bytes of each of its rows. As soon
// as a stage has been used, the loads that take its place are issued, across the end of a tile if need be.

namespace l2bench::int8_gemv {

/// One call. k is a multiple of 16; weight and x are 16-byte aligned.
struct Task {
  const std::int8_t* weight;
  const float* scale;
  const __nv_bfloat16* x;
  __nv_bfloat16* y;
  int n;
  int k;
  int m;
  int tiles;
  int passes;
  int x_pitch;
};

/// Where a thread stands in its block.
template <Variant V>
struct Seat {
  int lane = static_cast<int>(threadIdx.x) % lanes;
  int quad = lane / 4;   ///< "g": a row of the weight, a row or digit of x
  int place = lane % 4;  ///< "t": which 16 of a step's 64 columns
  int warp = static_cast<int>(threadIdx.x) / lanes;
  int k_warp = warp % V.k_warps;
  int row_warp = warp / V.k_warps;

  /// First column of this warp in a pass.
  __device__ int chunk(int pass) const { return pass * V.pass_columns() + k_warp * V.columns; }
};

/// Which stage a warp loads next.
template <Variant V>
class Cursor {
 public:
  __device__ Cursor(const Task& task, const Seat<V>& seat)
      : task_(task), seat_(seat), tile_(static_cast<int>(blockIdx.x)) {}

  __device__ int row() const { return tile_ * V.tile_rows() + seat_.row_warp * V.rows; }
  __device__ int column() const { return seat_.chunk(pass_); }
  __device__ int rows_left() const { return tile_ < task_.tiles ? task_.n - row() : 0; }
  __device__ int columns_left() const { return task_.k - column(); }

  __device__ void advance() {
    if (++pass_ < task_.passes) return;
    pass_ = 0;
    tile_ += static_cast<int>(gridDim.x);
  }

 private:
  const Task& task_;
  const Seat<V>& seat_;
  int tile_;
  int pass_ = 0;
};

/// Stages in registers: a lane loads what it multiplies. Slots are compile-time constants here.
template <Variant V, Int8WeightPath Path = V.weights>
class Ring {
 public:
  __device__ Ring(const Task& task, const Seat<V>& seat, char*) : task_(task), seat_(seat) {}

  __device__ void fill(int slot, const Cursor<V>& from) {
    const int rows_left = from.rows_left() - seat_.quad;
    const int columns_left = from.columns_left() - seat_.place * lane_bytes;
    const std::int8_t* at = task_.weight + static_cast<std::int64_t>(from.row() + seat_.quad) * task_.k +
                            from.column() + seat_.place * lane_bytes;
#pragma unroll
    for (int step = 0; step < V.steps(); ++step) {
#pragma unroll
      for (int part = 0; part < V.parts(); ++part) {
        load_weights(values_[slot][step][part],
                     at + static_cast<std::int64_t>(part * 8) * task_.k + step * step_columns,
                     part * 8 < rows_left && step * step_columns < columns_left);
      }
    }
  }

  __device__ void wait() {}

  __device__ void take(int slot, int step, uint4 (&weights)[V.parts()]) const {
#pragma unroll
    for (int part = 0; part < V.parts(); ++part) weights[part] = values_[slot][step][part];
  }

 private:
  const Task& task_;
  const Seat<V>& seat_;
  uint4 values_[V.stages][V.steps()][V.parts()] = {};
};

/// Stages in shared memory, each warp's own: the lanes of a copy read consecutive bytes of a row, whole lines where a
/// stage has 128 columns or more.
template <Variant V>
class Ring<V, Int8WeightPath::shared> {
 public:
  __device__ Ring(const Task& task, const Seat<V>& seat, char* shared)
      : task_(task), seat_(seat), mine_(shared + seat.warp * V.stages * V.stage_bytes()) {}

  __device__ void fill(int slot, const Cursor<V>& from) {
    const int first_row = seat_.lane / units;
    const int unit = seat_.lane % units;
    const std::int8_t* at =
        task_.weight + static_cast<std::int64_t>(from.row() + first_row) * task_.k + from.column() + unit * lane_bytes;
    const int rows_left = unit * lane_bytes < from.columns_left() ? from.rows_left() - first_row : 0;
#pragma unroll
    for (int i = 0; i < V.rows / rows_per_copy; ++i) {
      if (i * rows_per_copy < rows_left) copy_async(cell(slot, first_row + i * rows_per_copy, unit), at);
      at += static_cast<std::int64_t>(rows_per_copy) * task_.k;
    }
    close_copy_group();
  }

  /// Waits for the oldest stage.
  __device__ void wait() {
    wait_for_copies<V.stages - 1>();
    __syncwarp();
  }

  __device__ void take(int slot, int step, uint4 (&weights)[V.parts()]) const {
#pragma unroll
    for (int part = 0; part < V.parts(); ++part) {
      weights[part] = *cell(slot, part * 8 + seat_.quad, step * 4 + seat_.place);
    }
  }

 private:
  static constexpr int units = V.columns / lane_bytes;  ///< of a row
  static constexpr int rows_per_copy = lanes / units;
  static_assert(units <= lanes, "a row's part of a stage is one copy or less");

  /// Where a row's unit lies. Every second row has its halves of 64 bytes swapped, so that two quads read different
  /// banks; rows of 64 bytes need no such care.
  __device__ uint4* cell(int slot, int row, int unit) const {
    const int swapped = V.columns >= 128 ? unit ^ ((row & 1) * 4) : unit;
    return reinterpret_cast<uint4*>(mine_ + slot * V.stage_bytes() + row * V.columns) + swapped;
  }

  const Task& task_;
  const Seat<V>& seat_;
  char* mine_;
};

}  // namespace l2bench::int8_gemv
