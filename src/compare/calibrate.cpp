#include "l2bench/calibrate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compare/bootstrap.hpp"
#include "compare/parallel.hpp"
#include "compare/random.hpp"
#include "compare/replicates.hpp"
#include "l2bench/stats.hpp"

namespace l2bench {
namespace {

struct Pool {
  std::string key;
  std::vector<Replicate> replicates;  ///< of both records
  CaseNoise noise;
};

/// How far one A/A comparison strays.
struct Stray {
  double ratio = 0;     ///< of its ratio from 1
  double interval = 0;  ///< of the farther end of its interval from 1
};

double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return quantile_sorted(values, q);
}

double middle_of(const std::vector<Replicate>& replicates) {
  std::vector<double> medians;
  for (const Replicate& replicate : replicates) medians.push_back(replicate.median_ns);
  return median_of(std::move(medians));
}

void shuffle(std::vector<Replicate>& replicates, Random& random) {
  for (std::size_t left = replicates.size(); left > 1; --left) {
    const auto chosen = static_cast<std::size_t>(random.uniform() * static_cast<double>(left));
    std::swap(replicates[left - 1], replicates[chosen]);
  }
}

Stray stray_of(const std::vector<Replicate>& shuffled, std::size_t processes, const MedianResamplers& resamplers,
               std::uint64_t seed) {
  const auto end_of = [&](std::size_t sides) {
    return shuffled.begin() + static_cast<std::ptrdiff_t>(sides * processes);
  };
  const std::vector<Replicate> a(shuffled.begin(), end_of(1));
  const std::vector<Replicate> b(end_of(1), end_of(2));
  const auto [low, high] = ratio_ci95(a, b, resamplers, seed);
  return {std::abs(middle_of(b) / middle_of(a) - 1.0), std::max(high - 1.0, 1.0 - low)};
}

CaseNoise noise_of(std::vector<Replicate> replicates, std::size_t processes, const MedianResamplers& resamplers,
                   std::uint64_t seed) {
  Random random(seed);
  std::vector<double> ratios;
  std::vector<double> intervals;
  for (std::size_t split = 0; split < calibration_splits; ++split) {
    shuffle(replicates, random);
    const Stray stray = stray_of(replicates, processes, resamplers, seed * calibration_splits + split);
    ratios.push_back(stray.ratio);
    intervals.push_back(stray.interval);
  }
  return {quantile(std::move(ratios), confidence), quantile(std::move(intervals), 1.0 - false_alarm_rate)};
}

std::vector<Pool> pools_of(const Record& a, const Record& b, Calibration& calibration) {
  std::vector<Pool> pools;
  for (std::size_t i = 0; i < a.cases.size(); ++i) {
    const CaseResult& in_a = a.cases[i];
    const CaseResult& in_b = b.cases.at(i);
    if (in_a.status != Status::ok || in_b.status != Status::ok) {
      calibration.left_out.push_back(in_a.key);
      continue;
    }
    Pool pool{in_a.key, replicates_of(in_a), {}};
    for (Replicate& replicate : replicates_of(in_b)) pool.replicates.push_back(std::move(replicate));
    if (pool.replicates.size() < 2 * calibration.processes) {
      throw UsageError(fmt::format("{} has {} processes; calibrating for {} a side needs {}.", pool.key,
                                   pool.replicates.size(), calibration.processes, 2 * calibration.processes));
    }
    pools.push_back(std::move(pool));
  }
  return pools;
}

}  // namespace

Calibration calibrate(const Record& a, const Record& b, std::size_t processes) {
  if (processes < least_processes) {
    throw UsageError(
        fmt::format("Calibrating for {} processes a side: a verdict takes at least {}, so calibrate for "
                    "as many as the comparisons will have.",
                    processes, least_processes));
  }
  Calibration calibration{.tool = a.tool,
                          .started = a.started,
                          .device = a.environment.device.name,
                          .uuid = a.environment.device.uuid,
                          .host = a.environment.host,
                          .processes = processes,
                          .cases = {},
                          .left_out = {}};
  std::vector<Pool> pools = pools_of(a, b, calibration);
  MedianResamplers resamplers;
  for (const Pool& pool : pools) resamplers.need(pool.replicates);
  in_parallel(pools.size(),
              [&](std::size_t i) { pools[i].noise = noise_of(pools[i].replicates, processes, resamplers, i + 1); });
  for (const Pool& pool : pools) calibration.cases[pool.key] = pool.noise;
  return calibration;
}

}  // namespace l2bench
