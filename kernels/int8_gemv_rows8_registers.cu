#include "kernels/int8_gemv_instances.cuh"

namespace l2bench::int8_gemv {

template <>
KernelFunction find_kernel<8, Int8WeightPath::registers>(const Variant& wanted) {
  return search_table<8, Int8WeightPath::registers>(wanted);
}

}  // namespace l2bench::int8_gemv
