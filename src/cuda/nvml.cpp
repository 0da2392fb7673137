#include "src/cuda/nvml.hpp"

#include <dlfcn.h>

#include <array>

namespace l2bench {
namespace {

// From the NVML API reference; nvml.h is not a part of every toolkit installation.
using NvmlHandle = nvmlDevice_st*;
constexpr int nvml_success = 0;
constexpr unsigned nvml_clock_sm = 1;
constexpr unsigned nvml_clock_memory = 2;
constexpr unsigned nvml_temperature_gpu = 0;
struct NvmlMemory {
  unsigned long long total;
  unsigned long long free;
  unsigned long long used;
};

struct NvmlProcess {  // nvmlProcessInfo_v2_t
  unsigned pid;
  unsigned long long memory_bytes;
  unsigned gpu_instance;
  unsigned compute_instance;
};
constexpr unsigned nvml_uncorrected = 1;
constexpr unsigned nvml_volatile = 0;
constexpr unsigned long long nvml_not_available = ~0ULL;

struct CloseLibrary {
  void operator()(void* library) const noexcept { dlclose(library); }
};

}  // namespace

/// The functions used. Any of them may be null.
struct NvmlLibrary {
  std::unique_ptr<void, CloseLibrary> file;
  int (*shutdown)() = nullptr;
  int (*driver_version)(char*, unsigned) = nullptr;
  int (*by_uuid)(const char*, NvmlHandle*) = nullptr;
  int (*by_pci_id)(const char*, NvmlHandle*) = nullptr;
  int (*parent_of_mig)(NvmlHandle, NvmlHandle*) = nullptr;
  int (*clock_info)(NvmlHandle, unsigned, unsigned*) = nullptr;
  int (*power_usage)(NvmlHandle, unsigned*) = nullptr;
  int (*power_limit)(NvmlHandle, unsigned*) = nullptr;
  int (*temperature)(NvmlHandle, unsigned, unsigned*) = nullptr;
  int (*event_reasons)(NvmlHandle, unsigned long long*) = nullptr;
  int (*ecc_mode)(NvmlHandle, unsigned*, unsigned*) = nullptr;
  int (*mig_mode)(NvmlHandle, unsigned*, unsigned*) = nullptr;
  int (*memory_info)(NvmlHandle, NvmlMemory*) = nullptr;
  int (*ecc_errors)(NvmlHandle, unsigned, unsigned, unsigned long long*) = nullptr;
  int (*remapped_rows)(NvmlHandle, unsigned*, unsigned*, unsigned*, unsigned*) = nullptr;
  int (*compute_processes)(NvmlHandle, unsigned*, NvmlProcess*) = nullptr;
  int (*process_name)(unsigned, char*, unsigned) = nullptr;

  NvmlLibrary() = default;
  NvmlLibrary(const NvmlLibrary&) = delete;
  NvmlLibrary& operator=(const NvmlLibrary&) = delete;
  ~NvmlLibrary() {
    if (shutdown != nullptr) shutdown();
  }
};

namespace {

template <typename Function>
void find(void* file, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(file, name));
}

/// Opens and initialises the library; null if there is none that works.
std::shared_ptr<const NvmlLibrary> open_library() {
  auto library = std::make_shared<NvmlLibrary>();
  library->file.reset(dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL));
  void* file = library->file.get();
  if (file == nullptr) return nullptr;
  int (*initialise)() = nullptr;
  find(file, "nvmlInit_v2", initialise);
  if (initialise == nullptr || initialise() != nvml_success) return nullptr;
  find(file, "nvmlShutdown", library->shutdown);
  find(file, "nvmlSystemGetDriverVersion", library->driver_version);
  find(file, "nvmlDeviceGetHandleByUUID", library->by_uuid);
  find(file, "nvmlDeviceGetHandleByPciBusId_v2", library->by_pci_id);
  find(file, "nvmlDeviceGetDeviceHandleFromMigDeviceHandle", library->parent_of_mig);
  find(file, "nvmlDeviceGetClockInfo", library->clock_info);
  find(file, "nvmlDeviceGetPowerUsage", library->power_usage);
  find(file, "nvmlDeviceGetEnforcedPowerLimit", library->power_limit);
  find(file, "nvmlDeviceGetTemperature", library->temperature);
  find(file, "nvmlDeviceGetCurrentClocksEventReasons", library->event_reasons);
  if (library->event_reasons == nullptr) {  // the name before driver 535
    find(file, "nvmlDeviceGetCurrentClocksThrottleReasons", library->event_reasons);
  }
  find(file, "nvmlDeviceGetEccMode", library->ecc_mode);
  find(file, "nvmlDeviceGetMigMode", library->mig_mode);
  find(file, "nvmlDeviceGetMemoryInfo", library->memory_info);
  find(file, "nvmlDeviceGetTotalEccErrors", library->ecc_errors);
  find(file, "nvmlDeviceGetRemappedRows", library->remapped_rows);
  find(file, "nvmlDeviceGetComputeRunningProcesses_v3", library->compute_processes);
  if (library->compute_processes == nullptr) {  // before driver 510; the same layout
    find(file, "nvmlDeviceGetComputeRunningProcesses_v2", library->compute_processes);
  }
  find(file, "nvmlSystemGetProcessName", library->process_name);
  return library;
}

std::shared_ptr<const NvmlLibrary> shared_library() {
  static const std::shared_ptr<const NvmlLibrary> library = open_library();
  return library;
}

