// The measuring process of a run on the real device, in which two shapes go wrong for real: 1111x1024 hangs the GPU,
// 1333x1024 faults, each at a call in the middle of its samples.
#include <memory>
#include <utility>

#include "faults.hpp"
#include "l2bench/processes.hpp"

namespace l2bench {
namespace {

constexpr Shape hanging{1111, 1024};
constexpr Shape faulting{1333, 1024};
constexpr int good_calls = 40;

class FaultyWorkload final : public Workload {
 public:
  FaultyWorkload(std::unique_ptr<Workload> workload, void (*go_wrong)())
      : workload_(std::move(workload)), go_wrong_(go_wrong) {}

  const WorkloadInfo& info() const override { return workload_->info(); }
  int copies() const override { return workload_->copies(); }
  void queue_call(int copy) override {
    if (++calls_ == good_calls) go_wrong_();
    workload_->queue_call(copy);
  }
  void queue_touch() override { workload_->queue_touch(); }
  void queue_produce() override { workload_->queue_produce(); }
  MemoryRange input() const override { return workload_->input(); }
  std::optional<Verification> verify(std::uint64_t seed) override { return workload_->verify(seed); }

 private:
  std::unique_ptr<Workload> workload_;
  void (*go_wrong_)();
  int calls_ = 0;
};

class FaultyRig final : public Rig {
 public:
  explicit FaultyRig(std::unique_ptr<Rig> rig) : rig_(std::move(rig)) {}

  Device& device() override { return rig_->device(); }
  Timer& timer(TimerKind kind) override { return rig_->timer(kind); }
  Counters& counters() override { return rig_->counters(); }
  void prepare_buffers(std::uint64_t largest_write_bytes, std::uint64_t largest_read_bytes) override {
    rig_->prepare_buffers(largest_write_bytes, largest_read_bytes);
  }
  std::unique_ptr<Workload> make_workload(const WorkloadRequest& request) override {
    std::unique_ptr<Workload> workload = rig_->make_workload(request);
    if (request.shape == hanging) return std::make_unique<FaultyWorkload>(std::move(workload), hang);
    if (request.shape == faulting) return std::make_unique<FaultyWorkload>(std::move(workload), fault);
    return workload;
  }
  std::vector<std::string> configs(std::string_view workload) const override { return rig_->configs(workload); }
  std::uint64_t workload_bytes(const WorkloadRequest& request) const override { return rig_->workload_bytes(request); }

 private:
  std::unique_ptr<Rig> rig_;
};

std::unique_ptr<Rig> open_faulty(const std::string& device) {
  return std::make_unique<FaultyRig>(open_rig(device));
}

}  // namespace
}  // namespace l2bench

int main() {
  return l2bench::serve_worker(l2bench::open_faulty, l2bench::uuid_of_device);
}
