#include "model/model_timer.hpp"

#include "model/timing.hpp"

namespace l2bench {

ModelTimer::ModelTimer(TimerKind kind, ModelStream& stream) : kind_(kind), stream_(stream) {
  stream_.watch(*this);
}

void ModelTimer::queue_start(int slot) {
  stream_.queue([this, slot] { slots_[slot] = {true, {}}; });
}

void ModelTimer::queue_stop(int slot) {
  stream_.queue([this, slot] { slots_[slot].open = false; });
}

double ModelTimer::elapsed_ns(int slot) {
  std::vector<double> kernels_ns;
  for (const KernelTime& kernel : slots_[slot].kernels) kernels_ns.push_back(kernel.ns);
  return shown_ns(stream_.card(), kind_, kernels_ns);
}

std::vector<KernelTime> ModelTimer::kernel_times(int slot) {
  return kind_ == TimerKind::kernel ? slots_[slot].kernels : std::vector<KernelTime>{};
}

void ModelTimer::ran(const std::string& name, const SimulatedKernel& kernel) {
  for (auto& [number, slot] : slots_) {
    if (slot.open) slot.kernels.push_back({name, kernel.ns});
  }
}

}  // namespace l2bench
