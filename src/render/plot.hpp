#pragma once

#include <string>

#include "l2bench/record.hpp"

namespace l2bench {

/// The distribution of each case as a line of block characters, all cases of a call over one time axis. Empty without
/// samples. Drawn of all samples; what is slower than the axis reaches is counted at its end.
std::string plot_text(const Record& record);

}  // namespace l2bench
