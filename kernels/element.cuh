#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>

#include "kernels/element.hpp"

namespace l2bench {

__host__ __device__ inline double to_double(__nv_bfloat16 value) {
  return __bfloat162float(value);
}
__host__ __device__ inline double to_double(__half value) {
  return __half2float(value);
}
__host__ __device__ inline double to_double(float value) {
  return value;
}
__host__ __device__ inline double to_double(std::int8_t value) {
  return value;
}
__host__ __device__ inline double to_double(std::int32_t value) {
  return value;
}

template <typename T>
struct TypeTag {
  using type = T;
};

/// Calls `function` with the TypeTag of `element`'s C++ type.
template <typename Function>
auto with_type(Element element, const Function& function) {
  switch (element) {
    case Element::bf16:
      return function(TypeTag<__nv_bfloat16>{});
    case Element::fp16:
      return function(TypeTag<__half>{});
    case Element::fp32:
      return function(TypeTag<float>{});
    case Element::int8:
      return function(TypeTag<std::int8_t>{});
    case Element::int32:
      break;
  }
  return function(TypeTag<std::int32_t>{});
}

}  // namespace l2bench
