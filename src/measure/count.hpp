#pragma once

#include "l2bench/device.hpp"
#include "l2bench/record.hpp"
#include "measure/sampler.hpp"

namespace l2bench {

/// Counts the bytes of one call after the prep, several times, through the same prep as the timed samples but in a pass
/// of its own: counters never touch a timed sample. Readings are bytes of one call; a rotation's are the mean over its
/// pool.
std::vector<CounterReading> count_calls(Rig& rig, const Sampled& sampled);

/// What a read pass over `read_bytes` after the prep alone writes back: the dirty bytes the prep left in L2.
std::optional<double> count_residual_dirty(Rig& rig, const Sampled& sampled, std::uint64_t read_bytes);

}  // namespace l2bench
