#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "l2bench/device.hpp"
#include "src/cuda/gate.hpp"
#include "src/cuda/handles.hpp"
#include "src/cuda/l2_protection.hpp"
#include "src/cuda/nvml.hpp"
#include "src/cuda/stealer.hpp"
#include "src/cuda/step_buffers.hpp"

namespace l2bench {

/// One CUDA device with one stream. The one-argument form makes its context the current one; waits spin. L2's
/// persisting limit is set to 0 and its persisting lines are reset, since both would outlive every prep.
class CudaDevice final : public Device {
 public:
  explicit CudaDevice(int ordinal);
  /// Works on a stream of somebody else's, in the context that is there. The wait policy stays as it is, and the
  /// persisting limit that was found is put back at the end.
  CudaDevice(int ordinal, cudaStream_t stream);
  ~CudaDevice() override;
  CudaDevice(const CudaDevice&) = delete;
  CudaDevice& operator=(const CudaDevice&) = delete;

  cudaStream_t stream() const { return stream_; }
  void prepare_buffers(std::uint64_t write_bytes, std::uint64_t read_bytes);

  void set_cublas_version(std::optional<std::string> version) { info_.cublas_version = std::move(version); }
  /// Forgets all graphs. Nothing of them may be queued.
  void drop_graphs() { graphs_.clear(); }

  const DeviceInfo& info() const override { return info_; }
  ClockReading clocks() override { return nvml_.clocks(); }
  std::vector<GpuProcess> others() override;
  void displace(int step) override;
  void queue_step(const PlacedStep& step) override { buffers_.queue(step, stream()); }
  std::string step_implementation(StepKind kind) const override;
  void arm_gate() override { gate_.arm(); }
  void queue_gate() override;
  void queue_pause(std::uint64_t ns) override;
  void release_gate() noexcept override { gate_.release(); }
  bool gate_timed_out() override { return gate_.timed_out(); }
  /// Also ends a recording that an error left open.
  void wait() override;
  void begin_capture() override;
  GraphId end_capture() override;
  void queue_replay(GraphId graph) override;
  void protect(const Protection& protection, const MemoryRange& input) override {
    protection_.begin(protection, input, info_, stream());
  }
  void unprotect() override { protection_.end(stream()); }
  void begin_steal(const Steal& steal) override { stealer_.begin(steal); }
  void end_steal() override { stealer_.end(); }
  void queue_steal_mark(int which) override { stealer_.queue_mark(which, stream()); }
  std::optional<double> stolen_bytes_per_s() override { return stealer_.bytes_per_s(); }
  void begin_profile() override;
  void end_profile() override;

 private:
  bool is_own_recording() const;

  int ordinal_;
  bool recording_ = false;  ///< between begin_capture() and end_capture()
  NvmlDevice nvml_;
  DeviceInfo info_;
  std::vector<GpuProcess> before_us_;  ///< on the GPU before our context was
  Stream own_stream_;                  ///< null where the stream is somebody else's
  cudaStream_t stream_;
  std::uint64_t own_pid_ = 0;  ///< as the driver counts: not ours inside a container; 0 where it cannot be told
  DeviceMemory<std::byte> small_spacer_;
  DeviceMemory<std::byte> large_spacer_;
  Gate gate_;
  StepBuffers buffers_;
  L2Protection protection_;
  Stealer stealer_;
  std::vector<GraphExec> graphs_;
};

}  // namespace l2bench
