#pragma once

#include "l2bench/record.hpp"

// Records made of messages, as a measuring process would send them: the same on every machine and at any time. The
// numbers are invented, near those of one GPU.

namespace l2bench::synthetic {

/// Two shapes under none, zero, read, zero+read and rotate, with counters; one case not clean, one never built.
Record study();

/// A sweep of read+zero:SIZE under a model: simulated, with predictions, without counters.
Record simulated_sweep();

/// Stopped while the first of two cases was measured. Names, tags and texts are out to do harm.
Record hostile_and_partial();

/// The device of study().
DeviceInfo device();

}  // namespace l2bench::synthetic
