#include "kernels/int8_gemv_instances.cuh"

namespace l2bench::int8_gemv {

template <>
KernelFunction find_kernel<Int8WeightPath::shared, Int8XPath::bf16>(const Variant& wanted) {
  return search_table<Int8WeightPath::shared, Int8XPath::bf16>(wanted);
}

}  // namespace l2bench::int8_gemv
