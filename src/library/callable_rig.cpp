#include "library/callable_rig.hpp"

#include <fmt/format.h>

#include "measure/launches.hpp"

namespace l2bench {
namespace {

class CallableWorkload final : public Workload {
 public:
  CallableWorkload(const Callable& callable, const QueueCall& call) : sets_(callable.sets), call_(call) {
    info_.api = callable.name;
    info_.compute_type = "not known";
    info_.weight_bytes = callable.weight_bytes;
    info_.read_bytes = callable.read_bytes;
    info_.write_bytes = callable.write_bytes;
  }

  const WorkloadInfo& info() const override { return info_; }
  void set_kernels(std::vector<KernelInfo> kernels) { info_.kernels = std::move(kernels); }
  int copies() const override { return sets_; }
  void queue_call(int copy) override {
    if (!call_(copy)) throw CallFailed();
  }
  void queue_touch() override {
    throw DeviceError("The step touch reads a workload's data, which l2bench does not know of a callable.", false);
  }
  void queue_produce() override {
    throw DeviceError("The step produce stores a workload's input, which l2bench does not know of a callable.", false);
  }
  MemoryRange input() const override { throw DeviceError("l2bench does not know the input of a callable.", false); }
  /// Whoever hands over a callable knows what it computes.
  std::optional<Verification> verify(std::uint64_t /*seed*/) override { return std::nullopt; }

 private:
  WorkloadInfo info_;
  int sets_;
  const QueueCall& call_;
};

}  // namespace

std::unique_ptr<Workload> CallableRig::make_workload(const WorkloadRequest& request) {
  if (!request.code.callable) {
    throw UsageError(fmt::format("libl2bench times the workload 'callable'; the spec names '{}'.", request.workload));
  }
  auto workload = std::make_unique<CallableWorkload>(*request.code.callable, call_);
  for (int set = 0; set < workload->copies(); ++set) workload->queue_call(set);
  device().wait();
  refuse_waiting(*workload);
  if (request.code.callable->list_kernels) {
    workload->set_kernels(inner_.kernels_of([&] { workload->queue_call(0); }));
  }
  return workload;
}

/// A callable that waits does so until the gate's own timeout: then the gate is open before anyone released it.
void CallableRig::refuse_waiting(Workload& workload) {
  bool waited = false;
  {
    HeldGate gate(device());
    gate.hold();
    workload.queue_call(0);
    waited = device().gate_timed_out();
  }
  device().wait();
  if (!waited) return;
  throw UsageError(
      "The callable does not come back while the stream is held: it waits for the device (torch.cuda.synchronize, "
      ".item(), .cpu(), a blocking copy), takes more than the gate's 2 s on the host, or launches more than the driver "
      "queues (about a thousand kernels). Such a call cannot be queued behind a gate, and its time would be the "
      "host's. "
      "Leave the wait out of it, or time a part of it.");
}

}  // namespace l2bench
