#pragma once

#include <memory>
#include <optional>
#include <string>

#include "l2bench/device.hpp"
#include "l2bench/record.hpp"
#include "library/callable_rig.hpp"

namespace l2bench {

/// A device that measurements and single preps share.
class Session {
 public:
  explicit Session(std::unique_ptr<Rig> rig) : rig_(std::move(rig)) {}

  Device& device() { return rig_->device(); }
  const DeviceInfo& info() const { return rig_->device().info(); }
  /// Queues the steps of `prep`, with buffers as large as they need. Throws UsageError for steps that need a workload.
  void prepare(const std::string& prep);
  /// Waits, then queues the steps of `prep`, a pause in which the host queues what comes next, and the empty launches
  /// that make every call start in the same launch slot (docs/launch-slots.md).
  void prepare_alone(const std::string& prep);
  /// Measures in this process. A case that fails is in the record; what ends the run is thrown.
  Record measure(const std::string& spec_json, const QueueCall& call);

 private:
  const PlacedPrep& placed(const std::string& prep);

  std::unique_ptr<Rig> rig_;
  std::optional<std::string> last_prep_;
  PlacedPrep last_placed_;
};

/// "model:NAME", or null for the current CUDA device with `stream`. Throws MachineError or UsageError.
std::unique_ptr<Rig> open_session_rig(const char* device, void* stream);

}  // namespace l2bench
