#include "spec/grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>
#include <vector>

#include "l2bench/error.hpp"
#include "l2bench/number.hpp"
#include "l2bench/spec_io.hpp"
#include "l2bench/words.hpp"

namespace l2bench {
namespace {

enum Axis : std::size_t {
  shape,
  rows,
  dtype,
  workload,
  config,
  launch,
  timer,
  protect,
  steal,
  prep,
  flush_size,
  axis_count
};
using Indices = std::array<std::size_t, axis_count>;

/// Values of each axis. An axis that may stay empty counts as one: its default.
Indices lengths_of(const Grid& grid) {
  const auto or_default = [](std::size_t length) { return std::max<std::size_t>(1, length); };
  return {grid.shapes.size(),
          grid.rows.size(),
          or_default(grid.dtypes.size()),
          grid.workloads.size(),
          or_default(grid.configs.size()),
          or_default(grid.launches.size()),
          grid.timers.size(),
          or_default(grid.protections.size()),
          or_default(grid.steals.size()),
          grid.preps.size(),
          or_default(grid.flush_sizes.size())};
}

/// Moves to the next cell, the last axis fastest; false after the last cell.
bool advance(Indices& at, const Indices& lengths) {
  for (std::size_t axis = axis_count; axis-- > 0;) {
    if (++at[axis] < lengths[axis]) return true;
    at[axis] = 0;
  }
  return false;
}

Launch default_launch(const Prep& prep) {
  return prep.rotation == Rotation::off ? Launch::stream : Launch::graph;
}

Case case_at(const Grid& grid, const Indices& at) {
  const WorkloadRow& row = workload_row(grid.workloads[at[workload]]);
  const Prep& written = grid.preps[at[prep]];
  return {.workload = std::string(row.word),
          .config = row.has_configs && !grid.configs.empty() ? grid.configs[at[config]] : "",
          .shape = grid.shapes[at[shape]],
          .rows = grid.rows[at[rows]],
          .dtype = grid.dtypes.empty() ? default_dtype(row) : grid.dtypes[at[dtype]],
          .prep = grid.flush_sizes.empty() ? written : with_flush_size(written, grid.flush_sizes[at[flush_size]]),
          .timer = grid.timers[at[timer]],
          .launch = grid.launches.empty() ? default_launch(written) : grid.launches[at[launch]],
          .protect = grid.protections.empty() ? Protection{} : grid.protections[at[protect]],
          .steal = grid.steals.empty() ? Steal{} : grid.steals[at[steal]]};
}

/// Equal texts for equal cases only.
std::string identity(const Case& c) {
  return fmt::format("{}/{}/{}/{}/{}/{}/{}/{}/{}/{}", c.workload, c.config, to_string(c.shape), c.rows,
                     row_of(dtype_table, c.dtype).word, to_string(c.prep), row_of(timer_table, c.timer).word,
                     row_of(launch_table, c.launch).word, to_string(c.protect), to_string(c.steal));
}

}  // namespace

const WorkloadRow& workload_row(std::string_view workload_name) {
  if (const WorkloadRow* row = find_word(workload_table, workload_name)) return *row;
  throw UsageError(
      fmt::format("{} is not a workload. Known: {}.", in_quotes(workload_name), joined_words(workload_table)));
}

bool takes_dtype(const WorkloadRow& row, Dtype value) {
  const std::vector<std::string_view> words = split(row.dtypes, ' ');
  return std::find(words.begin(), words.end(), row_of(dtype_table, value).word) != words.end();
}

Dtype default_dtype(const WorkloadRow& row) {
  return find_word(dtype_table, split(row.dtypes, ' ').front())->value;
}

std::size_t count_cases(const Grid& grid) {
  std::size_t count = 1;
  for (const std::size_t length : lengths_of(grid)) {
    // No overflow: both factors are about max_cases at most.
    count *= length;
    if (count > max_cases) break;
  }
  return count;
}

std::vector<Case> expand(const std::vector<Grid>& grids) {
  std::vector<Case> cases;
  std::unordered_set<std::string> seen;
  for (const Grid& grid : grids) {
    const Indices lengths = lengths_of(grid);
    if (std::find(lengths.begin(), lengths.end(), 0U) != lengths.end()) continue;
    Indices at{};
    do {
      Case c = case_at(grid, at);
      if (seen.insert(identity(c)).second) cases.push_back(std::move(c));
    } while (advance(at, lengths));
  }
  return cases;
}

}  // namespace l2bench
