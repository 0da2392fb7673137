#include <string_view>
#include <utility>

#include "kernels/workload_configs.hpp"
#include "l2bench/device.hpp"
#include "l2bench/error.hpp"
#include "l2bench/model.hpp"
#ifdef L2BENCH_HAVE_CUDA
#include "src/cuda/cuda_rig.hpp"
#endif

namespace l2bench {
namespace {

#ifndef L2BENCH_HAVE_CUDA
constexpr std::string_view no_cuda =
    "This build of l2bench has no CUDA: it was configured without nvcc. Build it with the preset cuda.";
#endif

std::unique_ptr<Rig> open_model(const std::string& device) {
  return open_model_rig(open_model_card(device.substr(model_prefix.size())));
}

std::unique_ptr<Rig> open_gpu(const std::string& device) {
#ifdef L2BENCH_HAVE_CUDA
  return open_cuda_rig(device);
#else
  throw MachineError("Could not open device '" + device + "'. " + std::string(no_cuda));
#endif
}

}  // namespace

std::unique_ptr<Rig> open_rig(const std::string& device) {
  return device.starts_with(model_prefix) ? open_model(device) : open_gpu(device);
}

std::string uuid_of_device([[maybe_unused]] const std::string& device) {
#ifdef L2BENCH_HAVE_CUDA
  if (!device.starts_with(model_prefix)) return uuid_of_cuda_device(device);
#endif
  return "";
}

std::vector<DeviceSummary> list_devices(std::string& why_none) {
#ifdef L2BENCH_HAVE_CUDA
  return list_cuda_devices(why_none);
#else
  why_none = no_cuda;
  return {};
#endif
}

std::vector<ConfigSummary> list_configs(std::string_view workload) {
  std::vector<ConfigSummary> configs;
  for (WorkloadConfig& config : workload_configs(workload)) {
    configs.push_back({std::move(config.name), std::move(config.help)});
  }
  return configs;
}

}  // namespace l2bench
