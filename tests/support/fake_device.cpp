// The doors of l2bench with the fake behind them: linked before the library that opens real devices, it makes the whole
// program one whose device can be told to fail. --device is "fake", or "fake:EVENT.N": EVENT at the N-th call that can
// fail. With the variable L2BENCH_FAKE_ONCE, a path, it happens to one process only: the one that could create it.
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>

#include "l2bench/device.hpp"
#include "l2bench/error.hpp"
#include "support/fake_rig.hpp"

namespace l2bench {
namespace {

/// The parent is the run; its child, this process, then waits for what becomes of it.
template <int signal>
void signal_the_run() {
  ::kill(getppid(), signal);
  for (;;) pause();
}

struct Event {
  void (*value)();
  std::string_view word;
  std::string_view help;
};
constexpr std::array<Event, 8> event_table{{
    {[] { throw DeviceError("The fake failed.", false); }, "fail", "an error of one call"},
    {[] { throw DeviceError("The fake failed for good.", true); }, "sticky", "an error that poisons the context"},
    {[] { std::raise(SIGSEGV); }, "crash", "the measuring process crashes"},
    {[] {
       for (;;) pause();
     },
     "hang", "the call never returns"},
    {signal_the_run<SIGINT>, "int", "Ctrl-C"},
    {signal_the_run<SIGTERM>, "term", "kill"},
    {signal_the_run<SIGHUP>, "hup", "the terminal is closed"},
    {signal_the_run<SIGKILL>, "kill", "kill -9"},
}};

bool first_time() {
  const char* path = std::getenv("L2BENCH_FAKE_ONCE");
  if (path == nullptr) return true;
  const int file = ::open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file >= 0) ::close(file);
  return file >= 0;
}

}  // namespace

std::unique_ptr<Rig> open_rig(const std::string& device) {
  const std::size_t colon = device.find(':');
  const std::size_t at = device.find('.');
  if (device.substr(0, colon) != "fake" && device.substr(0, colon) != "fake-card")
    throw MachineError("Only the fake device is here.");
  fake::Script script = fake::h200();
  script.reading = {.dram_read_bytes = 33562624.0, .dram_write_bytes = 8192.0};  // what the fake's call must move
  if (at != std::string::npos) {
    const auto* event = find_word(event_table, device.substr(colon + 1, at - colon - 1));
    if (event == nullptr) throw MachineError("The fake device knows no such event.");
    script.on_word = [event, when = std::stoul(device.substr(at + 1))](std::size_t n) {
      if (n == when && first_time()) event->value();
    };
  }
  return std::make_unique<fake::FakeRig>(script);
}

/// Only "fake-card" is a card that runs must not share: tests run side by side.
std::string uuid_of_device(const std::string& device) {
  return device.starts_with("fake-card") ? "GPU-fake-card" : "";
}

std::vector<DeviceSummary> list_devices(std::string& why_none) {
  why_none = "Only the fake device is here.";
  return {};
}

std::vector<ConfigSummary> list_configs(std::string_view) {
  return {};
}

}  // namespace l2bench
