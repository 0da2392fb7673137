#pragma once

#include <cstdint>

namespace l2bench {

/// SplitMix64 (Steele, Lea, Flood 2014) with uniforms in [0, 1) of 53 bits: a comparison must be the same everywhere,
/// which the standard library's distributions are not, and std::mt19937_64 took a third of its time.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace l2bench
