#pragma once

#include "app/commands.hpp"
#include "app/run_options.hpp"

namespace l2bench {

/// `run --against BASE`: measures the program BASE and this one in turn on one device, and compares. The exports of
/// `options` are of this program's record. Returns the exit code.
int run_against(const RunOptions& options, const Spec& spec, const Arguments& argv);

}  // namespace l2bench
