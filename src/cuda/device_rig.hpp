#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "l2bench/device.hpp"
#include "src/cuda/cuda_device.hpp"

namespace l2bench {

/// Timers, counters and buffers on one CUDA device, without any workload: what a measurement needs of the device
/// wherever the timed code comes from.
class DeviceRig : public Rig {
 public:
  explicit DeviceRig(int ordinal) : device_(ordinal) {}
  DeviceRig(int ordinal, cudaStream_t stream) : device_(ordinal, stream) {}

  Device& device() override { return device_; }
  Timer& timer(TimerKind kind) override;
  Counters& counters() override;
  void prepare_buffers(std::uint64_t largest_write_bytes, std::uint64_t largest_read_bytes) override {
    device_.prepare_buffers(largest_write_bytes, largest_read_bytes);
  }
  std::unique_ptr<Workload> make_workload(const WorkloadRequest& request) override;
  std::uint64_t workload_bytes(const WorkloadRequest& /*request*/) const override { return 0; }
  std::vector<KernelInfo> kernels_of(const std::function<void()>& queue) override;
  void end_measurement() override;

  cudaStream_t stream() const { return device_.stream(); }

 protected:
  CudaDevice& cuda_device() { return device_; }

 private:
  CudaDevice device_;  // first in, last out: everything below works on its stream
  std::array<std::unique_ptr<Timer>, timer_table.size()> timers_;
  std::unique_ptr<Counters> counters_;
};

/// Throws MachineError for a device that l2bench's kernels cannot run on.
void require_kernels_for(const DeviceInfo& info, int ordinal);

/// Works on `stream` (null: the legacy default stream) of the calling thread's current device, in the context that is
/// there. The process's wait policy is left alone; L2's persisting limit is 0 until the rig is destroyed. Throws
/// MachineError where there is no device.
std::unique_ptr<Rig> attach_rig(cudaStream_t stream);

}  // namespace l2bench
