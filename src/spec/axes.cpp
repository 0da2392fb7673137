#include "spec/axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include "kernels/workload_configs.hpp"
#include "l2bench/number.hpp"
#include "l2bench/words.hpp"
#include "spec/grid.hpp"
#include "spec/values.hpp"

namespace l2bench {
namespace {

using nlohmann::json;

constexpr std::string_view automatic = "auto";

/// Reads every item of an axis; one item may be a range of several values.
template <typename T, typename Parse>
std::vector<Written<T>> read_axis(const Givens& givens, std::size_t group, std::string_view key, Parse parse) {
  std::vector<Written<T>> axis;
  for (const Given& given : givens.axis(key, group)) {
    for (T& value : givens.read(given, parse)) axis.push_back({std::move(value), given});
    // A short text can be a long range: without this, a spec within its limit of bytes could still fill the memory.
    if (axis.size() > max_cases) givens.reject(given, fmt::format("{} has more than {} values.", key, max_cases));
  }
  return axis;
}

/// An axis of words. "auto" means the same as leaving the axis out, and stands alone.
template <typename T, typename Row, std::size_t N>
std::vector<Written<T>> read_words(const Givens& givens, std::size_t group, const std::array<Row, N>& table,
                                   std::string_view key) {
  const std::vector<Given> given = givens.axis(key, group);
  const std::vector<std::string_view> known = words_of_key(key);
  const bool has_auto = std::find(known.begin(), known.end(), automatic) != known.end();
  if (has_auto && given.size() == 1 && given.front().value == automatic) return {};
  return read_axis<T>(givens, group, key, [&](const json& value) {
    if (has_auto && value == automatic) throw UsageError("'auto' leaves the choice to each case. Write it alone.");
    return std::vector<T>{T(word_of(value, table, key).value)};
  });
}

std::vector<int> parse_rows(const json& value) {
  const SpecKey& key = spec_key("rows");
  const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  std::vector<int> rows;
  for (const std::uint64_t number :
       parse_whole_range(text, static_cast<std::uint64_t>(key.least), static_cast<std::uint64_t>(key.most))) {
    rows.push_back(static_cast<int>(number));
  }
  return rows;
}

/// `all` is every config that is listed; `best` is chosen by the measuring process.
std::vector<std::string> parse_config(const json& value, const std::vector<Written<std::string>>& workloads) {
  if (value == "all") {
    std::vector<std::string> names;
    for (const Written<std::string>& workload : workloads) {
      for (std::string& name : workload_config_names(workload.value)) names.push_back(std::move(name));
    }
    return names;
  }
  return {name_of(value, {.example = "best", .punctuation = "_.-", .most_characters = 64})};
}

/// A file may hold the number 0 for the text "0".
std::vector<Steal> parse_steals(const json& value) {
  return {parse_steal(value.is_number() ? value.dump() : text_of(value, "25%"))};
}

/// An axis that says only what is so without it is the same as none.
template <typename T>
void drop_default(std::vector<Written<T>>& axis) {
  if (axis.size() == 1 && axis.front().value == T{}) axis.clear();
}

/// Code of the user's own may have no shape.
bool all_bring_their_code(const WrittenGrid& grid) {
  return std::all_of(grid.workloads.begin(), grid.workloads.end(),
                     [](const Written<std::string>& workload) { return !workload_row(workload.value).code.empty(); });
}

template <typename T>
void set_default(std::vector<Written<T>>& axis, T value) {
  if (axis.empty()) axis.push_back({std::move(value), {}});
}

template <typename T>
std::vector<T> plain(const std::vector<Written<T>>& axis) {
  std::vector<T> values;
  for (const Written<T>& written : axis) values.push_back(written.value);
  return values;
}

}  // namespace

WrittenGrid read_axes(const Givens& givens, std::size_t group, std::string_view default_workload) {
  WrittenGrid grid;
  grid.shapes = read_axis<Shape>(givens, group, "shape",
                                 [](const json& value) { return parse_shapes(text_of(value, "4096x4096")); });
  grid.rows = read_axis<int>(givens, group, "rows", parse_rows);
  grid.dtypes = read_words<Dtype>(givens, group, dtype_table, "dtype");
  grid.workloads = read_words<std::string>(givens, group, workload_table, "workload");
  grid.configs = read_axis<std::string>(givens, group, "config",
                                        [&](const json& value) { return parse_config(value, grid.workloads); });
  grid.launches = read_words<Launch>(givens, group, launch_table, "launch");
  grid.timers = read_words<TimerKind>(givens, group, timer_table, "timer");
  grid.protections = read_axis<Protection>(givens, group, "protect", [](const json& value) {
    return std::vector{parse_protection(text_of(value, "input"))};
  });
  grid.steals = read_axis<Steal>(givens, group, "steal", parse_steals);
  drop_default(grid.protections);
  drop_default(grid.steals);
  grid.preps = read_axis<Prep>(givens, group, "prep",
                               [](const json& value) { return std::vector{parse_prep(text_of(value, "zero+read"))}; });
  grid.flush_sizes = read_axis<Size>(givens, group, "flush_size",
                                     [](const json& value) { return parse_size_range(text_of(value, "64MiB")); });
  const Case defaults;
  set_default(grid.rows, defaults.rows);
  set_default(grid.workloads, default_workload.empty() ? defaults.workload : std::string(default_workload));
  if (grid.shapes.empty() && all_bring_their_code(grid)) set_default(grid.shapes, no_shape);
  if (grid.shapes.empty()) {
    givens.reject_group(group,
                        "No shape was given. Add --shape NxK, such as --shape 4096x4096, or \"shape\" to the spec.");
  }
  set_default(grid.timers, defaults.timer);
  set_default(grid.preps, parse_prep(spec_key("prep").fallback));
  return grid;
}

Grid plain(const WrittenGrid& grid) {
  return {.shapes = plain(grid.shapes),
          .rows = plain(grid.rows),
          .dtypes = plain(grid.dtypes),
          .workloads = plain(grid.workloads),
          .configs = plain(grid.configs),
          .launches = plain(grid.launches),
          .timers = plain(grid.timers),
          .protections = plain(grid.protections),
          .steals = plain(grid.steals),
          .preps = plain(grid.preps),
          .flush_sizes = plain(grid.flush_sizes)};
}

}  // namespace l2bench
