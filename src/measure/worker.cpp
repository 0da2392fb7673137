#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iostream>
#include <iterator>
#include <string>

#include "l2bench/error.hpp"
#include "l2bench/processes.hpp"
#include "measure/child_process.hpp"
#include "measure/measurement.hpp"
#include "measure/protocol.hpp"

namespace l2bench {
namespace {

/// Takes standard output for messages and leaves standard error in its place, so that a library that prints cannot
/// break the protocol.
int take_stdout() {
  const int messages = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  return messages;
}

/// Blocks while the pipe is full. If the parent is gone there is nobody left to tell.
void send(int fd, const std::string& line) {
  std::size_t sent = 0;
  while (sent < line.size()) {
    const ssize_t n = write(fd, line.data() + sent, line.size() - sent);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) _exit(static_cast<int>(Exit::cannot_run));
    sent += static_cast<std::size_t>(n);
  }
}

/// Tells the run which GPU this is, and waits until it may be opened: the run may have to wait for another one.
void ask_for_leave(int messages, const std::string& uuid) {
  send(messages, found_line({uuid}));
  char byte = 0;
  ssize_t got = 0;
  while ((got = read(leave_descriptor, &byte, 1)) < 0 && errno == EINTR) {
  }
  if (got != 1) _exit(static_cast<int>(Exit::cannot_run));  // refused, or the run is gone
}

/// All processes of a run must load what the record says it measured.
void require_same_code(const MeasureRequest& request) {
  for (const CodeFile& now : code_files(request.spec.code)) {
    if (std::find(request.code.begin(), request.code.end(), now) != request.code.end()) continue;
    throw UsageError("'" + now.path +
                     "' has changed since the run began: its processes would measure different code. "
                     "Start the run again.");
  }
}

}  // namespace

int serve_worker(const OpenRig& open, const FindDevice& find) {
  const int messages = take_stdout();
  try {
    const std::string input(std::istreambuf_iterator<char>(std::cin), {});
    const MeasureRequest request = parse_request(input);
    if (request.asks_for_leave) ask_for_leave(messages, find(request.spec.device));
    require_same_code(request);
    const double start = seconds_now();
    const std::unique_ptr<Rig> rig = open(request.spec.device);
    const double open_s = seconds_now() - start;
    measure(request, *rig, [&](Message message) {
      if (auto* closed = std::get_if<DeviceClosed>(&message)) closed->phase_seconds["open"] = open_s;
      send(messages, message_line(message));
    });
    return 0;
  } catch (const DeviceError& error) {
    if (!error.sticky) send(messages, stopped_line({Exit::cannot_run, error.what()}));
    return static_cast<int>(error.exit);  // a sticky error has been reported with its case
  } catch (const Error& error) {
    send(messages, stopped_line({error.exit, error.what()}));
    return static_cast<int>(error.exit);
  } catch (const std::exception& error) {
    send(messages, stopped_line({Exit::cannot_run, std::string("The measuring process failed: ") + error.what()}));
    return static_cast<int>(Exit::cannot_run);
  }
}

}  // namespace l2bench
