#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace l2bench {

/// What a child reads a byte from before it opens its device: descriptor 3. One that does not know it need not read.
inline constexpr int leave_descriptor = 3;

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
  /// Writes the byte it waits for on leave_descriptor.
  void allow() noexcept;

 private:
  static void write_to_pipe(int fd, std::string_view input) noexcept;

  pid_t pid_ = -1;
  int out_ = -1;
  int leave_ = -1;
  std::string buffer_;
};

}  // namespace l2bench
