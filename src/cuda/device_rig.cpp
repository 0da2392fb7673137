#include "src/cuda/device_rig.hpp"

#include <fmt/format.h>

#include "l2bench/error.hpp"
#include "src/cuda/cupti.hpp"
#include "src/cuda/device_query.hpp"
#include "src/cuda/graph_nodes.hpp"
#include "src/cuda/timers.hpp"

namespace l2bench {
namespace {

std::unique_ptr<Timer> make_timer(TimerKind kind, cudaStream_t stream) {
  switch (kind) {
    case TimerKind::stamp:
      return std::make_unique<StampTimer>(stream);
    case TimerKind::kernel:
      return make_cupti_timer(stream);
    case TimerKind::event:
      break;
  }
  return std::make_unique<EventTimer>(stream);
}

}  // namespace

void require_kernels_for(const DeviceInfo& info, int ordinal) {
  constexpr int oldest_major = 8;
  int major = 0;
  check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, ordinal), "ask for the compute capability");
  if (major >= oldest_major) return;
  throw MachineError(fmt::format("{} has compute capability {}; l2bench needs {}.0 or newer (discard.global.L2).",
                                 info.name, info.compute_capability.value_or("?"), oldest_major));
}

Timer& DeviceRig::timer(TimerKind kind) {
  std::unique_ptr<Timer>& timer = timers_.at(static_cast<std::size_t>(kind));
  if (!timer) timer = make_timer(kind, stream());
  return *timer;
}

// Made when first asked for: a profiler session must not be open while samples are timed.
Counters& DeviceRig::counters() {
  if (!counters_) counters_ = make_cupti_counters(stream());
  return *counters_;
}

std::unique_ptr<Workload> DeviceRig::make_workload(const WorkloadRequest& request) {
  throw DeviceError(fmt::format("A rig without workloads was asked for '{}'.", request.workload), false);
}

std::vector<KernelInfo> DeviceRig::kernels_of(const std::function<void()>& queue) {
  const Graph call = capture(stream(), queue);
  refuse_allocations(call.get());
  return l2bench::kernels_of(call.get());
}

void DeviceRig::end_measurement() {
  counters_.reset();
  device_.drop_graphs();
}

std::unique_ptr<Rig> attach_rig(cudaStream_t stream) {
  std::string why_none;
  if (visible_devices(why_none) == 0) throw MachineError("Could not attach to a CUDA device: " + why_none);
  int ordinal = 0;
  check(cudaGetDevice(&ordinal), "ask for the current device");
  check(cudaFree(nullptr), "make sure that there is a context");
  require_kernels_for(query_device(ordinal, nvml_device(ordinal)), ordinal);
  try {
    return std::make_unique<DeviceRig>(ordinal, stream);
  } catch (const DeviceError& error) {
    throw MachineError(fmt::format("Could not attach to device {}. {}", ordinal, error.what()));
  }
}

}  // namespace l2bench
