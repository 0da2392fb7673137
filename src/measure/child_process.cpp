#include "measure/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "l2bench/error.hpp"

namespace l2bench {
namespace {

MachineError failed(const char* what) {
  return MachineError(fmt::format("Starting the measuring process: {} failed: {}.", what, std::strerror(errno)));
}

struct Pipe {
  int read_end = -1;
  int write_end = -1;
};

Pipe make_pipe() {
  int fds[2];
  if (pipe2(fds, O_CLOEXEC) != 0) throw failed("pipe");
  return {fds[0], fds[1]};
}

/// Between fork and exec only async-signal-safe calls are allowed.
[[noreturn]] void become(char* const* arguments, const Pipe& in, const Pipe& out, const Pipe& leave, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  dup2(in.read_end, STDIN_FILENO);
  dup2(out.write_end, STDOUT_FILENO);
  if (leave.read_end == leave_descriptor) {
    fcntl(leave_descriptor, F_SETFD, 0);
  } else {
    dup2(leave.read_end, leave_descriptor);
  }
  execv(arguments[0], arguments);
  _exit(127);
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command, const std::string& input) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);

  const Pipe in = make_pipe();
  const Pipe out = make_pipe();
  const Pipe leave = make_pipe();
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ < 0) throw failed("fork");
  if (pid_ == 0) become(arguments.data(), in, out, leave, parent);
  close(in.read_end);
  close(out.write_end);
  close(leave.read_end);
  out_ = out.read_end;
  leave_ = leave.write_end;
  write_to_pipe(in.write_end, input);
  close(in.write_end);
}

/// A child that is gone already shows itself at the first read, not here.
void ChildProcess::write_to_pipe(int fd, std::string_view input) noexcept {
  struct sigaction ignore = {};
  struct sigaction before = {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, &before);
  std::size_t sent = 0;
  while (sent < input.size()) {
    const ssize_t n = write(fd, input.data() + sent, input.size() - sent);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    sent += static_cast<std::size_t>(n);
  }
  sigaction(SIGPIPE, &before, nullptr);
}

ChildProcess::~ChildProcess() {
  if (pid_ > 0) {
    kill();
    wait();
  }
  if (out_ >= 0) close(out_);
  if (leave_ >= 0) close(leave_);
}

/// A child that is gone needs no leave: with SIGPIPE ignored the write just fails.
void ChildProcess::allow() noexcept {
  write_to_pipe(leave_, "1");
}

ChildProcess::Read ChildProcess::read_line(std::string& line, std::chrono::milliseconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  for (;;) {
    const std::size_t end = buffer_.find('\n');
    if (end != std::string::npos) {
      line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return Read::line;
    }
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    pollfd ready{out_, POLLIN, 0};
    const int n = poll(&ready, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    if (n == 0 || (n < 0 && errno == EINTR)) return Read::nothing_yet;
    char bytes[65536];
    const ssize_t got = read(out_, bytes, sizeof bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return Read::end;
    buffer_.append(bytes, static_cast<std::size_t>(got));
  }
}

std::string ChildProcess::wait() {
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  if (WIFSIGNALED(status)) {
    return fmt::format("signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  }
  const int code = WEXITSTATUS(status);
  return code == 0 ? "" : fmt::format("exit code {}", code);
}

void ChildProcess::kill() noexcept {
  if (pid_ > 0) ::kill(-pid_, SIGKILL);
  if (pid_ > 0) ::kill(pid_, SIGKILL);  // it may not have its own group yet
}

}  // namespace l2bench
