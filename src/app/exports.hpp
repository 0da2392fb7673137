#pragma once

#include <string>
#include <vector>

#include "l2bench/render.hpp"

namespace l2bench {

/// A file the user asked for: `--export-json out.json`. "-" is standard output.
struct Export {
  const RendererRow* format = nullptr;
  std::string path;
};

/// The files of a run. They are checked before the device is touched and rewritten whole after every round.
class ExportFiles {
 public:
  /// Throws UsageError if a file exists and `force` is off, cannot be written, or is named twice.
  ExportFiles(std::vector<Export> exports, bool force);

  /// Rewrites every file; throws MachineError.
  void write(const Record& record) const;
  /// Prints what was asked for on standard output.
  void print(const Record& record) const;
  bool uses_stdout() const;

 private:
  std::vector<Export> exports_;
};

}  // namespace l2bench
