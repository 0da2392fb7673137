#include "app/exports.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>

#include "l2bench/error.hpp"

namespace l2bench {
namespace {

std::string flag_of(const Export& file) {
  return fmt::format("--export-{} {}", file.format->word, file.path);
}

void check_writable(const Export& file, bool force) {
  const std::filesystem::path path(file.path);
  if (std::filesystem::is_directory(path)) throw UsageError(flag_of(file) + ": this is a folder; name a file.");
  if (std::filesystem::exists(path) && !force) {
    throw UsageError(flag_of(file) + ": the file exists. Add --force to replace it, or name another.");
  }
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  if (!std::filesystem::is_directory(folder)) {
    throw UsageError(fmt::format("{}: there is no folder '{}'.", flag_of(file), folder.string()));
  }
  if (access(folder.c_str(), W_OK) != 0) {
    throw UsageError(
        fmt::format("{}: cannot write in '{}': {}.", flag_of(file), folder.string(), std::strerror(errno)));
  }
}

}  // namespace

ExportFiles::ExportFiles(std::vector<Export> exports, bool force) : exports_(std::move(exports)) {
  std::set<std::string> seen;
  for (const Export& file : exports_) {
    if (!seen.insert(file.path).second) throw UsageError(flag_of(file) + ": two exports cannot go to one place.");
    if (file.path != "-") check_writable(file, force);
  }
}

void ExportFiles::write(const Record& record) const {
  for (const Export& file : exports_) {
    if (file.path != "-") write_whole(file.path, file.format->value(record));
  }
}

void ExportFiles::print(const Record& record) const {
  for (const Export& file : exports_) {
    if (file.path == "-") fmt::print("{}", file.format->value(record));
  }
}

bool ExportFiles::uses_stdout() const {
  for (const Export& file : exports_) {
    if (file.path == "-") return true;
  }
  return false;
}

}  // namespace l2bench
