#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "compare/median_resampler.hpp"
#include "compare/random.hpp"
#include "compare/replicates.hpp"

namespace l2bench {

inline constexpr std::size_t bootstrap_draws = 2000;

/// One resampler for each number of samples that a process has. Shared by all cases, read-only once made.
class MedianResamplers {
 public:
  void need(const std::vector<Replicate>& replicates);
  const MedianResampler& of(std::size_t n) const { return by_size_.at(n); }

 private:
  std::map<std::size_t, MedianResampler> by_size_;
};

/// 95% interval of median(candidate's process medians) / median(base's) by a hierarchical percentile bootstrap: each
/// draw takes processes with replacement, and for each of them a resampled median.
std::array<double, 2> ratio_ci95(const std::vector<Replicate>& base, const std::vector<Replicate>& candidate,
                                 const MedianResamplers& resamplers, std::uint64_t seed);

}  // namespace l2bench
