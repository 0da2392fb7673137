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

void check_shapes(const WrittenGrid& grid, const Givens& givens) {
  for (const Written<Shape>& shape : grid.shapes) {
    for (const Written<std::string>& workload : grid.workloads) {
      const bool takes_block = workload_row(workload.value).takes_block;
      if (takes_block == shape.value.is_block()) continue;
      givens.reject(shape.from,
                    fmt::format("{} takes {}, not {}. Give each kind of workload a group of its own.", workload.value,
                                takes_block ? "a block of bytes such as 24MiB" : "a weight such as 4096x4096",
                                to_string(shape.value)));
    }
  }
}

/// More rows than a GEMV has are a chain's tokens.
void check_many_rows(const WrittenGrid& grid, const Givens& givens) {
  constexpr int most_rows = 64;
  const auto is_no_chain = [](const Written<std::string>& w) { return !workload_row(w.value).is_chain; };
  const auto other = std::find_if(grid.workloads.begin(), grid.workloads.end(), is_no_chain);
  if (other == grid.workloads.end()) return;
  for (const Written<int>& rows : grid.rows) {
    if (rows.value <= most_rows) continue;
    givens.reject(rows.from, fmt::format("{} takes 1 to {} rows, not {}.", other->value, most_rows, rows.value));
  }
}

/// A chain is many kernels and many weights: its own layers pass through L2, and only it has a place between kernels.
void check_chains(const WrittenGrid& grid, const Givens& givens) {
  for (const Written<Prep>& prep : grid.preps) {
    for (const Written<std::string>& workload : grid.workloads) {
      const bool is_chain = workload_row(workload.value).is_chain;
      if (is_chain && prep.value.rotation != Rotation::off) {
        givens.reject(prep.from, fmt::format("{} does not rotate: its layers' own weights pass through L2. Use steps.",
                                             workload.value));
      }
      const auto& steps = prep.value.steps;
      const auto scrub = std::find_if(steps.begin(), steps.end(),
                                      [](const Step& step) { return row_of(step_table, step.kind).between; });
      if (!is_chain && scrub != steps.end()) {
        givens.reject(prep.from, fmt::format("'{}' stands between the kernels of decode-chain; {} has no place for it.",
                                             row_of(step_table, scrub->kind).word, workload.value));
      }
    }
  }
}

/// A block has no rows: the axis would time the same call several times under different names.
void check_rows(const WrittenGrid& grid, const Givens& givens) {
  const auto takes_block = [](const Written<std::string>& w) { return workload_row(w.value).takes_block; };
  const auto of_blocks = std::find_if(grid.workloads.begin(), grid.workloads.end(), takes_block);
  if (of_blocks == grid.workloads.end()) return;
  for (const Written<int>& rows : grid.rows) {
    if (rows.value == 1) continue;
    givens.reject(rows.from, fmt::format("{} takes a block, which has no rows. Leave the rows out.", of_blocks->value));
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

/// A rotation's copies have no one input, and its graph times many calls at once.
void check_conditions(const WrittenGrid& grid, const Givens& givens) {
  const auto rotates = [](const Written<Prep>& prep) { return prep.value.rotation != Rotation::off; };
  if (std::none_of(grid.preps.begin(), grid.preps.end(), rotates)) return;
  for (const Written<Protection>& protection : grid.protections) {
    if (protection.value.on()) givens.reject(protection.from, "a rotation has no one input to protect. Use steps.");
  }
  for (const Written<Steal>& steal : grid.steals) {
    if (steal.value.on()) givens.reject(steal.from, "nothing can be stolen from a rotation's calls. Use steps.");
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
      const auto bytes = shape.value.elements() * static_cast<std::uint64_t>(row.bytes);
      if (bytes <= max_weight_bytes) continue;
      givens.reject(shape.from,
                    fmt::format("a {} weight of {} has {} bytes; at most {} ({}).", row.word, to_string(shape.value),
                                bytes, max_weight_bytes, format_bytes(max_weight_bytes)));
    }
  }
}

/// Configs are a workload's own: a product of two workloads with each other's configs has cells that do not exist.
void check_shared_configs(const WrittenGrid& grid, const Givens& givens) {
  std::vector<std::string> with_configs;
  for (const Written<std::string>& workload : grid.workloads) {
    if (workload_row(workload.value).has_configs) with_configs.push_back(workload.value);
  }
  if (grid.configs.empty() || with_configs.size() < 2) return;
  givens.reject(grid.configs.front().from, fmt::format("{} have configs of their own. Give each a group of its own.",
                                                       fmt::join(with_configs, " and ")));
}

/// Configs of a block do different work: none of them is the best way to do the same.
void check_best(const WrittenGrid& grid, const Givens& givens) {
  for (const Written<std::string>& config : grid.configs) {
    for (const Written<std::string>& workload : grid.workloads) {
      const WorkloadRow& row = workload_row(workload.value);
      if (config.value != "best" || (!row.takes_block && !row.is_chain)) continue;
      givens.reject(config.from, fmt::format("the configs of {} do different work, so none of them is the best. Name "
                                             "one: l2bench list configs.",
                                             workload.value));
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
  check_shapes(grid, givens);
  check_rows(grid, givens);
  check_many_rows(grid, givens);
  check_chains(grid, givens);
  check_shared_configs(grid, givens);
  check_best(grid, givens);
  check_launches(grid, givens);
  check_conditions(grid, givens);
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
