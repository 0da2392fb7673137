#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace l2bench {

/// The median of n values drawn with replacement from n ascending values, without drawing them: the draw's two middle
/// ranks have a known distribution, so one random number takes the place of n.
///
/// A value drawn from n is the cell ceil(n U) of a uniform U, and sorting commutes with that. So the middle rank of an
/// odd draw n = 2m + 1 is the cell of a Beta(m + 1, m + 1) variable. For n = 2m, with lower and upper middle ranks i
/// and j counted from 1:
///   P(i, j) = C(2m, m) [(i/n)^m - ((i-1)/n)^m] [((n-j+1)/n)^m - ((n-j)/n)^m]   for i < j,
/// since m draws must end exactly at i and m begin exactly at j; the sum over i < j telescopes, and what is left of
/// P(j), the cell of a Beta(m + 1, m) variable, is P(j, j). Pairs rarer than 1e-12 are left out.
class MedianResampler {
 public:
  explicit MedianResampler(std::size_t n);

  /// Ranks from 0 whose values' mean is the median of a draw.
  struct Ranks {
    std::uint32_t low = 0;
    std::uint32_t high = 0;
  };
  /// Those that belong to a uniform `u` in [0, 1).
  Ranks draw(double u) const;

  struct Entry {
    Ranks ranks;
    double probability = 0;
  };
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  void add_odd(std::size_t n);
  void add_even(std::size_t n);
  void index();

  std::vector<Entry> entries_;
  std::vector<double> cumulative_;
  std::vector<std::uint32_t> guide_;  ///< where to start looking for a random number, by its leading part
};

}  // namespace l2bench
