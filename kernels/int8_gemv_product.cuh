#pragma once

#include <cuda_bf16.h>

#include <cstdint>

#include "kernels/int8_gemv_digits.hpp"
#include "kernels/int8_gemv_plan.hpp"
#include "kernels/int8_gemv_ring.cuh"

// How a warp multiplies its weights with x: two ways behind the same words.
//   fetch_x, stage_x         before the first tile
//   begin_tile               then, for each chunk (a warp's columns of a pass):
//   begin_chunk, add_step, end_chunk
//   each_sum                 the sums of a tile

namespace l2bench::int8_gemv {

/// x as int8 digits in shared memory: two loads of weights, one of x and two mma a step, and no conversion at all.
template <Variant V, Int8XPath Path = V.x>
class Product {
 public:
  __device__ Product(const Task& task, const Seat<V>& seat, char* shared, const SharedLayout& layout)
      : task_(task),
        seat_(seat),
        planes_(shared + layout.x_planes),
        scales_(reinterpret_cast<float*>(shared + layout.x_scales)),
        staging_(reinterpret_cast<uint4*>(shared + layout.x_staging)) {
    // Quads beyond the planes feed columns of the result that nobody reads: they need no x.
    holds_x_ = seat.quad < task.m * digit_count;
    mine_ = planes_ + (holds_x_ ? seat.quad : 0) * task.x_pitch + seat.place * lane_bytes;
    my_scales_ = scales_ + (x_row() < task.m ? x_row() : 0) * chunks();
    my_factor_ = seat.place % 2 == 0 ? digit_factor(0) : digit_factor(2);
  }

  /// Asks for x: before the weights, since nothing can start without it.
  __device__ void fetch_x() {
    each_vector([&](int vector, int x_row, int column) {
      if (column < task_.k) {
        copy_async(staging_ + vector, task_.x + static_cast<std::int64_t>(x_row) * task_.k + column);
      } else {
        staging_[vector] = uint4{};
      }
    });
    close_copy_group();
  }

  /// Turns x into digits, zero behind its end (where the weights are whatever was there).
  __device__ void stage_x() {
    wait_for_copies<V.weights == Int8WeightPath::shared ? V.stages : 0>();
    each_vector([&](int vector, int x_row, int column) { stage_vector(staging_[vector], x_row, column); });
    __syncthreads();
  }

  __device__ void begin_tile() {
#pragma unroll
    for (float& sum : sums_) sum = 0.0F;
  }

  __device__ void begin_chunk() {
    // As a float, int_zero + i is 12582912 + i: no conversion when the chunk's integers leave.
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      chains_[0].at[i] = int_zero;
      chains_[1].at[i] = 0;
    }
  }

  __device__ void add_step(int pass, int step, const uint4 (&weights)[V.parts()]) {
    if (holds_x_) digits_ = *reinterpret_cast<const uint4*>(mine_ + seat_.chunk(pass) + step * step_columns);
    const uint4& upper = weights[0];
    const uint4 lower = V.parts() == 2 ? weights[V.parts() - 1] : uint4{};
    multiply_add_int8(chains_[0], {upper.x, lower.x, upper.y, lower.y}, digits_.x, digits_.y);
    multiply_add_int8(chains_[1], {upper.z, lower.z, upper.w, lower.w}, digits_.z, digits_.w);
  }

  __device__ void end_chunk(int pass) {
    const float scale = my_factor_ * my_scales_[pass * V.k_warps + seat_.k_warp];
#pragma unroll
    for (int part = 0; part < V.parts(); ++part) {
      sums_[part] += scale * (chunk_sum(part * 2) + chunk_sum(part * 2 + 1) / 256.0F);
    }
  }

  /// Calls function(part, row of x, sum) on the lanes that have one.
  template <typename Function>
  __device__ void each_sum(const Function& function) {
#pragma unroll
    for (int part = 0; part < V.parts(); ++part) {
      const float sum = sums_[part] + __shfl_xor_sync(0xFFFFFFFFu, sums_[part], 1);
      if (seat_.place % 2 == 0 && x_row() < task_.m) function(part, x_row(), sum);
    }
  }

