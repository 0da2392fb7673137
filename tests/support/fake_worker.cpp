// A measuring process on the fake device. What goes wrong in it is named by the device:
//   fake, fake:refuse; fake:crash, fake:exit, fake:hang, fake:sticky at the first timed call of the shape 666x666
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <memory>

#include "l2bench/error.hpp"
#include "l2bench/processes.hpp"
#include "support/fake_rig.hpp"

namespace {

using l2bench::fake::FakeRig;

/// Behind a gate: the worst moment.
void happen(const std::string& kind) {
  if (kind == "crash") {
    std::signal(SIGSEGV, SIG_DFL);  // a sanitizer would make an exit of it
    std::raise(SIGSEGV);
  }
  if (kind == "exit") _exit(9);
  if (kind == "hang") pause();
  if (kind == "sticky") throw l2bench::DeviceError("an illegal memory access was encountered", true);
}

std::unique_ptr<l2bench::Rig> open_fake(const std::string& device) {
  const std::string kind = device.size() > 5 ? device.substr(5) : "";
  if (kind == "refuse") throw l2bench::MachineError("There is no device here.");
  l2bench::fake::Script script = l2bench::fake::h200();
  script.on_call = [kind](const l2bench::WorkloadRequest& request, bool behind_gate) {
    if (behind_gate && request.shape == l2bench::Shape{666, 666}) happen(kind);
  };
  return std::make_unique<FakeRig>(script);
}

}  // namespace

int main() {
  return l2bench::serve_worker(open_fake, [](const std::string&) { return std::string(); });
}
