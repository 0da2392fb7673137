#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace l2bench {

/// A child with a pipe to its standard input and one from its standard output; standard error is shared. It is in a
/// process group of its own, so that Ctrl-C reaches only us, and it dies with us. The destructor kills and reaps it.
class ChildProcess {
 public:
  /// Starts `command`, gives it `input` and closes its standard input. Throws MachineError.
  ChildProcess(const std::vector<std::string>& command, const std::string& input);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  enum class Read { line, nothing_yet, end };
  /// Waits at most `patience` for the next whole line of output.
  Read read_line(std::string& line, std::chrono::milliseconds patience);

  /// Waits for the end; "exit code 4", "signal 11 (Segmentation fault)". 0 as exit code gives "".
  std::string wait();
  void kill() noexcept;

 private:
  void feed(int fd, const std::string& input);

  pid_t pid_ = -1;
  int out_ = -1;
  std::string buffer_;
};

}  // namespace l2bench
