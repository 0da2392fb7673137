#pragma once

#include <cstdint>

// The instructions that C++ has no words for. Layouts: PTX ISA, "Matrix Fragments for mma.m16n8k16 with floating point
// type" and "Matrix Fragments for mma.m16n8k32". In both, lane 4g + t holds rows g and g + 8 of the 16-row operand and
// column g of the 8-column one, and gets rows g and g + 8, columns 2t and 2t + 1 of the result. Which column of the
// weight meets which k is free as long as x follows the same order: so each lane takes 16 consecutive bytes.

namespace l2bench::int8_gemv {

/// What a lane holds of the 16 x 8 result.
template <typename Number>
struct Accumulator {
  Number at[4] = {};
};

/// Adds the product of four bf16 pairs of weights and two of x.
__device__ inline void multiply_add_bf16(Accumulator<float>& sums, const std::uint32_t (&a)[4], std::uint32_t b0,
                                         std::uint32_t b1) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(sums.at[0]), "+f"(sums.at[1]), "+f"(sums.at[2]), "+f"(sums.at[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/// Adds the product of four int8 quadruples of weights and two of x.
__device__ inline void multiply_add_int8(Accumulator<std::int32_t>& sums, const std::uint32_t (&a)[4], std::uint32_t b0,
                                         std::uint32_t b1) {
  asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+r"(sums.at[0]), "+r"(sums.at[1]), "+r"(sums.at[2]), "+r"(sums.at[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
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

/// Starts a copy of 16 bytes from global to shared memory, past L1.
__device__ inline void copy_async(void* to, const void* from) {
  const auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" ::"r"(address), "l"(from) : "memory");
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
