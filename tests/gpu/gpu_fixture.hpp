#pragma once

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "l2bench/device.hpp"
#include "l2bench/size.hpp"
#include "src/cuda/handles.hpp"

namespace l2bench {

/// Sizes of the step buffers of the rig that all tests share.
inline constexpr std::uint64_t test_buffer_bytes = 256 * MiB;

/// A test on device 0. It is skipped, with the reason, where there is none.
class GpuTest : public testing::Test {
 protected:
  void SetUp() override;
  /// One rig for the whole program: opening a device takes longer than most tests.
  static Rig& rig();
  static Device& device() { return rig().device(); }
  /// A stream of the test's own, for kernels that are tested without a rig.
  cudaStream_t stream() const { return stream_.get(); }
  void wait() const { check(cudaStreamSynchronize(stream()), "run the test's kernels"); }

  template <typename T>
  DeviceMemory<T> upload(const std::vector<T>& values) const {
    auto memory = allocate_device<T>(values.size(), "a test");
    check(cudaMemcpy(memory.get(), values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice), "copy test data");
    return memory;
  }

  /// Waits for the test's stream first.
  template <typename T>
  std::vector<T> download(const T* memory, std::size_t count) const {
    wait();
    std::vector<T> values(count);
    check(cudaMemcpy(values.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost), "copy test data");
    return values;
  }

 private:
  Stream stream_;
};

}  // namespace l2bench