 private:
  static constexpr std::int32_t int_zero = 0x4B400000;  ///< the bits of 12582912.0F
  static constexpr int vector_columns = 8;              ///< 16 bytes of bf16
  static constexpr int chunk_vectors = V.columns / vector_columns;
  static_assert(chunk_vectors <= lanes && V.pass_columns() % (lanes * vector_columns) == 0,
                "a warp stages whole chunks");
  static_assert(V.columns * 128 * 128 <= 1 << 22, "a chunk's sums keep the exponent of int_zero");

  /// The row of x whose digits are in this lane's columns of the result: 2t and 2t + 1 are digits 0 and 1, or 2 and 3.
  __device__ int x_row() const {
    return seat_.place / 2;
  }
  __device__ int chunks() const {
    return task_.passes * V.k_warps;
  }

  __device__ float chunk_sum(int i) const {
    return __int_as_float(chains_[0].at[i] + chains_[1].at[i]) - __int_as_float(int_zero);
  }

  template <typename Function>
  __device__ void each_vector(const Function& function) {
    const int columns = task_.passes * V.pass_columns();
#pragma unroll 1
    for (int x_row = 0; x_row < task_.m; ++x_row) {
      // All lanes of a warp turn the same number of times: a warp's vectors are whole chunks.
#pragma unroll 1
      for (int column = static_cast<int>(threadIdx.x) * vector_columns; column < columns;
           column += V.threads() * vector_columns) {
        function(x_row * (columns / vector_columns) + column / vector_columns, x_row, column);
      }
    }
  }

  __device__ void stage_vector(const uint4& x, int x_row, int column) {
    const std::uint32_t pairs[4] = {x.x, x.y, x.z, x.w};
    const int exponent = chunk_exponent(pairs);
    if (column % V.columns == 0) {
      scales_[x_row * chunks() + column / V.columns] = __uint_as_float(chunk_scale_bits(exponent));
    }
    uint2 digits[digit_count];
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      std::uint32_t values[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const std::uint32_t pair = pairs[half * 2 + i / 2];
        values[i] = balanced_digits(fixed_point(i % 2 == 0 ? pair & 0xFFFFu : pair >> 16, exponent));
      }
      const std::uint32_t low01 = __byte_perm(values[0], values[1], 0x5140);
      const std::uint32_t low23 = __byte_perm(values[2], values[3], 0x5140);
      const std::uint32_t high01 = __byte_perm(values[0], values[1], 0x7362);
      const std::uint32_t high23 = __byte_perm(values[2], values[3], 0x7362);
      const std::uint32_t words[digit_count] = {__byte_perm(high01, high23, 0x7632),
                                                __byte_perm(high01, high23, 0x5410), __byte_perm(low01, low23, 0x7632),
                                                __byte_perm(low01, low23, 0x5410)};
#pragma unroll
      for (int digit = 0; digit < digit_count; ++digit) {
        (half == 0 ? digits[digit].x : digits[digit].y) = words[digit];
      }
    }
#pragma unroll
    for (int digit = 0; digit < digit_count; ++digit) {
      char* plane = planes_ + (x_row * digit_count + digit) * task_.x_pitch;
      *reinterpret_cast<uint2*>(plane + column) = digits[digit];
    }
  }

  /// The largest exponent among the lanes that hold a chunk.
  __device__ static int chunk_exponent(const std::uint32_t (&pairs)[4]) {
    std::uint32_t largest = 0;
#pragma unroll
    for (const std::uint32_t pair : pairs) largest = max(max(largest, pair & 0x7FFFu), (pair >> 16) & 0x7FFFu);
#pragma unroll
    for (int distance = 1; distance < chunk_vectors; distance *= 2) {
      largest = max(largest, __shfl_xor_sync(0xFFFFFFFFu, largest, distance));
    }
    return exponent_of(largest);
  }

  const Task& task_;
  const Seat<V>& seat_;
  char* planes_;
  float* scales_;
  uint4* staging_;
  bool holds_x_;
  const char* mine_;
  const float* my_scales_;
  float my_factor_;
  uint4 digits_{};
  Accumulator<std::int32_t> chains_[2];
  float sums_[V.parts()];
};

