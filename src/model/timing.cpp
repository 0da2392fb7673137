#include "model/timing.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace l2bench {
namespace {

constexpr double ns_per_s = 1e9;
constexpr double bytes_per_mb = 1e6;

struct TimerConstants {
  double pair_ns;
  double overhead_ns;
};

TimerConstants constants_of(const ModelCard& card, TimerKind timer) {
  switch (timer) {
    case TimerKind::event:
      return {card.event_pair_ns.value, card.event_overhead_ns.value};
    case TimerKind::stamp:
      return {card.stamp_pair_ns.value, card.stamp_overhead_ns.value};
    case TimerKind::kernel:
      break;
  }
  return {0.0, 0.0};  // sees kernels alone
}

}  // namespace

double kernel_ns(const ModelCard& card, const Traffic& traffic, double flops) {
  const double moved = traffic.dram_read + traffic.dram_written;
  const double lesser = std::min(traffic.dram_read, traffic.dram_written);
  const double dram_ns =
      moved / card.dram_bytes_per_s.value * ns_per_s + lesser / bytes_per_mb * card.turnaround_ns_per_mb.value;
  const double l2_ns = traffic.accessed / card.l2_bytes_per_s.value * ns_per_s;
  const double flops_ns = flops / card.flops_per_s.value * ns_per_s;
  return card.kernel_ns.value + std::max({dram_ns, l2_ns, flops_ns});
}

double between_ns(const ModelCard& card, TimerKind timer, const std::vector<double>& kernels_ns) {
  const TimerConstants constants = constants_of(card, timer);
  if (kernels_ns.empty()) return constants.pair_ns;
  const double gaps_ns = card.kernel_gap_ns.value * static_cast<double>(kernels_ns.size() - 1);
  const double busy_ns = std::accumulate(kernels_ns.begin(), kernels_ns.end(), 0.0);
  return busy_ns + gaps_ns + constants.overhead_ns;
}

double step_ns(const ModelCard& card, TimerKind timer) {
  switch (timer) {
    case TimerKind::event:
      return card.event_step_ns.value;
    case TimerKind::stamp:
      return card.stamp_step_ns.value;
    case TimerKind::kernel:
      break;
  }
  return card.kernel_step_ns.value;
}

double shown_ns(double ns, double step_ns, double phase) {
  return step_ns > 0 ? std::floor(phase + ns / step_ns) * step_ns : ns;
}

}  // namespace l2bench
