#include "l2bench/expect_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

namespace l2bench {
namespace {

/// True if `written` is `selector` with sizes where the selector leaves them open.
bool matches_prep(const Prep& selector, const Prep& written) {
  if (selector.rotation != written.rotation || selector.steps.size() != written.steps.size()) return false;
  for (std::size_t i = 0; i < selector.steps.size(); ++i) {
    if (selector.steps[i].kind != written.steps[i].kind) return false;
    if (selector.steps[i].size && selector.steps[i].size != written.steps[i].size) return false;
  }
  return true;
}

bool matches(const Case& c, const std::string& axis, const std::string& word) {
  return axis == "prep" ? matches_prep(parse_prep(word), c.prep) : axis_word(c, axis) == word;
}

bool names(const Selector& selector, std::string_view axis) {
  return selector.axes.find(std::string(axis)) != selector.axes.end();
}

}  // namespace

std::string axis_word(const Case& c, std::string_view axis) {
  if (axis == "workload") return c.workload;
  if (axis == "config") return c.config;
  if (axis == "shape") return to_string(c.shape);
  if (axis == "rows") return fmt::format("{}", c.rows);
  if (axis == "dtype") return std::string(row_of(dtype_table, c.dtype).word);
  if (axis == "prep") return to_string(c.prep);
  if (axis == "timer") return std::string(row_of(timer_table, c.timer).word);
  if (axis == "launch") return std::string(row_of(launch_table, c.launch).word);
  if (axis == "protect") return to_string(c.protect);
  if (axis == "steal") return to_string(c.steal);
  throw std::logic_error(fmt::format("'{}' is no axis of a case.", axis));
}

bool selects(const Selector& selector, const Case& c) {
  return std::all_of(selector.axes.begin(), selector.axes.end(), [&](const auto& entry) {
    const auto& [axis, words] = entry;
    return std::any_of(words.begin(), words.end(),
                       [&, &name = axis](const std::string& word) { return matches(c, name, word); });
  });
}

std::vector<std::size_t> selected(const std::vector<Case>& cases, const Selector& selector) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (selects(selector, cases[i])) found.push_back(i);
  }
  return found;
}

std::vector<std::size_t> partners(const std::vector<Case>& cases, const Case& c, const Selector& of,
                                  const Selector& to) {
  std::vector<std::size_t> found;
  for (const std::size_t i : selected(cases, to)) {
    const bool alike = std::all_of(selector_axes.begin(), selector_axes.end(), [&](std::string_view axis) {
      return names(of, axis) || names(to, axis) || axis_word(c, axis) == axis_word(cases[i], axis);
    });
    if (alike) found.push_back(i);
  }
  return found;
}

std::vector<std::vector<std::size_t>> alike_but(const std::vector<Case>& cases, const std::vector<std::size_t>& chosen,
                                                const std::vector<std::string_view>& apart) {
  std::vector<std::vector<std::size_t>> groups;
  std::map<std::string, std::size_t> known;
  for (const std::size_t i : chosen) {
    std::string name;
    for (const std::string_view axis : selector_axes) {
      if (std::find(apart.begin(), apart.end(), axis) == apart.end()) name += axis_word(cases[i], axis) + '/';
    }
    const auto [found, is_new] = known.emplace(name, groups.size());
    if (is_new) groups.emplace_back();
    groups[found->second].push_back(i);
  }
  return groups;
}

}  // namespace l2bench
