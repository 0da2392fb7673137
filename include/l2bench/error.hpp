#pragma once

#include <stdexcept>
#include <string>

namespace l2bench {

/// Exit codes of the program; README and `--help` list the same numbers.
enum class Exit : int {
  ok = 0,
  regression = 1,  ///< a regression or a failed expectation
  usage = 2,       ///< a flag or a spec is wrong; nothing was run
  cannot_run = 3,  ///< this machine cannot run it (no device, no memory, no permission)
  invalid = 4,     ///< it ran, but at least one result is not valid
  interrupted = 130,
  terminated = 143,
  hung_up = 129,
};

/// Base of everything the program reports and stops for. `what()` is a whole sentence for the user:
/// what was attempted, what went wrong, what to do next.
struct Error : std::runtime_error {
  Error(Exit code, const std::string& message) : std::runtime_error(message), exit(code) {}
  Exit exit;
};

/// A flag, a spec or a file given by the user is wrong.
struct UsageError : Error {
  explicit UsageError(const std::string& message) : Error(Exit::usage, message) {}
};

/// The request is fine, but this machine cannot carry it out.
struct MachineError : Error {
  explicit MachineError(const std::string& message) : Error(Exit::cannot_run, message) {}
};

/// A call to the device failed. `sticky` errors poison the context: nothing more can run in this process.
struct DeviceError : Error {
  DeviceError(const std::string& message, bool is_sticky, bool is_out_of_memory = false)
      : Error(Exit::invalid, message), sticky(is_sticky), out_of_memory(is_out_of_memory) {}
  bool sticky;
  bool out_of_memory;
};

}  // namespace l2bench
