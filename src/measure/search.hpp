#pragma once

#include <string>

#include "l2bench/device.hpp"

namespace l2bench {

/// What --config takes to have the config chosen here.
inline constexpr const char* best_config = "best";

/// The config of request.workload that is fastest on this device and shape after a `read` prep: all of them briefly,
/// then the fastest again for longer. A config that fails or computes something else is passed over. Throws DeviceError
/// if none is left. The read buffer must hold default_flush_bytes().
std::string find_best_config(Rig& rig, const WorkloadRequest& request);

}  // namespace l2bench
