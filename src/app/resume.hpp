#pragma once

#include <optional>
#include <vector>

#include "app/exports.hpp"
#include "app/run_options.hpp"
#include "l2bench/journal.hpp"

namespace l2bench {

/// A run that begins, or goes on where another was cut short.
struct StartedRun {
  Record record;
  std::vector<Reported> before;  ///< what the earlier run reported
  ExportFiles files;
  std::optional<Journal>
      journal;  ///< beside the JSON record; empty: no record goes to a file, or nothing is left to do
};

/// Checks the files of the run and begins its journal. Throws UsageError, MachineError.
StartedRun begin_run(const RunOptions& options, const Spec& spec, const Arguments& argv);

/// The run that --resume names. Throws UsageError naming what the spec or the program has become since.
StartedRun resume_run(const RunOptions& options, const Arguments& argv);

/// "out.json.journal" of "out.json", and of itself.
std::string journal_path_of(const std::string& record_or_journal);

/// Reads a journal. Throws UsageError naming the file, and the line that is broken.
JournalContent read_journal(const std::string& path);

}  // namespace l2bench
