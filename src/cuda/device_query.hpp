#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "l2bench/device.hpp"
#include "src/cuda/nvml.hpp"

namespace l2bench {

/// CUDA devices that this process may use; where there is none, `why_none` says why.
int visible_devices(std::string& why_none);

/// "GPU-" and the 16 bytes of a UUID as NVIDIA's tools write them.
std::string uuid_text(std::span<const char, 16> bytes);

/// NVML's view of CUDA device `ordinal`.
NvmlDevice nvml_device(int ordinal);

/// Everything that can be known of device `ordinal` without making a context on it, but for cuBLAS.
DeviceInfo query_device(int ordinal, const NvmlDevice& nvml);

/// Bytes a second between the device and its memory at the memory clock of now: two transfers a clock.
std::optional<double> peak_bytes_per_s(int ordinal, const NvmlDevice& nvml);

/// Position in `found` of the device that `text` names: an index, a UUID (or its unique beginning) or a PCI id with or
/// without its domain. Throws MachineError that lists what is there.
std::size_t find_device(std::string_view text, std::span<const DeviceSummary> found);

}  // namespace l2bench
