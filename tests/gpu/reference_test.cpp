#include "kernels/reference.hpp"

#include <cuda_bf16.h>
#include <gtest/gtest.h>

#include <limits>

#include "gpu_fixture.hpp"
#include "kernels/fill.hpp"

namespace l2bench {
namespace {

struct Product {
  Element weight;
  Element x;
  bool scaled;
  GemvSizes sizes;
};

class Reference : public GpuTest {
 protected:
  DeviceMemory<std::byte> random(Element element, std::uint64_t seed, std::int64_t count) const {
    const auto elements = static_cast<std::size_t>(count);
    auto memory = allocate_device<std::byte>(elements * element_bytes(element), "a test");
    launch_fill(memory.get(), element, Init::uniform, seed, elements, stream());
    return memory;
  }
  static std::vector<double> host_values(Element element, std::uint64_t seed, std::int64_t count) {
    std::vector<double> values;
    for (std::int64_t i = 0; i < count; ++i) {
      values.push_back(fill_value(element, Init::uniform, seed, static_cast<std::uint64_t>(i)));
    }
    return values;
  }
  double compare(const std::vector<float>& y, const std::vector<double>& reference) const {
    const auto device_y = upload(y);
    const auto device_reference = upload(reference);
    const auto result = allocate_device<Comparison>(1, "a test");
    launch_compare(device_y.get(), Element::fp32, device_reference.get(), static_cast<std::int64_t>(y.size()),
                   result.get(), stream());
    return download(result.get(), 1).front().worst;
  }
};

TEST_F(Reference, IsThatOfTheCpuOnOddShapes) {
  for (const Product& s : {Product{Element::bf16, Element::bf16, false, {.n = 1, .k = 1, .m = 1}},
                           Product{Element::bf16, Element::bf16, false, {.n = 37, .k = 129, .m = 3}},
                           Product{Element::fp16, Element::fp16, false, {.n = 8, .k = 31, .m = 4}},
                           Product{Element::fp32, Element::fp32, false, {.n = 65, .k = 33, .m = 5}},
                           Product{Element::int8, Element::int8, false, {.n = 9, .k = 1000, .m = 9}},
                           Product{Element::int8, Element::bf16, true, {.n = 127, .k = 255, .m = 2}}}) {
    const auto [n, k, m] = s.sizes;
    const auto weight = random(s.weight, 1, n * k);
    const auto x = random(s.x, 2, m * k);
    const auto scale = random(Element::fp32, 3, n);
    const auto y = allocate_device<double>(static_cast<std::size_t>(m * n), "a test");
    launch_reference(y.get(), weight.get(), s.weight, s.scaled ? reinterpret_cast<const float*>(scale.get()) : nullptr,
                     x.get(), s.x, s.sizes, stream());
    const auto host = host_reference(host_values(s.weight, 1, n * k),
                                     s.scaled ? host_values(Element::fp32, 3, n) : std::vector<double>(),
                                     host_values(s.x, 2, m * k), s.sizes);
    EXPECT_LE(host_relative_error(download(y.get(), static_cast<std::size_t>(m * n)), host), 1e-12)
        << n << "x" << k << ", " << m << " rows";
  }
}

TEST_F(Reference, ComparisonIsThatOfTheCpu) {
  const std::vector<double> reference{1.0, 7.0};
  EXPECT_EQ(compare({1.0f, 7.0f}, reference), 0.0);
  EXPECT_NEAR(compare({2.0f, 7.0f}, reference), 1.0 / 5.0, 1e-15);
  EXPECT_NEAR(compare({1.0f, 7.5f}, reference), 0.5 / 7.0, 1e-15);
}

TEST_F(Reference, OneOutputThatWasNotWrittenMakesTheErrorInfinite) {
  std::vector<double> reference(10'000, 2.0);
  std::vector<float> y(10'000, 2.0f);
  EXPECT_EQ(compare(y, reference), 0.0);
  y[9'999] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(compare(y, reference), std::numeric_limits<double>::infinity());
}

TEST_F(Reference, FindsTheOneWrongOutputOfMany) {
  std::vector<double> reference(1'000'000, 1.0);
  std::vector<float> y(1'000'000, 1.0f);
  y[777'777] = 1.5f;
  EXPECT_NEAR(compare(y, reference), 0.5, 1e-12);
}

}  // namespace
}  // namespace l2bench
