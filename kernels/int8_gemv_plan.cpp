#include "kernels/int8_gemv_plan.hpp"

#include <fmt/format.h>

#include "kernels/int8_gemv_digits.hpp"
#include "l2bench/error.hpp"
#include "l2bench/size.hpp"

namespace l2bench::int8_gemv {
namespace {

constexpr std::int64_t divide_up(std::int64_t count, std::int64_t by) {
  return (count + by - 1) / by;
}

/// 64 bytes off a multiple of 128, so that two planes next to each other use different banks.
constexpr std::int64_t plane_pitch(std::int64_t columns) {
  return divide_up(columns, 128) * 128 + 64;
}

struct Sized {
  Plan plan;
  std::int64_t bytes = 0;  ///< of shared memory; the plan's own figure is narrower
};

Sized size_call(const Variant& variant, std::int64_t n, std::int64_t k, int m) {
  Sized sized;
  Plan& plan = sized.plan;
  plan.variant = variant;
  plan.tiles = static_cast<int>(divide_up(n, variant.tile_rows()));
  std::int64_t passes = divide_up(k, variant.pass_columns());
  // Stages in registers have the same places in every tile.
  if (variant.weights == Int8WeightPath::registers) passes = divide_up(passes, variant.stages) * variant.stages;
  plan.passes = static_cast<int>(passes);
  std::int64_t end = variant.ring_bytes();
  const auto place = [&end](std::int64_t bytes) {
    const std::int64_t at = end;
    end += divide_up(bytes, 16) * 16;
    return static_cast<int>(at);
  };
  if (variant.x == Int8XPath::digits) {
    const std::int64_t columns = passes * variant.pass_columns();
    plan.x_pitch = static_cast<int>(plane_pitch(columns));
    plan.layout.x_planes = place(plane_pitch(columns) * (m * digit_count));
    plan.layout.x_scales = place(4 * m * passes * variant.k_warps);
    plan.layout.x_staging = place(2 * m * columns);
  }
  plan.layout.meeting = place(std::int64_t{4} * 2 * variant.k_warps * variant.tile_rows() * m);
  plan.layout.bytes = static_cast<int>(end);
  sized.bytes = end;
  return sized;
}

}  // namespace

Plan plan_call(const Int8GemvConfig& wanted, std::int64_t n, std::int64_t k, int m, int shared_limit) {
  Variant variant = variant_of(wanted);
  if (variant.x == Int8XPath::digits) {
    if (m <= most_digit_rows) {
      const Sized sized = size_call(variant, n, k, m);
      if (sized.bytes <= shared_limit) return sized.plan;
    }
    variant.x = Int8XPath::bf16;
  }
  const Sized sized = size_call(variant, n, k, m);
  if (sized.bytes <= shared_limit) return sized.plan;
  throw MachineError(
      fmt::format("Could not run the INT8 GEMV {} with {} rows of x: a block of it needs {} of shared memory, and this "
                  "device gives a block {}. Choose one with fewer bytes in flight (`l2bench list configs`).",
                  wanted.name, m, format_bytes(static_cast<std::uint64_t>(sized.bytes)),
                  format_bytes(static_cast<std::uint64_t>(shared_limit))));
}

}  // namespace l2bench::int8_gemv
