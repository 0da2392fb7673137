#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "l2bench/render.hpp"
#include "l2bench/render_comparison.hpp"

namespace l2bench {

/// A file the user asked for: `--export-json out.json`. "-" is standard output.
template <typename Row>
struct ExportOf {
  const Row* format = nullptr;
  std::string path;
};

/// What is checked of exports, whatever their formats: `--export-<word> path`.
struct ExportPath {
  std::string_view word;
  std::string path;
};
/// Throws UsageError beginning with `flag` if the file exists and `force` is off, or cannot be written.
void check_writable(const std::string& flag, const std::string& path, bool force);

/// Throws UsageError if a file exists and `force` is off, cannot be written, or is named twice.
void check_export_paths(const std::vector<ExportPath>& exports, bool force);

/// The files of a run or a comparison. They are checked before anything is measured, and rewritten whole.
template <typename Row, typename Value>
class ExportFilesOf {
 public:
  /// Throws UsageError; see check_export_paths().
  ExportFilesOf(std::vector<ExportOf<Row>> exports, bool force) : exports_(std::move(exports)) {
    std::vector<ExportPath> paths;
    for (const ExportOf<Row>& file : exports_) paths.push_back({file.format->word, file.path});
    check_export_paths(paths, force);
  }

  /// Rewrites every file; throws MachineError.
  void write(const Value& value) const {
    for (const ExportOf<Row>& file : exports_) {
      if (file.path != "-") write_whole(file.path, file.format->value(value));
    }
  }

  /// Prints what was asked for on standard output.
  void print(const Value& value) const {
    for (const ExportOf<Row>& file : exports_) {
      if (file.path == "-") fmt::print("{}", file.format->value(value));
    }
  }

  bool uses_stdout() const {
    return std::any_of(exports_.begin(), exports_.end(), [](const auto& file) { return file.path == "-"; });
  }

 private:
  std::vector<ExportOf<Row>> exports_;
};

using Export = ExportOf<RendererRow>;
using ExportFiles = ExportFilesOf<RendererRow, Record>;
using ComparisonFiles = ExportFilesOf<ComparisonRendererRow, Comparison>;

}  // namespace l2bench
