#pragma once

#include <span>
#include <string>

#include "l2bench/record.hpp"

namespace l2bench {

/// One HTML page about judged records: verdicts, environment, figures with their tables, all cases. It holds everything
/// it needs, asks for nothing over the network, and its tables can be read with scripts off.
std::string report_page(std::span<const Record> records);

}  // namespace l2bench
