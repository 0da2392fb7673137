#pragma once

#include <string>
#include <vector>

#include "spec/given.hpp"

namespace l2bench {

/// A Grid whose values still know where they were written, so that a check of two of them can name the place.
struct WrittenGrid {
  std::vector<Written<Shape>> shapes;
  std::vector<Written<int>> rows;
  std::vector<Written<Dtype>> dtypes;
  std::vector<Written<std::string>> workloads;
  std::vector<Written<std::string>> configs;
  std::vector<Written<Launch>> launches;
  std::vector<Written<TimerKind>> timers;
  std::vector<Written<Protection>> protections;
  std::vector<Written<Steal>> steals;
  std::vector<Written<Prep>> preps;
  std::vector<Written<Size>> flush_sizes;
};

/// The axes of a group, each value checked by itself. Axes that were not given have their defaults, or stay empty
/// where Grid says what empty means; the workload's is `default_workload`, or Case's where that is empty.
WrittenGrid read_axes(const Givens& givens, std::size_t group, std::string_view default_workload);

/// The values alone.
Grid plain(const WrittenGrid& grid);

/// Checks values against each other: pairs that do not exist, sizes that no step takes, weights that are too large.
void check_pairs(const WrittenGrid& grid, const Givens& givens);

/// Refuses configs that no workload has: of the group that wrote them, or of any group where all share them.
void check_configs(const std::vector<WrittenGrid>& grids, const Givens& givens);

/// "4096x4096", "1024..16384*2x4096": every N with every K. Throws UsageError.
std::vector<Shape> parse_shapes(std::string_view text);

}  // namespace l2bench
