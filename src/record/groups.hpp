#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "l2bench/record.hpp"

// Which cases may be put side by side.

namespace l2bench {

/// The launch that a case is timed in: a rotation is a graph whatever was asked for.
Launch launch_of(const CaseResult& c);

/// What is timed and by which timer: "cublas/4096x4096/m1/bf16/event". Cases that share it differ in prep and launch.
std::string call_and_timer(const CaseResult& c);

/// The same with the launch: cases that share it differ in prep alone.
std::string call_timer_and_launch(const CaseResult& c);

/// Indices of cases by `name`, each group in the record's order.
using Groups = std::map<std::string, std::vector<std::size_t>>;
Groups groups_by(const std::vector<CaseResult>& cases, std::string (*name)(const CaseResult&));

bool has_flag(const CaseResult& c, std::string_view id);

}  // namespace l2bench
