#pragma once

#include <memory>
#include <string>
#include <vector>

#include "l2bench/device.hpp"

namespace l2bench {

/// Opens the CUDA device that `device` names: an index in the order of CUDA_VISIBLE_DEVICES, a UUID or a PCI id. Throws
/// MachineError in plain words where there is no such device, no device at all, or no driver.
/// Without making a context. Throws MachineError.
std::string uuid_of_cuda_device(const std::string& device);

std::unique_ptr<Rig> open_cuda_rig(const std::string& device);

/// The CUDA devices that this process may use; no context is made on any. Where there is none, `why_none` says why.
std::vector<DeviceSummary> list_cuda_devices(std::string& why_none);

}  // namespace l2bench
