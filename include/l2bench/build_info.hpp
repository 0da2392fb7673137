#pragma once

#include <optional>
#include <string>

namespace l2bench {

/// The program that made a record.
struct Tool {
  std::string name = "l2bench";
  std::string version;
  std::string git_revision = "unknown";  ///< `git describe` at build time; ends in "-dirty" with uncommitted changes
  std::string compiler;                  ///< of the host code: "GNU 12.2.0"
  std::optional<std::string> cuda;       ///< toolkit it was built with; empty: built without CUDA
  friend bool operator==(const Tool&, const Tool&) = default;
};

/// This very program.
Tool this_build();

/// The linker's id of this very program, which differs between two builds of one revision; empty without one.
std::string build_id();

}  // namespace l2bench
