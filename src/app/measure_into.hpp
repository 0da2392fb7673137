#pragma once

#include "app/commands.hpp"
#include "app/exports.hpp"
#include "app/interrupt.hpp"
#include "l2bench/processes.hpp"
#include "l2bench/record.hpp"

namespace l2bench {

/// Judges, analyzes and writes what has been measured so far.
void finish(Record& record, const ExportFiles& files);

/// Measures record.spec into `record` in child processes of this very program. What was measured is on disk after each
/// round, and also when this throws.
RunEnd measure_into(Record& record, const ExportFiles& files, const Interrupt& interrupt, bool quiet);

/// A record of `spec`, for commands that need a measurement of their own. Throws MachineError if it was interrupted.
Record measured(const Spec& spec, const Arguments& arguments);

}  // namespace l2bench