NvmlHandle find_device(const NvmlLibrary& nvml, const std::string& uuid, const std::string& pci_id) {
  NvmlHandle device = nullptr;
  if (nvml.by_uuid != nullptr && nvml.by_uuid(uuid.c_str(), &device) == nvml_success) return device;
  // CUDA reports a MIG slice's own UUID; NVML knows it with another prefix.
  const std::string mig_uuid = "MIG-" + uuid.substr(uuid.find('-') + 1);
  if (nvml.by_uuid != nullptr && nvml.parent_of_mig != nullptr &&
      nvml.by_uuid(mig_uuid.c_str(), &device) == nvml_success) {
    NvmlHandle parent = nullptr;
    if (nvml.parent_of_mig(device, &parent) == nvml_success) return parent;
  }
  if (nvml.by_pci_id != nullptr && nvml.by_pci_id(pci_id.c_str(), &device) == nvml_success) return device;
  return nullptr;
}

/// The value `function` writes behind its other arguments; empty if it is missing or refuses.
template <typename Value, typename... Parameters, typename... Arguments>
std::optional<Value> ask(int (*function)(Parameters...), Arguments... arguments) {
  Value value{};
  if (function == nullptr || function(arguments..., &value) != nvml_success) return std::nullopt;
  return value;
}

std::optional<double> scaled(std::optional<unsigned> value, double factor) {
  if (!value) return std::nullopt;
  return *value * factor;
}

std::optional<bool> current_mode(int (*function)(NvmlHandle, unsigned*, unsigned*), NvmlHandle device) {
  unsigned current = 0;
  unsigned pending = 0;
  if (function == nullptr || function(device, &current, &pending) != nvml_success) return std::nullopt;
  return current != 0;
}

constexpr double from_milli = 1e-3;

}  // namespace

NvmlDevice::NvmlDevice(const std::string& uuid, const std::string& pci_id) : library_(shared_library()) {
  if (library_) device_ = find_device(*library_, uuid, pci_id);
}

ClockReading NvmlDevice::clocks() const {
  ClockReading reading;
  if (device_ == nullptr) return reading;
  reading.sm_mhz = ask<unsigned>(library_->clock_info, device_, nvml_clock_sm);
  reading.memory_mhz = ask<unsigned>(library_->clock_info, device_, nvml_clock_memory);
  reading.power_w = scaled(ask<unsigned>(library_->power_usage, device_), from_milli);
  reading.temperature_c = ask<unsigned>(library_->temperature, device_, nvml_temperature_gpu);
  reading.throttle_reasons = ask<unsigned long long>(library_->event_reasons, device_);
  return reading;
}

std::optional<std::string> NvmlDevice::driver_version() const {
  std::array<char, 81> text{};  // NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE and an end
  if (!library_ || library_->driver_version == nullptr ||
      library_->driver_version(text.data(), text.size() - 1) != nvml_success) {
    return std::nullopt;
  }
  return std::string(text.data());
}

std::optional<double> NvmlDevice::power_limit_w() const {
  return device_ == nullptr ? std::nullopt : scaled(ask<unsigned>(library_->power_limit, device_), from_milli);
}

std::optional<bool> NvmlDevice::ecc() const {
  return device_ == nullptr ? std::nullopt : current_mode(library_->ecc_mode, device_);
}

std::optional<bool> NvmlDevice::mig() const {
  return device_ == nullptr ? std::nullopt : current_mode(library_->mig_mode, device_);
}

std::optional<std::uint64_t> NvmlDevice::free_memory_bytes() const {
  if (device_ == nullptr) return std::nullopt;
  const auto memory = ask<NvmlMemory>(library_->memory_info, device_);
  if (!memory) return std::nullopt;
  return memory->free;
}

std::optional<std::uint64_t> NvmlDevice::used_memory_bytes() const {
  if (device_ == nullptr) return std::nullopt;
  const auto memory = ask<NvmlMemory>(library_->memory_info, device_);
  if (!memory) return std::nullopt;
  return memory->used;
}

std::optional<std::uint64_t> NvmlDevice::ecc_errors() const {
  if (device_ == nullptr) return std::nullopt;
  return ask<unsigned long long>(library_->ecc_errors, device_, nvml_uncorrected, nvml_volatile);
}

std::optional<NvmlDevice::RemappedRows> NvmlDevice::remapped_rows() const {
  unsigned correctable = 0;
  unsigned uncorrectable = 0;
  unsigned pending = 0;
  unsigned failed = 0;
  if (device_ == nullptr || library_->remapped_rows == nullptr ||
      library_->remapped_rows(device_, &correctable, &uncorrectable, &pending, &failed) != nvml_success) {
    return std::nullopt;
  }
  return RemappedRows{std::uint64_t{correctable} + uncorrectable, pending != 0};
}

std::vector<GpuProcess> NvmlDevice::processes() const {
  if (device_ == nullptr || library_->compute_processes == nullptr) return {};
  std::array<NvmlProcess, 64> found{};
  unsigned count = found.size();
  if (library_->compute_processes(device_, &count, found.data()) != nvml_success) return {};
  std::vector<GpuProcess> processes;
  for (unsigned i = 0; i < count && i < found.size(); ++i) {
    GpuProcess process{.pid = found[i].pid, .name = "unknown", .memory_bytes = std::nullopt, .seen = ""};
    std::array<char, 256> name{};
    if (library_->process_name != nullptr &&
        library_->process_name(found[i].pid, name.data(), name.size() - 1) == nvml_success) {
      process.name = name.data();
    }
    if (found[i].memory_bytes != nvml_not_available) process.memory_bytes = found[i].memory_bytes;
    processes.push_back(std::move(process));
  }
  return processes;
}

}  // namespace l2bench
