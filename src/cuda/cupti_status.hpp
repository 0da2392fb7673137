#pragma once

#include "l2bench/device.hpp"
#include "src/cuda/cupti_library.hpp"

namespace l2bench {

/// What a failure of CUPTI means for counters, and what the user can do about it.
CounterStatus counter_status(const CuptiError& error);

}  // namespace l2bench
