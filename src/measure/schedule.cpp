#include <algorithm>

#include "l2bench/measure.hpp"
#include "l2bench/stats.hpp"

namespace l2bench {
namespace {

/// SplitMix64 (Steele, Lea, Flood 2014). std::shuffle and the standard distributions differ between libraries; what is
/// part of a record must not.
class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

}  // namespace

std::vector<std::size_t> round_order(std::vector<std::size_t> cases, std::uint64_t seed, int replicate, int round) {
  std::uint64_t stream = SplitMix64(seed).next();
  stream = SplitMix64(stream ^ static_cast<std::uint64_t>(replicate)).next();
  SplitMix64 random(stream ^ static_cast<std::uint64_t>(round));
  for (std::size_t left = cases.size(); left > 1; --left) {
    std::swap(cases[left - 1], cases[random.next() % left]);
  }
  return cases;
}

int samples_in_round(int samples, int rounds, int round) {
  return samples / rounds + (round < samples % rounds ? 1 : 0);
}

bool tight_enough(const std::vector<double>& samples, double rel_ci) {
  const auto stats = summarize(samples);
  if (!stats || !stats->median_ci95_ns) return false;
  const auto& [low, high] = *stats->median_ci95_ns;
  return high - low <= rel_ci * stats->median_ns;
}

bool warm_up_goes_on(const std::vector<double>& sm_mhz, std::size_t slices, std::size_t least_slices,
                     std::size_t most_slices) {
  if (slices < least_slices) return true;
  if (slices >= most_slices) return false;
  if (sm_mhz.size() < 2) return false;
  const double before = *std::max_element(sm_mhz.begin(), sm_mhz.end() - 1);
  return sm_mhz.back() > before;
}

}  // namespace l2bench
