#pragma once

#include <nlohmann/json_fwd.hpp>

#include "l2bench/own_code.hpp"
#include "l2bench/spec.hpp"
#include "spec/given.hpp"

namespace l2bench {

/// The keys kernel, plugin and callable, and their flags. Files named in a spec file lie relative to it, files named by
/// flags relative to where the program was started. Throws UsageError also for code that only the file names, where
/// `source` refuses it.
OwnCode read_code(const Givens& givens, const SpecSource& source);

/// Every workload that runs the user's code has it, and every amount can be computed for every case.
void check_code(const OwnCode& code, const std::vector<Case>& cases);

/// The workload that a spec with such code means where it names none; empty if it means no special one.
std::string_view workload_of(const OwnCode& code);

/// Adds the keys that read_code reads back.
void write_code(nlohmann::json& spec, const OwnCode& code);

}  // namespace l2bench
