#pragma once

#include "l2bench/compare.hpp"

namespace l2bench {

/// Adds what concerns the whole comparison: other GPUs of one name, what was allowed to differ, cases left out.
void warn(Comparison& comparison);

}  // namespace l2bench
