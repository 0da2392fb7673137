#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "l2bench/record.hpp"

// Which cases may be put side by side.

namespace l2bench {

/// What is timed, under which conditions: "cublas/4096x4096/m1/bf16", "consume/24MiB/m1/int8/protect:input".
std::string call_of(const CaseResult& c);

/// With its timer; cases that share it differ in prep and launch.
std::string call_and_timer(const CaseResult& c);

/// With timer and launch; cases that share it differ in prep alone.
std::string call_timer_and_launch(const CaseResult& c);

/// Cases that share a name, as indices in the record's order.
struct Group {
  std::string name;
  std::vector<std::size_t> members;
};
/// In the order of their first members.
std::vector<Group> groups_by(const std::vector<CaseResult>& cases, std::string (*name_of)(const CaseResult&));

/// What the others of a group are compared with: the first cold and clean case that nothing refutes, a plain read
/// before other preps, those before a rotation. Null if there is none.
const CaseResult* cleanest(const std::vector<CaseResult>& cases, const std::vector<std::size_t>& group);

bool has_flag(const CaseResult& c, std::string_view id);

}  // namespace l2bench
