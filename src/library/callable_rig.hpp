#pragma once

#include <functional>
#include <memory>

#include "l2bench/device.hpp"
#include "l2bench/error.hpp"

namespace l2bench {

/// Queues one call with an argument set. False: it failed, and said so elsewhere.
using QueueCall = std::function<bool(int set)>;

/// The callback failed: the measurement ends, whatever case it is at.
struct CallFailed : Error {
  CallFailed() : Error(Exit::invalid, "The callable failed: nothing was measured.") {}
};

/// A rig whose one workload is a callback; everything else is `inner`'s, which outlives it.
class CallableRig final : public Rig {
 public:
  CallableRig(Rig& inner, QueueCall call) : inner_(inner), call_(std::move(call)) {}

  Device& device() override { return inner_.device(); }
  Timer& timer(TimerKind kind) override { return inner_.timer(kind); }
  Counters& counters() override { return inner_.counters(); }
  void prepare_buffers(std::uint64_t largest_write_bytes, std::uint64_t largest_read_bytes) override {
    inner_.prepare_buffers(largest_write_bytes, largest_read_bytes);
  }
  /// Calls every set once, then once behind a gate: throws UsageError if the callable waits for the device.
  std::unique_ptr<Workload> make_workload(const WorkloadRequest& request) override;
  std::uint64_t workload_bytes(const WorkloadRequest& /*request*/) const override { return 0; }
  void end_measurement() override { inner_.end_measurement(); }

 private:
  void refuse_waiting(Workload& workload);

  Rig& inner_;
  QueueCall call_;
};

}  // namespace l2bench
