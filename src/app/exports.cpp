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

std::string flag_of(const ExportPath& file) {
  return fmt::format("--export-{} {}", file.word, file.path);
}

}  // namespace

void check_writable(const std::string& flag, const std::string& name, bool force) {
  if (name.empty()) throw UsageError(flag + "'': the name is empty. Name a file.");
  const std::filesystem::path path(name);
  if (std::filesystem::is_directory(path)) throw UsageError(flag + ": this is a folder; name a file.");
  if (std::filesystem::exists(path) && !force) {
    throw UsageError(flag + ": the file exists. Add --force to replace it, or name another.");
  }
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  if (!std::filesystem::is_directory(folder)) {
    throw UsageError(fmt::format("{}: there is no folder '{}'.", flag, folder.string()));
  }
  if (access(folder.c_str(), W_OK) != 0) {
    throw UsageError(fmt::format("{}: cannot write in '{}': {}.", flag, folder.string(), std::strerror(errno)));
  }
}

void check_export_paths(const std::vector<ExportPath>& exports, bool force) {
  std::set<std::string> seen;
  for (const ExportPath& file : exports) {
    if (!seen.insert(file.path).second) throw UsageError(flag_of(file) + ": two exports cannot go to one place.");
    if (file.path != "-") check_writable(flag_of(file), file.path, force);
  }
}

}  // namespace l2bench
