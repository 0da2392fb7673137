#pragma once

#include <cuda_bf16.h>

#include <cstdint>

// Building blocks of the INT8 GEMV, all for one warp. A warp works on `Rows` rows of the weight, 64 columns at a time
// (a step): each group of four lanes (a quad) holds 64 consecutive bytes of one row, 16 a lane, so that every load is
// 16 bytes wide. The products run on the tensor cores (mma.m16n8k16): weights are the 16 x 16 operand, the up to 8 rows
// of x the 16 x 8 one, so that 2 to 8 rows of x cost no more than one. Which column of the weight meets which k of the
// mma is free, as long as x follows the same order.
// Layouts: PTX ISA, "Matrix Fragments for mma.m16n8k16 with floating point type".

namespace l2bench::int8_gemv {

inline constexpr int lanes = 32;
inline constexpr int lane_bytes = 16;
inline constexpr int step_columns = 64;  // 4 lanes x 16 bytes
inline constexpr int mma_columns = 8;    // rows of x in one mma

/// Two bf16 values in 32 bits.
using Pair = std::uint32_t;

/// int8 values to bf16 without the conversion unit, which is an eighth as fast as these: bytes 0 and 2 of `bytes`.
/// 0x4300 | (b & 127) is the bf16 number 128 + (b & 127); 0x4300 | (b & 128) is 128, or 256 where b is negative; their
/// difference is b, exactly.
__device__ inline Pair even_bytes_to_bf16(std::uint32_t bytes) {
  const std::uint32_t low = (bytes & 0x007F007Fu) | 0x43004300u;
  const std::uint32_t sign = (bytes & 0x00800080u) | 0x43004300u;
  const __nv_bfloat162 difference =
      __hsub2(reinterpret_cast<const __nv_bfloat162&>(low), reinterpret_cast<const __nv_bfloat162&>(sign));
  return reinterpret_cast<const Pair&>(difference);
}

/// (x0, x1), (x2, x3) to (x0, x2), (x1, x3): the order in which even_bytes_to_bf16 leaves the weights.
__device__ inline void match_weight_order(std::uint32_t& first, std::uint32_t& second) {
  const std::uint32_t even = __byte_perm(first, second, 0x5410);
  second = __byte_perm(first, second, 0x7632);
  first = even;
}

__device__ inline void match_weight_order(uint4& x) {
  match_weight_order(x.x, x.y);
  match_weight_order(x.z, x.w);
}

/// What a quad's lane holds of x for one step: its own 16 columns, in the weights' order.
struct XFragment {
  uint4 low, high;
};

/// Sums of 16 rows by 8 rows of x, in the layout of an mma's accumulator: rows g and g + 8, columns 2t and 2t + 1 of
/// lane 4g + t.
struct Sums {
  float at[4] = {};
};

__device__ inline void multiply_add(Sums& sums, Pair a0, Pair a1, Pair a2, Pair a3, Pair b0, Pair b1) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(sums.at[0]), "+f"(sums.at[1]), "+f"(sums.at[2]), "+f"(sums.at[3])
      : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

/// One word (4 columns) a lane of Rows rows.
template <int Rows>
__device__ inline void multiply_add_word(Sums& sums, const std::uint32_t (&words)[Rows / 8], Pair b0, Pair b1) {
  if constexpr (Rows == 8) {
    multiply_add(sums, even_bytes_to_bf16(words[0]), 0, even_bytes_to_bf16(words[0] >> 8), 0, b0, b1);
  } else {
    multiply_add(sums, even_bytes_to_bf16(words[0]), even_bytes_to_bf16(words[1]), even_bytes_to_bf16(words[0] >> 8),
                 even_bytes_to_bf16(words[1] >> 8), b0, b1);
  }
}

/// One step. Two chains of sums, so that an mma need not wait for the one before it.
template <int Rows>
__device__ inline void multiply_add_step(Sums (&chains)[2], const uint4 (&weights)[Rows / 8], const XFragment& x) {
  const auto word = [&](auto member, Sums& sums, Pair b0, Pair b1) {
    std::uint32_t words[Rows / 8];
#pragma unroll
    for (int part = 0; part < Rows / 8; ++part) words[part] = weights[part].*member;
    multiply_add_word<Rows>(sums, words, b0, b1);
  };
  word(&uint4::x, chains[0], x.low.x, x.low.y);
  word(&uint4::y, chains[1], x.low.z, x.low.w);
  word(&uint4::z, chains[0], x.high.x, x.high.y);
  word(&uint4::w, chains[1], x.high.z, x.high.w);
}

/// Loads 16 bytes of the weight if `wanted`; otherwise `value` stays as it was. No L1: every byte is used once.
__device__ inline void load_weights(uint4& value, const void* address, bool wanted) {
  asm volatile(
      "{\n"
      ".reg .pred wanted;\n"
      "setp.ne.b32 wanted, %5, 0;\n"
      "@wanted ld.global.nc.L1::no_allocate.L2::128B.v4.u32 {%0, %1, %2, %3}, [%4];\n"
      "}"
      : "+r"(value.x), "+r"(value.y), "+r"(value.z), "+r"(value.w)
      : "l"(address), "r"(static_cast<int>(wanted)));
}

/// The address of shared memory as PTX instructions take it.
__device__ inline std::uint32_t shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

/// Starts a copy of 16 bytes from global to shared memory, past L1.
__device__ inline void copy_async(void* to, const void* from) {
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from) : "memory");
}

__device__ inline void close_copy_group() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}

/// Waits until at most `Pending` of this lane's copy groups are under way.
template <int Pending>
__device__ inline void wait_for_copies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(Pending) : "memory");
}

}  // namespace l2bench::int8_gemv
