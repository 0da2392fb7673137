#include "compare/bootstrap.hpp"

#include <algorithm>
#include <utility>

#include "l2bench/stats.hpp"

namespace l2bench {
namespace {

/// One side, ready to be drawn from again and again.
class Arm {
 public:
  Arm(const std::vector<Replicate>& replicates, const MedianResamplers& resamplers) : drawn_(replicates.size()) {
    for (const Replicate& replicate : replicates) {
      processes_.push_back({&replicate.ascending_ns, &resamplers.of(replicate.ascending_ns.size())});
    }
  }

  double draw(Random& random) {
    const auto count = static_cast<double>(processes_.size());
    for (double& median : drawn_) {
      // One number serves for both: what is left of it once it has chosen the process is as uniform as it was.
      const double place = random.uniform() * count;
      const auto chosen = static_cast<std::size_t>(place);
      const Process& process = processes_[chosen];
      const MedianResampler::Ranks ranks = process.resampler->draw(place - static_cast<double>(chosen));
      median = 0.5 * ((*process.samples)[ranks.low] + (*process.samples)[ranks.high]);
    }
    std::sort(drawn_.begin(), drawn_.end());
    return quantile_sorted(drawn_, 0.5);
  }

 private:
  struct Process {
    const std::vector<double>* samples;
    const MedianResampler* resampler;
  };
  std::vector<Process> processes_;
  std::vector<double> drawn_;
};

}  // namespace

void MedianResamplers::need(const std::vector<Replicate>& replicates) {
  for (const Replicate& replicate : replicates) {
    const std::size_t n = replicate.ascending_ns.size();
    if (by_size_.find(n) == by_size_.end()) by_size_.emplace(n, MedianResampler(n));
  }
}

std::array<double, 2> ratio_ci95(const std::vector<Replicate>& base, const std::vector<Replicate>& candidate,
                                 const MedianResamplers& resamplers, std::uint64_t seed) {
  Random random(seed);
  Arm base_arm(base, resamplers);
  Arm candidate_arm(candidate, resamplers);
  std::vector<double> ratios(bootstrap_draws);
  for (double& ratio : ratios) {
    const double base_ns = base_arm.draw(random);  // a statement each: operands of '/' have no order
    ratio = candidate_arm.draw(random) / base_ns;
  }
  std::sort(ratios.begin(), ratios.end());
  constexpr double tail = 0.5 * (1.0 - confidence);
  return {quantile_sorted(ratios, tail), quantile_sorted(ratios, 1.0 - tail)};
}

}  // namespace l2bench
