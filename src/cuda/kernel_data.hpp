#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "l2bench/device.hpp"
#include "src/cuda/handles.hpp"

namespace l2bench {

/// What one output buffer holds.
struct Output {
  BufferType type = BufferType::fp32;
  std::vector<double> values;
};

/// The buffers of a kernel of the user's in device memory, the weights `copies` times.
class KernelData {
 public:
  /// Throws UsageError for a file whose size is not the buffer's.
  KernelData(const WorkloadRequest& request, cudaStream_t stream);

  int copies() const { return copies_; }
  std::uint64_t address(const std::string& buffer, int copy) const;
  std::vector<Operand> operands() const;

  /// Queues new random data for the inputs that no file and no "zeros" fills.
  void fill_inputs(std::uint64_t seed);
  /// Queues the data that the inputs hold once more.
  void refill_inputs();
  /// The first buffer of the role input. Throws DeviceError where there is none.
  MemoryRange input() const;
  /// Queues 0xFF over every output: NaN in every floating-point type.
  void poison_outputs();
  /// Queues a read of copy 0's weights and of the inputs.
  void queue_touch();
  bool has_outputs() const;
  /// The content of every output, as numbers. Waits.
  std::vector<Output> outputs() const;
  /// The content of the kernel's `expected` files, in the same order.
  std::vector<Output> expected_outputs() const;

 private:
  struct Placed {
    KernelBuffer what;
    std::uint64_t bytes = 0;   ///< of one copy
    std::uint64_t stride = 0;  ///< to the next copy
    DeviceMemory<std::byte> memory;
  };

  void place(const KernelBuffer& buffer);
  void fill(const Placed& placed, int copy, std::uint64_t seed);
  void upload(const Placed& placed);

  const Kernel kernel_;
  AmountNames names_;
  Init init_;
  int copies_;
  std::uint64_t input_seed_;  ///< of what the inputs hold
  cudaStream_t stream_;
  std::vector<Placed> buffers_;
};

/// Device memory that KernelData takes.
std::uint64_t kernel_data_bytes(const WorkloadRequest& request);

/// Elements of raw bytes as numbers.
std::vector<double> as_numbers(BufferType type, const std::string& bytes);

}  // namespace l2bench
