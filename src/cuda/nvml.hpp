#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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
  std::optional<std::uint64_t> used_memory_bytes() const;
  std::optional<std::uint64_t> ecc_errors() const;  ///< uncorrected, since the driver was loaded
  struct RemappedRows {
    std::uint64_t rows = 0;
    bool pending = false;
  };
  std::optional<RemappedRows> remapped_rows() const;
  /// Everyone with a context on the GPU, ourselves too if we have one; process ids as the driver counts them.
  std::vector<GpuProcess> processes() const;

 private:
  std::shared_ptr<const NvmlLibrary> library_;
  nvmlDevice_st* device_ = nullptr;  ///< belongs to the library
};

}  // namespace l2bench
