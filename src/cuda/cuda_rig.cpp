#include "src/cuda/cuda_rig.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <string_view>

#include "kernels/workload_configs.hpp"
#include "l2bench/error.hpp"
#include "src/cuda/check.hpp"
#include "src/cuda/consume_workload.hpp"
#include "src/cuda/cublas_workload.hpp"
#include "src/cuda/cuda_device.hpp"
#include "src/cuda/cupti.hpp"
#include "src/cuda/device_query.hpp"
#include "src/cuda/int8_gemv_workload.hpp"
#include "src/cuda/timers.hpp"

namespace l2bench {
namespace {

class CudaRig final : public Rig {
 public:
  explicit CudaRig(int ordinal) : device_(ordinal) {}

  Device& device() override { return device_; }
  Timer& timer(TimerKind kind) override;
  Counters& counters() override;
  void prepare_buffers(std::uint64_t largest_write_bytes, std::uint64_t largest_read_bytes) override {
    device_.prepare_buffers(largest_write_bytes, largest_read_bytes);
  }
  std::unique_ptr<Workload> make_workload(const WorkloadRequest& request) override;
  std::vector<std::string> configs(std::string_view workload) const override;
  std::uint64_t workload_bytes(const WorkloadRequest& request) const override;

  cudaStream_t stream() const { return device_.stream(); }
  const CublasLibrary& cublas();

 private:
  CudaDevice device_;  // first in, last out: everything below works on its stream
  std::unique_ptr<CublasLibrary> cublas_;
  std::array<std::unique_ptr<Timer>, timer_table.size()> timers_;
  std::unique_ptr<Counters> counters_;
};

/// One row a workload of workload_table.
struct Maker {
  std::string_view workload;
  std::unique_ptr<Workload> (*make)(CudaRig&, const WorkloadRequest&);
  std::uint64_t (*bytes)(const WorkloadRequest&);
};

std::unique_ptr<Workload> make_cublas(CudaRig& rig, const WorkloadRequest& request) {
  return std::make_unique<CublasWorkload>(request, rig.cublas(), rig.stream());
}

std::unique_ptr<Workload> make_int8_gemv(CudaRig& rig, const WorkloadRequest& request) {
  return std::make_unique<Int8GemvWorkload>(request, rig.stream());
}

std::unique_ptr<Workload> make_consume(CudaRig& rig, const WorkloadRequest& request) {
  return std::make_unique<ConsumeWorkload>(request, rig.stream());
}

constexpr std::array<Maker, 3> makers{{
    {"cublas", make_cublas, cublas_workload_bytes},
    {"int8-gemv", make_int8_gemv, int8_gemv_workload_bytes},
    {"consume", make_consume, consume_workload_bytes},
}};
static_assert(makers.size() == workload_table.size(), "every workload has a row");

const Maker& maker_of(const WorkloadRequest& request) {
  for (const Maker& maker : makers) {
    if (maker.workload == request.workload) return maker;
  }
  throw DeviceError(
      fmt::format("The CUDA device has no workload '{}'. It has: {}.", request.workload, joined_words(workload_table)),
      false);
}

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

Timer& CudaRig::timer(TimerKind kind) {
  std::unique_ptr<Timer>& timer = timers_.at(static_cast<std::size_t>(kind));
  if (!timer) timer = make_timer(kind, stream());
  return *timer;
}

// Made when first asked for: a profiler session must not be open while samples are timed.
Counters& CudaRig::counters() {
  if (!counters_) counters_ = make_cupti_counters(stream());
  return *counters_;
}

// Made when first asked for: loading the library takes longer than a whole run of int8-gemv.
const CublasLibrary& CudaRig::cublas() {
  if (!cublas_) cublas_ = std::make_unique<CublasLibrary>(stream());
  return *cublas_;
}

std::unique_ptr<Workload> CudaRig::make_workload(const WorkloadRequest& request) {
  return maker_of(request).make(*this, request);
}

std::vector<std::string> CudaRig::configs(std::string_view workload) const {
  return workload_config_names(workload);
}

std::uint64_t CudaRig::workload_bytes(const WorkloadRequest& request) const {
  return maker_of(request).bytes(request);
}

std::string visible_devices() {
  const char* value = std::getenv("CUDA_VISIBLE_DEVICES");
  return value == nullptr ? "" : fmt::format(" CUDA_VISIBLE_DEVICES is '{}'.", value);
}

std::string why_no_device(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
    case cudaErrorNoDevice:
      return "No CUDA device is visible to this process." + visible_devices();
    case cudaErrorInsufficientDriver:
    case cudaErrorStubLibrary:
      return fmt::format(
          "The NVIDIA driver is missing, or too old for the CUDA {}.{} that this program was built with.",
          CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
    case cudaErrorSystemDriverMismatch:
    case cudaErrorCompatNotSupportedOnDevice:
      return "The NVIDIA driver's kernel module and its libraries have different versions: restart, or install one "
             "driver.";
    default:
      return fmt::format("CUDA could not start: {} ({}).", cudaGetErrorString(error), cudaGetErrorName(error));
  }
}

void require_kernels_for(const DeviceInfo& info, int ordinal) {
  constexpr int oldest_major = 8;
  int major = 0;
  check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, ordinal), "ask for the compute capability");
  if (major >= oldest_major) return;
  throw MachineError(fmt::format("{} has compute capability {}; l2bench needs {}.0 or newer (discard.global.L2).",
                                 info.name, info.compute_capability.value_or("?"), oldest_major));
}

}  // namespace

std::vector<DeviceSummary> list_cuda_devices(std::string& why_none) {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error != cudaSuccess || count == 0) {
    static_cast<void>(cudaGetLastError());
    why_none = why_no_device(error);
    return {};
  }
  std::vector<DeviceSummary> devices;
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    devices.push_back({std::to_string(ordinal), query_device(ordinal, nvml_device(ordinal))});
  }
  return devices;
}

std::vector<DeviceSummary> listed_for(const std::string& device) {
  std::string why_none;
  std::vector<DeviceSummary> found = list_cuda_devices(why_none);
  if (found.empty()) throw MachineError(fmt::format("Could not open device '{}': {}", device, why_none));
  return found;
}

std::string uuid_of_cuda_device(const std::string& device) {
  const std::vector<DeviceSummary> found = listed_for(device);
  return found[find_device(device, found)].info.uuid.value_or("");
}

std::unique_ptr<Rig> open_cuda_rig(const std::string& device) {
  const std::vector<DeviceSummary> found = listed_for(device);
  const std::size_t position = find_device(device, found);
  const int ordinal = static_cast<int>(position);
  require_kernels_for(found[position].info, ordinal);
  try {
    return std::make_unique<CudaRig>(ordinal);
  } catch (const DeviceError& error) {
    throw MachineError(fmt::format("Could not open {} ({}). {}", device, found[position].info.name, error.what()));
  }
}

}  // namespace l2bench
