#pragma once

#include <cstddef>
#include <string_view>

#include "l2bench/spec.hpp"

namespace l2bench {

/// Throws UsageError for a name that is not in workload_table.
const WorkloadRow& workload_row(std::string_view workload);

bool takes_dtype(const WorkloadRow& workload, Dtype dtype);

/// The first dtype of its row.
Dtype default_dtype(const WorkloadRow& workload);

/// Cases of `grid`, doubles included. Counting stops above max_cases.
std::size_t count_cases(const Grid& grid);

}  // namespace l2bench
