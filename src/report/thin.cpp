#include "report/thin.hpp"

#include <algorithm>

namespace l2bench {
namespace {

constexpr std::size_t most_points_a_case = 2000;
constexpr std::size_t least_points_a_case = 20;
/// About ten bytes each in the page.
constexpr std::size_t most_points_a_page = 80000;

}  // namespace

std::vector<IndexedSample> thin_series(std::span<const double> samples_ns, std::size_t most) {
  std::vector<IndexedSample> kept;
  const std::size_t n = samples_ns.size();
  if (n <= most) {
    for (std::size_t i = 0; i < n; ++i) kept.push_back({i, samples_ns[i]});
    return kept;
  }
  const std::size_t stretches = most / 2;
  for (std::size_t s = 0; s < stretches; ++s) {
    const auto begin = samples_ns.begin() + static_cast<std::ptrdiff_t>(s * n / stretches);
    const auto end = samples_ns.begin() + static_cast<std::ptrdiff_t>((s + 1) * n / stretches);
    auto [low, high] = std::minmax_element(begin, end);
    if (high < low) std::swap(low, high);
    kept.push_back({static_cast<std::size_t>(low - samples_ns.begin()), *low});
    if (low != high) kept.push_back({static_cast<std::size_t>(high - samples_ns.begin()), *high});
  }
  return kept;
}

std::vector<CumulativePoint> cumulative(std::span<const double> samples_ns, std::size_t most) {
  std::vector<double> ascending(samples_ns.begin(), samples_ns.end());
  std::sort(ascending.begin(), ascending.end());
  const auto n = static_cast<double>(ascending.size());
  std::vector<CumulativePoint> distinct;
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    if (i + 1 < ascending.size() && ascending[i + 1] == ascending[i]) continue;
    distinct.push_back({ascending[i], static_cast<double>(i + 1) / n});
  }
  if (distinct.size() <= most) return distinct;
  std::vector<CumulativePoint> kept;
  for (std::size_t i = 0; i < most; ++i) kept.push_back(distinct[i * (distinct.size() - 1) / (most - 1)]);
  return kept;
}

std::size_t points_a_case(std::size_t cases) {
  const std::size_t share = most_points_a_page / std::max<std::size_t>(cases, 1);
  return std::clamp(share / 2 * 2, least_points_a_case, most_points_a_case);
}

}  // namespace l2bench
