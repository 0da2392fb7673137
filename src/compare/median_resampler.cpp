#include "compare/median_resampler.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace l2bench {
namespace {

constexpr double negligible = 1e-12;

/// Nodes and weights of Gauss-Legendre quadrature on [-1, 1], half of them: exact to degree 15, and the density of a
/// middle rank is nearly straight within one of n cells once n is larger than that.
struct Node {
  double x;
  double weight;
};
constexpr std::array<Node, 4> nodes{{{0.1834346424956498, 0.3626837833783620},
                                     {0.5255324099163290, 0.3137066458778873},
                                     {0.7966664774136267, 0.2223810344533745},
                                     {0.9602898564975363, 0.1012285362903763}}};

template <typename Density>
double integral(double from, double to, Density density) {
  const double middle = 0.5 * (from + to);
  const double half = 0.5 * (to - from);
  double sum = 0.0;
  for (const Node& node : nodes) {
    sum += node.weight * (density(middle - half * node.x) + density(middle + half * node.x));
  }
  return half * sum;
}

/// Probability that a Beta(a, b) variable lies in cell `j` (from 1) of n.
class BetaCells {
 public:
  BetaCells(double a, double b, std::size_t n)
      : a_(a), b_(b), n_(static_cast<double>(n)), log_scale_(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b)) {}

  double operator()(std::size_t j) const {
    const auto upper = static_cast<double>(j);
    return integral((upper - 1.0) / n_, upper / n_, [this](double x) {
      return std::exp(log_scale_ + (a_ - 1.0) * std::log(x) + (b_ - 1.0) * std::log1p(-x));
    });
  }

 private:
  double a_;
  double b_;
  double n_;
  double log_scale_;
};

/// Calls visit(j) from the middle outwards while it returns true, first down, then up.
template <typename Visit>
void from_middle(std::size_t middle, std::size_t first, std::size_t last, Visit visit) {
  for (std::size_t j = middle; j >= first && visit(j); --j) {
  }
  for (std::size_t j = middle + 1; j <= last && visit(j); ++j) {
  }
}

/// log((whole/n)^m - ((whole-1)/n)^m): the powers themselves leave the range of a double from n = 2000 up.
double log_step_of_power(std::size_t whole, double n, double m) {
  const auto w = static_cast<double>(whole);
  const double log_top = m * std::log(w / n);
  return whole == 1 ? log_top : log_top + std::log(-std::expm1(m * std::log1p(-1.0 / w)));
}

MedianResampler::Ranks ranks_from_one(std::size_t low, std::size_t high) {
  return {static_cast<std::uint32_t>(low - 1), static_cast<std::uint32_t>(high - 1)};
}

}  // namespace

MedianResampler::MedianResampler(std::size_t n) {
  if (n % 2 == 1) {
    add_odd(n);
  } else {
    add_even(n);
  }
  index();
}

void MedianResampler::add_odd(std::size_t n) {
  const double m = static_cast<double>(n / 2);
  const BetaCells cell(m + 1.0, m + 1.0, n);
  from_middle(n / 2 + 1, 1, n, [&](std::size_t j) {
    const double probability = cell(j);
    if (probability > negligible) entries_.push_back({ranks_from_one(j, j), probability});
    return probability > negligible;
  });
}

void MedianResampler::add_even(std::size_t n) {
  const auto size = static_cast<double>(n);
  const double m = size / 2.0;
  const double log_ways = std::lgamma(size + 1.0) - 2.0 * std::lgamma(m + 1.0);
  const BetaCells cell(m + 1.0, m, n);
  from_middle(n / 2 + 1, 1, n, [&](std::size_t j) {
    const double log_above = log_ways + log_step_of_power(n + 1 - j, size, m);
    const double whole = cell(j);
    const double apart = j == 1 ? 0.0 : std::exp(log_above + m * std::log(static_cast<double>(j - 1) / size));
    if (whole - apart > negligible) entries_.push_back({ranks_from_one(j, j), whole - apart});
    for (std::size_t i = j - 1; i >= 1; --i) {
      const double probability = std::exp(log_above + log_step_of_power(i, size, m));
      if (probability <= negligible) break;
      entries_.push_back({ranks_from_one(i, j), probability});
    }
    return whole > negligible;
  });
}

void MedianResampler::index() {
  double total = 0.0;
  for (const Entry& entry : entries_) total += entry.probability;
  double sum = 0.0;
  for (Entry& entry : entries_) {
    entry.probability /= total;
    sum += entry.probability;
    cumulative_.push_back(sum);
  }
  cumulative_.back() = 1.0;
  const std::size_t buckets = entries_.size();
  guide_.reserve(buckets);
  std::uint32_t at = 0;
  for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
    while (cumulative_[at] <= static_cast<double>(bucket) / static_cast<double>(buckets)) ++at;
    guide_.push_back(at);
  }
}

MedianResampler::Ranks MedianResampler::draw(double u) const {
  std::uint32_t at = guide_[static_cast<std::size_t>(u * static_cast<double>(guide_.size()))];
  while (cumulative_[at] <= u) ++at;
  return entries_[at].ranks;
}

}  // namespace l2bench
