#include "kernels/int8_gemv_instances.cuh"

namespace l2bench::int8_gemv {

template <>
KernelFunction find_kernel<Int8WeightPath::registers, Int8XPath::digits>(const Variant& wanted) {
  return search_table<Int8WeightPath::registers, Int8XPath::digits>(wanted);
}

}  // namespace l2bench::int8_gemv
