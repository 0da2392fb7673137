#pragma once

#include "app/commands.hpp"
#include "app/exports.hpp"
#include "app/gpu_lock.hpp"
#include "app/interrupt.hpp"
#include "l2bench/journal.hpp"
#include "l2bench/processes.hpp"
#include "l2bench/record.hpp"

namespace l2bench {

/// Judges, analyzes and writes what has been measured so far.
void finish(Record& record, const ExportFiles& files);

struct MeasureOptions {
  bool quiet = false;
  GpuLock::Wish lock = GpuLock::Wish::refuse;
  Journal* journal = nullptr;    ///< takes what was measured, round by round; null: `files` are rewritten each round
  std::vector<Reported> before;  ///< already in the record: the run goes on behind it
};

/// Measures record.spec into `record` in child processes of this very program. What was measured is on disk after each
/// round, and also when this throws.
RunEnd measure_into(Record& record, const ExportFiles& files, const Interrupt& interrupt,
                    const MeasureOptions& options);

/// A record of `spec`, for commands that need a measurement of their own. Throws MachineError if it was interrupted.
Record measured(const Spec& spec, const Arguments& arguments);

}  // namespace l2bench
