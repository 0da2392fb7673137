#include "gpu_fixture.hpp"

#include <memory>

#include "src/cuda/cuda_rig.hpp"

namespace l2bench {

void GpuTest::SetUp() {
  static const std::string why_none = [] {
    std::string reason;
    return list_cuda_devices(reason).empty() ? reason : std::string();
  }();
  if (!why_none.empty()) GTEST_SKIP() << why_none;
  rig();  // makes its device the current one
  stream_ = make_stream();
}

Rig& GpuTest::rig() {
  static const std::unique_ptr<Rig> shared = [] {
    auto opened = open_cuda_rig("0");
    opened->prepare_buffers(test_buffer_bytes, test_buffer_bytes);
    return opened;
  }();
  return *shared;
}

}  // namespace l2bench
