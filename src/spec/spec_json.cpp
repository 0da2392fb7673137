#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "l2bench/spec_io.hpp"
#include "spec/code.hpp"
#include "spec/expect.hpp"
#include "spec/sampling.hpp"

namespace l2bench {
namespace {

using nlohmann::json;

/// One value as itself, several as a list.
json scalar_or_list(const std::vector<json>& values) {
  return values.size() == 1 ? values.front() : json(values);
}

template <typename T, typename Write>
void write_axis(json& group, std::string_view key, const std::vector<T>& axis, Write write) {
  if (axis.empty()) return;
  std::vector<json> values;
  for (const T& value : axis) values.push_back(write(value));
  group[std::string(key)] = scalar_or_list(values);
}

/// The word that all of `cases` share, or "auto": an axis that was left to its default, filled in.
template <typename Word>
json shared_word(const std::vector<Case>& cases, Word word) {
  const bool shared =
      std::all_of(cases.begin(), cases.end(), [&](const Case& c) { return word(c) == word(cases.front()); });
  return std::string(shared ? word(cases.front()) : "auto");
}

json group_json(const Grid& grid) {
  const auto dtype = [](Dtype value) { return std::string(row_of(dtype_table, value).word); };
  const auto launch = [](Launch value) { return std::string(row_of(launch_table, value).word); };
  const auto timer = [](TimerKind value) { return std::string(row_of(timer_table, value).word); };
  const auto itself = [](const auto& value) { return json(value); };
  json group = json::object();
  if (grid.shapes != std::vector{no_shape})
    write_axis(group, "shape", grid.shapes, [](const Shape& value) { return to_string(value); });
  write_axis(group, "rows", grid.rows, itself);
  write_axis(group, "dtype", grid.dtypes, dtype);
  write_axis(group, "workload", grid.workloads, itself);
  write_axis(group, "config", grid.configs, itself);
  write_axis(group, "launch", grid.launches, launch);
  write_axis(group, "timer", grid.timers, timer);
  write_axis(group, "protect", grid.protections, [](const Protection& value) { return to_string(value); });
  write_axis(group, "steal", grid.steals, [](const Steal& value) { return to_string(value); });
  write_axis(group, "prep", grid.preps, [](const Prep& value) { return to_string(value); });
  write_axis(group, "flush_size", grid.flush_sizes, [](const Size& value) { return to_string(value); });
  const std::vector<Case> cases = expand({grid});
  if (grid.dtypes.empty()) group["dtype"] = shared_word(cases, [&](const Case& c) { return dtype(c.dtype); });
  if (grid.launches.empty()) group["launch"] = shared_word(cases, [&](const Case& c) { return launch(c.launch); });
  return group;
}

Grid grid_of(const Case& c) {
  return {.shapes = {c.shape},
          .rows = {c.rows},
          .dtypes = {c.dtype},
          .workloads = {c.workload},
          .configs = c.config.empty() ? std::vector<std::string>{} : std::vector{c.config},
          .launches = {c.launch},
          .timers = {c.timer},
          .protections = c.protect.on() ? std::vector{c.protect} : std::vector<Protection>{},
          .steals = c.steal.on() ? std::vector{c.steal} : std::vector<Steal>{},
          .preps = {c.prep},
          .flush_sizes = {}};
}

/// The grids as written; or, for a list of cases that was made or changed otherwise, a grid a case.
std::vector<Grid> grids_of(const Spec& spec) {
  if (expand(spec.grids) == spec.cases) return spec.grids;
  std::vector<Grid> grids;
  for (const Case& c : spec.cases) grids.push_back(grid_of(c));
  return grids;
}

/// Axes that all groups share stand beside them, once.
void write_groups(json& spec, const std::vector<Grid>& grids) {
  json groups = json::array();
  for (const Grid& grid : grids) groups.push_back(group_json(grid));
  if (groups.empty()) return;
  const json first = groups.front();
  for (const auto& [key, value] : first.items()) {
    const auto same = [&, &name = key, &shared = value](const json& group) {
      return group.contains(name) && group[name] == shared;
    };
    if (!std::all_of(groups.begin(), groups.end(), same)) continue;
    spec[key] = value;
    for (json& group : groups) group.erase(key);
  }
  if (groups.size() > 1) spec["groups"] = groups;
}

void write_sampling(json& spec, const Sampling& sampling) {
  spec["samples"] = sampling.samples;
  spec["rounds"] = sampling.rounds;
  spec["processes"] = sampling.processes;
  spec["placement"] = row_of(placement_table, sampling.placement).word;
  spec["max_samples"] = sampling.max_samples;
  spec["stop"] = to_string(sampling.stop);
  spec["warmup_s"] = sampling.warmup_s;
  spec["timeout_s"] = sampling.timeout_s;
  spec["seed"] = sampling.seed;
  spec["init"] = row_of(init_table, sampling.init).word;
  spec["counters"] = row_of(counter_table, sampling.counters).word;
  if (sampling.mem_limit) spec["mem_limit"] = to_string(*sampling.mem_limit);
}

}  // namespace

json to_json(const Spec& spec) {
  json j = {{"schema_version", spec_schema_version}, {"device", spec.device}};
  if (!spec.model_file.empty()) j["model_file"] = spec.model_file;
  if (!spec.name.empty()) j["name"] = spec.name;
  if (!spec.description.empty()) j["description"] = spec.description;
  if (!spec.tags.empty()) j["tags"] = spec.tags;
  write_code(j, spec.code);
  write_groups(j, grids_of(spec));
  write_sampling(j, spec.sampling);
  if (!spec.expect.empty()) j["expect"] = to_json(spec.expect);
  return j;
}

}  // namespace l2bench
