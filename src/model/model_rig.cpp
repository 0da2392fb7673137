#include <array>
#include <memory>
#include <string>

#include "kernels/workload_configs.hpp"
#include "l2bench/model.hpp"
#include "model/model_chain.hpp"
#include "model/model_counters.hpp"
#include "model/model_device.hpp"
#include "model/model_timer.hpp"
#include "model/model_workload.hpp"

namespace l2bench {
namespace {

class ModelRig final : public Rig {
 public:
  explicit ModelRig(const ModelCard& card)
      : device_(card),
        timers_{ModelTimer(TimerKind::event, device_.stream()), ModelTimer(TimerKind::stamp, device_.stream()),
                ModelTimer(TimerKind::kernel, device_.stream())},
        counters_(device_.stream()) {}

  Device& device() override { return device_; }
  Timer& timer(TimerKind kind) override { return timers_.at(static_cast<std::size_t>(kind)); }
  Counters& counters() override { return counters_; }
  void prepare_buffers(std::uint64_t largest_write_bytes, std::uint64_t largest_read_bytes) override {
    device_.prepare_buffers(largest_write_bytes, largest_read_bytes);
  }
  std::unique_ptr<Workload> make_workload(const WorkloadRequest& request) override {
    if (request.workload == "decode-chain") return std::make_unique<ModelChain>(request, device_.stream());
    return std::make_unique<ModelWorkload>(request, device_.stream());
  }
  std::vector<std::string> configs(std::string_view workload) const override { return workload_config_names(workload); }
  std::uint64_t workload_bytes(const WorkloadRequest& request) const override { return modelled_bytes(request); }

 private:
  ModelDevice device_;  // first in: everything below works on its stream
  std::array<ModelTimer, timer_table.size()> timers_;
  ModelCounters counters_;
};

}  // namespace

std::unique_ptr<Rig> open_model_rig(const ModelCard& card) {
  return std::make_unique<ModelRig>(card);
}

}  // namespace l2bench
