#include <nlohmann/json.hpp>

#include "spec/expect.hpp"

namespace l2bench {
namespace {

using nlohmann::json;

json selector_json(const Selector& selector) {
  json j = json::object();
  for (const auto& [axis, words] : selector.axes) j[axis] = words.size() == 1 ? json(words.front()) : json(words);
  return j;
}

json expectation_json(const Expectation& e) {
  json j = {{"name", e.name},
            {"claim", row_of(expect_kind_table, e.kind).word},
            {"value", row_of(quantity_table, e.value).word},
            {"of", selector_json(e.of)}};
  if (e.to) j["to"] = selector_json(*e.to);
  if (e.least) j["least"] = *e.least;
  if (e.most) j["most"] = *e.most;
  if (!e.by.empty()) j["by"] = e.by;
  if (!e.words.empty()) j["words"] = e.words;
  if (e.over) j["over"] = row_of(sweep_axis_table, *e.over).word;
  if (e.kind == ExpectKind::monotone) {
    j["direction"] = row_of(direction_table, e.direction).word;
    j["slack"] = e.slack;
  }
  if (!e.timers.empty()) j["timers"] = e.timers;
  return j;
}

}  // namespace

json to_json(const std::vector<Expectation>& expectations) {
  json all = json::array();
  for (const Expectation& e : expectations) all.push_back(expectation_json(e));
  return all;
}

}  // namespace l2bench
