#pragma once

#include <string>

#include "l2bench/spec.hpp"

namespace l2bench {

/// What a run of `spec` would do: its cases with definite sizes, memory, flush traffic and a guess of the time. Asks
/// for the device's facts but does no work on it; where there is none, says which facts are assumed.
std::string dry_run_text(const Spec& spec);

}  // namespace l2bench
