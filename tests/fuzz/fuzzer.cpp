#include <cstddef>
#include <cstdint>

#include "fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  l2bench::fuzz::L2BENCH_FUZZ_READ({reinterpret_cast<const char*>(data), size});
  return 0;
}
