#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "l2bench/words.hpp"
#include "spec/axes.hpp"
#include "spec/grid.hpp"

namespace l2bench {
namespace {

void check_dtypes(const WrittenGrid& grid, const Givens& givens) {
  for (const Written<Dtype>& dtype : grid.dtypes) {
    for (const Written<std::string>& workload : grid.workloads) {
      const WorkloadRow& row = workload_row(workload.value);
      if (takes_dtype(row, dtype.value)) continue;
      givens.reject(dtype.from, fmt::format("{} takes {}, not {}. Leave the dtype out (each workload has its own), or "
                                            "give the workload a group of its own.",
                                            row.word, row.dtypes, row_of(dtype_table, dtype.value).word));
    }
  }
}

void check_launches(const WrittenGrid& grid, const Givens& givens) {
  const auto rotates = [](const Written<Prep>& prep) { return prep.value.rotation != Rotation::off; };
  const auto rotation = std::find_if(grid.preps.begin(), grid.preps.end(), rotates);
  if (rotation == grid.preps.end()) return;
  for (const Written<Launch>& launch : grid.launches) {
    if (launch.value == Launch::graph) continue;
    givens.reject(launch.from, fmt::format("'{}' cannot be launched as '{}': it is always a graph. Leave the launch "
                                           "out, write graph, or give '{}' a group of its own.",
                                           to_string(rotation->value), row_of(launch_table, launch.value).word,
                                           to_string(rotation->value)));
  }
}

void check_flush_sizes(const WrittenGrid& grid, const Givens& givens) {
  for (const Written<Size>& size : grid.flush_sizes) {
    for (const Written<Prep>& prep : grid.preps) {
      givens.read(size.from, [&](const nlohmann::json&) { return with_flush_size(prep.value, size.value); });
    }
  }
}

std::vector<Dtype> dtypes_in_use(const WrittenGrid& grid) {
  std::vector<Dtype> dtypes;
  for (const Written<Dtype>& dtype : grid.dtypes) dtypes.push_back(dtype.value);
  if (!dtypes.empty()) return dtypes;
  for (const Written<std::string>& workload : grid.workloads) {
    dtypes.push_back(default_dtype(workload_row(workload.value)));
  }
  return dtypes;
}

void check_weights(const WrittenGrid& grid, const Givens& givens) {
  for (const Written<Shape>& shape : grid.shapes) {
    for (const Dtype dtype : dtypes_in_use(grid)) {
      const DtypeRow& row = row_of(dtype_table, dtype);
      // Sides are below 2^31 and elements have at most 4 bytes, so the product is below 2^64.
      const auto bytes = static_cast<std::uint64_t>(shape.value.n) * static_cast<std::uint64_t>(shape.value.k) *
                         static_cast<std::uint64_t>(row.bytes);
      if (bytes <= max_weight_bytes) continue;
      givens.reject(shape.from,
                    fmt::format("a {} weight of {} has {} bytes; at most {} ({}).", row.word, to_string(shape.value),
                                bytes, max_weight_bytes, format_bytes(max_weight_bytes)));
    }
  }
}

bool has_configs(const WrittenGrid& grid) {
  return std::any_of(grid.workloads.begin(), grid.workloads.end(),
                     [](const Written<std::string>& workload) { return workload_row(workload.value).has_configs; });
}

}  // namespace

void check_pairs(const WrittenGrid& grid, const Givens& givens) {
  check_dtypes(grid, givens);
  check_launches(grid, givens);
  check_flush_sizes(grid, givens);
  check_weights(grid, givens);
}

void check_configs(const std::vector<WrittenGrid>& grids, const Givens& givens) {
  const bool in_use = std::any_of(grids.begin(), grids.end(),
                                  [](const WrittenGrid& grid) { return has_configs(grid) && !grid.configs.empty(); });
  for (const WrittenGrid& grid : grids) {
    if (grid.configs.empty() || has_configs(grid)) continue;
    const Given& from = grid.configs.front().from;
    const bool of_the_group = from.flag.empty() && from.pointer.starts_with("/groups/");
    if (!of_the_group && in_use) continue;
    givens.reject(from, fmt::format("{} has no configs. Leave the config out, or choose a workload that has them.",
                                    grid.workloads.front().value));
  }
}

}  // namespace l2bench
