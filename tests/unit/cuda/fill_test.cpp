#include "kernels/fill.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace l2bench {
namespace {

std::vector<double> values(Element element, Init init, std::uint64_t seed, std::size_t count) {
  std::vector<double> result(count);
  for (std::size_t i = 0; i < count; ++i) result[i] = fill_value(element, init, seed, i);
  return result;
}

double mean(const std::vector<double>& v) {
  double sum = 0;
  for (double x : v) sum += x;
  return sum / static_cast<double>(v.size());
}

double deviation(const std::vector<double>& v) {
  const double centre = mean(v);
  double sum = 0;
  for (double x : v) sum += (x - centre) * (x - centre);
  return std::sqrt(sum / static_cast<double>(v.size()));
}

/// Correlation of two series of mean 0.
double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum / static_cast<double>(a.size()) / deviation(a) / deviation(b);
}

constexpr std::size_t many = 100'000;

TEST(FillValue, NormalHasMean0AndDeviation1) {
  const auto v = values(Element::fp32, Init::normal, 1, many);
  EXPECT_NEAR(mean(v), 0.0, 0.02);
  EXPECT_NEAR(deviation(v), 1.0, 0.02);
  const auto inside = std::count_if(v.begin(), v.end(), [](double x) { return std::abs(x) < 1; });
  EXPECT_NEAR(static_cast<double>(inside) / many, 0.6827, 0.01);
}

TEST(FillValue, UniformFillsMinus1To1) {
  const auto v = values(Element::fp32, Init::uniform, 1, many);
  EXPECT_NEAR(mean(v), 0.0, 0.01);
  EXPECT_NEAR(deviation(v), 1 / std::sqrt(3.0), 0.01);
  EXPECT_GE(*std::min_element(v.begin(), v.end()), -1.0);
  EXPECT_LT(*std::max_element(v.begin(), v.end()), 1.0);
}

TEST(FillValue, Int8UsesItsRangeAndStaysSymmetric) {
  const auto v = values(Element::int8, Init::uniform, 1, many);
  EXPECT_EQ(*std::min_element(v.begin(), v.end()), -127.0);
  EXPECT_EQ(*std::max_element(v.begin(), v.end()), 127.0);
  EXPECT_NEAR(deviation(values(Element::int8, Init::normal, 1, many)), 32.0, 0.5);
}

TEST(FillValue, ZerosAreZero) {
  for (const Element element : {Element::bf16, Element::fp16, Element::fp32, Element::int8}) {
    EXPECT_EQ(fill_value(element, Init::zeros, 3, 17), 0.0);
  }
}

TEST(FillValue, IsRoundedToItsElement) {
  const double exact = fill_value(Element::fp32, Init::normal, 5, 0);
  EXPECT_NEAR(fill_value(Element::bf16, Init::normal, 5, 0), exact, std::abs(exact) / 256);
  EXPECT_NEAR(fill_value(Element::fp16, Init::normal, 5, 0), exact, std::abs(exact) / 2048);
  EXPECT_NE(fill_value(Element::bf16, Init::normal, 5, 0), exact);
}

TEST(FillValue, SeedsGiveUnrelatedData) {
  const auto one = values(Element::fp32, Init::normal, 1, many);
  const auto two = values(Element::fp32, Init::normal, 2, many);
  EXPECT_NEAR(correlation(one, two), 0.0, 0.02);
  EXPECT_EQ(one, values(Element::fp32, Init::normal, 1, many));
}

TEST(FillValue, NeighboursAreUnrelated) {
  const auto v = values(Element::fp32, Init::normal, 1, many);
  const std::vector<double> without_last(v.begin(), v.end() - 1);
  const std::vector<double> without_first(v.begin() + 1, v.end());
  EXPECT_NEAR(correlation(without_last, without_first), 0.0, 0.02);
}

TEST(DeriveSeed, GivesEveryPartItsOwn) {
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    for (std::uint64_t part = 0; part < 30; ++part) seeds.push_back(derive_seed(seed, part));
  }
  std::sort(seeds.begin(), seeds.end());
  EXPECT_EQ(std::adjacent_find(seeds.begin(), seeds.end()), seeds.end());
}

}  // namespace
}  // namespace l2bench
