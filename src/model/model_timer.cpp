#include "model/model_timer.hpp"

#include <cmath>

#include "model/timing.hpp"

namespace l2bench {
namespace {

/// The n-th of a sequence whose first members are spread as evenly over 0 to 1 as can be.
double spread_evenly(int n) {
  constexpr double golden_ratio = 0.6180339887498949;
  const double turns = n * golden_ratio;
  return turns - std::floor(turns);
}

}  // namespace

ModelTimer::ModelTimer(TimerKind kind, ModelStream& stream) : kind_(kind), stream_(stream) {
  stream_.watch(*this);
}

void ModelTimer::queue_start(int slot) {
  stream_.queue([this, slot] { slots_[slot] = {true, spread_evenly(starts_++), {}}; });
}

void ModelTimer::queue_stop(int slot) {
  stream_.queue([this, slot] { slots_[slot].open = false; });
}

double ModelTimer::elapsed_ns(int slot) {
  std::vector<double> kernels_ns;
  for (const KernelTime& kernel : slots_[slot].kernels) kernels_ns.push_back(kernel.ns);
  const ModelCard& card = stream_.card();
  return shown_ns(between_ns(card, kind_, kernels_ns), step_ns(card, kind_), slots_[slot].phase);
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
