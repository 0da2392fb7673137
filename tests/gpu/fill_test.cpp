#include "kernels/fill.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "gpu_fixture.hpp"

namespace l2bench {
namespace {

class Fill : public GpuTest {
 protected:
  std::vector<std::byte> filled(Element element, Init init, std::uint64_t seed, std::size_t count) const {
    const auto memory = allocate_device<std::byte>(count * element_bytes(element), "a test");
    launch_fill(memory.get(), element, init, seed, count, stream());
    return download(memory.get(), count * element_bytes(element));
  }
};

template <typename T>
std::vector<T> as(const std::vector<std::byte>& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

TEST_F(Fill, IsTheSameForTheSameSeed) {
  EXPECT_EQ(filled(Element::bf16, Init::normal, 7, 100'003), filled(Element::bf16, Init::normal, 7, 100'003));
  EXPECT_NE(filled(Element::bf16, Init::normal, 7, 100'003), filled(Element::bf16, Init::normal, 8, 100'003));
}

TEST_F(Fill, DoesNotDependOnTheGrid) {
  const auto few = filled(Element::fp32, Init::normal, 7, 1'000);
  auto many = filled(Element::fp32, Init::normal, 7, 5'000'000);
  many.resize(few.size());
  EXPECT_EQ(few, many);
}

TEST_F(Fill, GivesTheValuesOfItsCpuReference) {
  constexpr std::size_t count = 10'000;
  const auto normal = as<float>(filled(Element::fp32, Init::normal, 3, count));
  const auto uniform = as<float>(filled(Element::fp32, Init::uniform, 3, count));
  const auto int8 = as<std::int8_t>(filled(Element::int8, Init::uniform, 3, count));
  for (std::size_t i = 0; i < count; ++i) {
    // The logarithms of the two sides may differ in their last bits.
    ASSERT_NEAR(normal[i], fill_value(Element::fp32, Init::normal, 3, i), 1e-5) << i;
    ASSERT_EQ(uniform[i], fill_value(Element::fp32, Init::uniform, 3, i)) << i;
    ASSERT_EQ(int8[i], fill_value(Element::int8, Init::uniform, 3, i)) << i;
  }
}

TEST_F(Fill, NormalDataOnTheDeviceHasMean0AndDeviation1) {
  constexpr std::size_t count = 1'000'000;
  double sum = 0;
  double squares = 0;
  for (const float value : as<float>(filled(Element::fp32, Init::normal, 11, count))) {
    sum += value;
    squares += static_cast<double>(value) * value;
  }
  EXPECT_NEAR(sum / count, 0.0, 0.01);
  EXPECT_NEAR(std::sqrt(squares / count), 1.0, 0.01);
}

TEST_F(Fill, ZerosAreZeroBytes) {
  EXPECT_EQ(filled(Element::fp16, Init::zeros, 1, 1'000), std::vector<std::byte>(2'000));
}

}  // namespace
}  // namespace l2bench
