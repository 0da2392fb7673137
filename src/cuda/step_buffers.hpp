#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "l2bench/prep.hpp"
#include "src/cuda/handles.hpp"

namespace l2bench {

/// The memory that the steps of every prep work on: one buffer that zero, memset, write and discard
/// share, and one that is only ever read. The latter is filled with random data here and never written again, so that a
/// read leaves no line dirty.
class StepBuffers {
 public:
  /// Sizes are rounded up to whole lines; 0 allocates nothing. A buffer that is too small is replaced, so no graph may
  /// hold it. Waits for what is queued, and for the fill.
  void prepare(std::uint64_t write_bytes, std::uint64_t read_bytes, cudaStream_t stream);
  void queue(const PlacedStep& step, cudaStream_t stream);

 private:
  struct Buffer {
    DeviceMemory<std::byte> memory;
    std::uint64_t bytes = 0;
  };
  static std::byte* part(const Buffer& buffer, const PlacedStep& step);

  void queue_scrub(const PlacedStep& step, cudaStream_t stream);

  std::uint64_t scrubbed_ = 0;  ///< where in the read buffer the next scrub begins
  Buffer written_;
  Buffer read_;
};

/// How a step is carried out, for the record.
std::string implementation_of(StepKind kind);

}  // namespace l2bench
