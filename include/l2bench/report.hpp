#pragma once

#include <span>
#include <string>

#include "l2bench/compare.hpp"
#include "l2bench/record.hpp"

namespace l2bench {

/// One HTML page about judged records: verdicts, environment, figures with their tables, all cases. It holds everything
/// it needs, asks for nothing over the network, and its tables can be read with scripts off.
std::string report_page(std::span<const Record> records);

/// The same about two records side by side: verdicts, both runs, a forest plot of the ratios over its table.
std::string comparison_page(const Comparison& comparison);

}  // namespace l2bench