/// x as it is, from global memory: any number of rows of x, any k. The weights become bf16 without the conversion unit,
/// which is an eighth as fast as the instructions used here.
template <Variant V>
class Product<V, Int8XPath::bf16> {
 public:
  __device__ Product(const Task& task, const Seat<V>& seat, char*, const SharedLayout&) : task_(task), seat_(seat) {
    holds_x_ = seat.quad < task.m;
    x_ = task.x + static_cast<std::int64_t>(holds_x_ ? seat.quad : 0) * task.k + seat.place * lane_bytes;
  }

  __device__ void fetch_x() {}
  __device__ void stage_x() {}

  __device__ void begin_tile() { chains_[0] = chains_[1] = Accumulator<float>{}; }

  __device__ void begin_chunk() {}

  __device__ void add_step(int pass, int step, const uint4 (&weights)[V.parts()]) {
    const int column = seat_.chunk(pass) + step * step_columns;
    uint4 x[2] = {};
    if (holds_x_ && column + seat_.place * lane_bytes < task_.k) {
      const uint4* at = reinterpret_cast<const uint4*>(x_ + column);
      x[0] = __ldg(at);
      x[1] = __ldg(at + 1);
    }
    const uint4& upper = weights[0];
    const uint4 lower = V.parts() == 2 ? weights[V.parts() - 1] : uint4{};
    add_word(0, upper.x, lower.x, x[0].x, x[0].y);
    add_word(1, upper.y, lower.y, x[0].z, x[0].w);
    add_word(0, upper.z, lower.z, x[1].x, x[1].y);
    add_word(1, upper.w, lower.w, x[1].z, x[1].w);
  }

  __device__ void end_chunk(int) {}

  template <typename Function>
  __device__ void each_sum(const Function& function) {
#pragma unroll
    for (int i = 0; i < V.rows / 4; ++i) {
      const int x_row = seat_.place * 2 + i % 2;
      if (x_row < task_.m) function(i / 2, x_row, chains_[0].at[i] + chains_[1].at[i]);
    }
  }

 private:
  /// Bytes 0 and 2 of `bytes` as bf16. 0x4300 | (b & 127) is the bf16 number 128 + (b & 127); 0x4300 | (b & 128) is
  /// 128, or 256 where b is negative; their difference is b, exactly.
  __device__ static std::uint32_t even_bytes_to_bf16(std::uint32_t bytes) {
    const std::uint32_t low = (bytes & 0x007F007Fu) | 0x43004300u;
    const std::uint32_t sign = (bytes & 0x00800080u) | 0x43004300u;
    const __nv_bfloat162 difference =
        __hsub2(reinterpret_cast<const __nv_bfloat162&>(low), reinterpret_cast<const __nv_bfloat162&>(sign));
    return reinterpret_cast<const std::uint32_t&>(difference);
  }

  /// Four columns. x comes as (x0, x1), (x2, x3); the weights as bytes 0 and 2, then 1 and 3.
  __device__ void add_word(int chain, std::uint32_t upper, std::uint32_t lower, std::uint32_t x01, std::uint32_t x23) {
    const bool has_lower = V.parts() == 2;
    multiply_add_bf16(chains_[chain],
                      {even_bytes_to_bf16(upper), has_lower ? even_bytes_to_bf16(lower) : 0,
                       even_bytes_to_bf16(upper >> 8), has_lower ? even_bytes_to_bf16(lower >> 8) : 0},
                      __byte_perm(x01, x23, 0x5410), __byte_perm(x01, x23, 0x7632));
  }

  const Task& task_;
  const Seat<V>& seat_;
  bool holds_x_;
  const __nv_bfloat16* x_;
  Accumulator<float> chains_[2];  ///< two, so that an mma need not wait for the one before it
};

}  // namespace l2bench::int8_gemv
