#include "src/cuda/cuda_rig.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <array>
#include <string_view>

#include "kernels/workload_configs.hpp"
#include "l2bench/error.hpp"
#include "plugin/plugin_workload.hpp"
#include "src/cuda/check.hpp"
#include "src/cuda/consume_workload.hpp"
#include "src/cuda/cublas_workload.hpp"
#include "src/cuda/decode_chain_workload.hpp"
#include "src/cuda/device_query.hpp"
#include "src/cuda/device_rig.hpp"
#include "src/cuda/int8_gemv_workload.hpp"
#include "src/cuda/kernel_workload.hpp"

namespace l2bench {
namespace {

class CudaRig final : public DeviceRig {
 public:
  explicit CudaRig(int ordinal) : DeviceRig(ordinal) { cuda_device().set_cublas_version(cublas_version()); }

  std::unique_ptr<Workload> make_workload(const WorkloadRequest& request) override;
  std::vector<std::string> configs(std::string_view workload) const override;
  std::uint64_t workload_bytes(const WorkloadRequest& request) const override;

  const CublasLibrary& cublas();

 private:
  std::unique_ptr<CublasLibrary> cublas_;
};

/// One row a workload of workload_table that this device has.
struct Maker {
  std::string_view word;
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

std::unique_ptr<Workload> make_decode_chain(CudaRig& rig, const WorkloadRequest& request) {
  return std::make_unique<DecodeChainWorkload>(request, rig.cublas(), rig.stream());
}

std::unique_ptr<Workload> make_kernel(CudaRig& rig, const WorkloadRequest& request) {
  auto workload =
      std::make_unique<KernelWorkload>(request, rig.device().info().compute_capability.value_or("8.0"), rig.stream());
  workload->set_kernels(rig.kernels_of([&] { workload->queue_call(0); }));
  return workload;
}

std::unique_ptr<Workload> make_plugin(CudaRig& rig, const WorkloadRequest& request) {
  auto workload = std::make_unique<PlugInWorkload>(request, rig.stream());
  workload->queue_call(0);  // its first launch may load a module, which no recording stands
  rig.device().wait();
  workload->set_kernels(rig.kernels_of([&] { workload->queue_call(0); }));
  return workload;
}

/// As far as the spec tells; a plug-in allocates by itself.
std::uint64_t plugin_bytes(const WorkloadRequest& request) {
  const AmountNames names{request.shape.n, request.shape.k, request.rows};
  const auto& weight = request.code.plugin->weight_bytes;
  return weight ? evaluate(*weight, names) * static_cast<std::uint64_t>(request.copies) : 0;
}

constexpr std::array<Maker, 6> makers{{
    {"cublas", make_cublas, cublas_workload_bytes},
    {"int8-gemv", make_int8_gemv, int8_gemv_workload_bytes},
    {"consume", make_consume, consume_workload_bytes},
    {"decode-chain", make_decode_chain, decode_chain_workload_bytes},
    {"kernel", make_kernel, kernel_data_bytes},
    {"plugin", make_plugin, plugin_bytes},
}};

const Maker& maker_of(const WorkloadRequest& request) {
  for (const Maker& maker : makers) {
    if (maker.word == request.workload) return maker;
  }
  throw DeviceError(
      fmt::format("The CUDA device has no workload '{}'. It has: {}.", request.workload, joined_words(makers)), false);
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

}  // namespace

std::vector<DeviceSummary> list_cuda_devices(std::string& why_none) {
  const int count = visible_devices(why_none);
  std::vector<DeviceSummary> devices;
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    devices.push_back({std::to_string(ordinal), query_device(ordinal, nvml_device(ordinal))});
    devices.back().info.cublas_version = cublas_version();
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
