#include "src/cuda/device_query.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "l2bench/error.hpp"
#include "src/cuda/check.hpp"

namespace l2bench {
namespace {

std::optional<int> attribute(cudaDeviceAttr which, int ordinal) {
  int value = 0;
  if (cudaDeviceGetAttribute(&value, which, ordinal) == cudaSuccess) return value;
  static_cast<void>(cudaGetLastError());
  return std::nullopt;
}

/// 13000 as "13.0".
std::optional<std::string> version_text(cudaError_t result, int version) {
  if (result != cudaSuccess || version <= 0) return std::nullopt;
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

std::optional<std::string> runtime_version() {
  int version = 0;
  const cudaError_t result = cudaRuntimeGetVersion(&version);
  return version_text(result, version);
}

/// NVML's number of the driver itself, else the CUDA version that the driver speaks.
std::optional<std::string> driver_version(const NvmlDevice& nvml) {
  if (auto number = nvml.driver_version()) return number;
  int version = 0;
  const cudaError_t result = cudaDriverGetVersion(&version);
  const auto text = version_text(result, version);
  return text ? std::optional<std::string>("CUDA " + *text) : std::nullopt;
}

std::string pci_id_of(int ordinal) {
  std::array<char, 32> text{};
  check(cudaDeviceGetPCIBusId(text.data(), static_cast<int>(text.size()), ordinal),
        fmt::format("ask for the PCI id of device {}", ordinal));
  return text.data();
}

cudaDeviceProp properties_of(int ordinal) {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, ordinal), fmt::format("ask for the properties of device {}", ordinal));
  return properties;
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

std::optional<std::size_t> as_index(std::string_view text) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return index;
}

struct PciId {
  unsigned domain = 0;
  unsigned bus = 0;
  unsigned device = 0;
  friend bool operator==(const PciId&, const PciId&) = default;
};

/// "0000:65:00.0", "00000000:65:00.0" or "65:00.0"; the function is 0 on every GPU and may be left out.
std::optional<PciId> as_pci_id(const std::string& text) {
  constexpr std::string_view allowed = "0123456789abcdefABCDEF:.";
  if (text.find_first_not_of(allowed) != std::string::npos) return std::nullopt;
  PciId id;
  if (std::sscanf(text.c_str(), "%8x:%2x:%2x", &id.domain, &id.bus, &id.device) == 3) return id;
  id.domain = 0;
  if (std::sscanf(text.c_str(), "%2x:%2x", &id.bus, &id.device) == 2) return id;
  return std::nullopt;
}

bool named_by(std::string_view text, const DeviceInfo& info) {
  if (info.uuid && text.size() >= 8 && lower(*info.uuid).starts_with(lower(text))) return true;
  const auto wanted = as_pci_id(std::string(text));
  return wanted && info.pci_id && as_pci_id(*info.pci_id) == wanted;
}

std::string listing(std::span<const DeviceSummary> found) {
  std::string text;
  for (const DeviceSummary& device : found) {
    text += fmt::format("\n  {}  {}  {}  {}", device.id, device.info.name, device.info.uuid.value_or("no UUID"),
                        device.info.pci_id.value_or("no PCI id"));
  }
  return text;
}

std::string visible_devices_variable() {
  const char* value = std::getenv("CUDA_VISIBLE_DEVICES");
  return value == nullptr ? "" : fmt::format(" CUDA_VISIBLE_DEVICES is '{}'.", value);
}

std::string why_no_device(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
    case cudaErrorNoDevice:
      return "No CUDA device is visible to this process." + visible_devices_variable();
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

}  // namespace

int visible_devices(std::string& why_none) {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error == cudaSuccess && count > 0) return count;
  static_cast<void>(cudaGetLastError());
  why_none = why_no_device(error);
  return 0;
}

std::string uuid_text(std::span<const char, 16> bytes) {
  std::string text = "GPU-";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned char>(bytes[i]));
  }
  return text;
}

NvmlDevice nvml_device(int ordinal) {
  return NvmlDevice(uuid_text(properties_of(ordinal).uuid.bytes), pci_id_of(ordinal));
}

std::optional<double> peak_bytes_per_s(int ordinal, const NvmlDevice& nvml) {
  const auto bus_bits = attribute(cudaDevAttrGlobalMemoryBusWidth, ordinal);
  auto clock_mhz = nvml.clocks().memory_mhz;
  if (!clock_mhz) {
    if (const auto clock_khz = attribute(cudaDevAttrMemoryClockRate, ordinal)) clock_mhz = *clock_khz * 1e-3;
  }
  if (!bus_bits || !clock_mhz || *bus_bits <= 0 || *clock_mhz <= 0) return std::nullopt;
  constexpr double transfers_per_clock = 2;
  return transfers_per_clock * *clock_mhz * 1e6 * *bus_bits / 8;
}

DeviceInfo query_device(int ordinal, const NvmlDevice& nvml) {
  const cudaDeviceProp properties = properties_of(ordinal);
  DeviceInfo info;
  info.name = properties.name;
  info.uuid = uuid_text(properties.uuid.bytes);
  info.pci_id = pci_id_of(ordinal);
  info.compute_capability = fmt::format("{}.{}", properties.major, properties.minor);
  info.l2_bytes = static_cast<std::uint64_t>(properties.l2CacheSize);
  info.memory_bytes = properties.totalGlobalMem;
  info.free_memory_bytes = nvml.free_memory_bytes().value_or(0);
  info.sm_count = properties.multiProcessorCount;
  info.peak_bytes_per_s = peak_bytes_per_s(ordinal, nvml);
  info.driver_version = driver_version(nvml);
  info.runtime_version = runtime_version();
  info.used_memory_bytes = nvml.used_memory_bytes();
  info.ecc_errors = nvml.ecc_errors();
  if (const auto remapped = nvml.remapped_rows()) {
    info.remapped_rows = remapped->rows;
    info.remap_pending = remapped->pending;
  }
  info.ecc = nvml.ecc();
  if (!info.ecc) info.ecc = properties.ECCEnabled != 0;
  info.mig = nvml.mig();
  // CUDA gives a slice's UUID without saying so; every other tool knows it by this prefix.
  if (info.mig.value_or(false)) info.uuid = "MIG-" + info.uuid->substr(info.uuid->find('-') + 1);
  info.power_limit_w = nvml.power_limit_w();
  if (properties.persistingL2CacheMaxSize > 0) {
    info.persisting_l2_max_bytes = static_cast<std::uint64_t>(properties.persistingL2CacheMaxSize);
  }
  return info;
}

std::size_t find_device(std::string_view text, std::span<const DeviceSummary> found) {
  if (const auto index = as_index(text); index && *index < found.size()) return *index;
  std::vector<std::size_t> matches;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (named_by(text, found[i].info)) matches.push_back(i);
  }
  if (matches.size() == 1) return matches.front();
  throw MachineError(
      fmt::format("{} CUDA device is named '{}' (--device takes an index, a UUID or a PCI id). Visible here:{}",
                  matches.empty() ? "No" : "More than one", text, listing(found)));
}

}  // namespace l2bench
