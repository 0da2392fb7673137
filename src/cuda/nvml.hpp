#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "l2bench/device.hpp"

struct nvmlDevice_st;

namespace l2bench {

struct NvmlLibrary;

/// What the driver's management library says of one device. The library is opened at run time and may be missing, as
/// may every single reading (virtual machines and MIG slices leave some out): what is missing is empty.
class NvmlDevice {
 public:
  /// `uuid` as "GPU-..." and `pci_id` as CUDA spells them. A MIG slice is read through the GPU it is a part of.
  NvmlDevice(const std::string& uuid, const std::string& pci_id);

  ClockReading clocks() const;
  std::optional<std::string> driver_version() const;
  std::optional<double> power_limit_w() const;
  std::optional<bool> ecc() const;
  std::optional<bool> mig() const;
  std::optional<std::uint64_t> free_memory_bytes() const;

 private:
  std::shared_ptr<const NvmlLibrary> library_;
  nvmlDevice_st* device_ = nullptr;  ///< belongs to the library
};

}  // namespace l2bench
