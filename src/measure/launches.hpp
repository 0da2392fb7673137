#pragma once

#include "l2bench/device.hpp"

// What stands around every timed call, whoever queues it.

namespace l2bench {

/// Opens the gate on every way out of a sample: a stream left held would hang the process.
class HeldGate {
 public:
  explicit HeldGate(Device& device) : device_(device) { device_.arm_gate(); }
  ~HeldGate() { device_.release_gate(); }
  HeldGate(const HeldGate&) = delete;
  HeldGate& operator=(const HeldGate&) = delete;
  void hold() { device_.queue_gate(); }

 private:
  Device& device_;
};

/// Queues the empty launches that make every call start in the same launch slot (docs/launch-slots.md).
inline void queue_spacers(Device& device) {
  constexpr int spacers = 3;
  for (int i = 0; i < spacers; ++i) device.queue_step({StepKind::nop, 0});
}

}  // namespace l2bench
