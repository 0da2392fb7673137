#include "kernels/int8_gemv.hpp"

#include <cuda_bf16.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "gpu_fixture.hpp"
#include "kernels/fill.hpp"
#include "kernels/int8_gemv_reference.hpp"
#include "kernels/reference.hpp"

namespace l2bench {
namespace {

constexpr double tolerance = 5e-3;        // half a bf16 step is 3.9e-3 of a value just above a power of two
constexpr int guard = 64;                 // elements behind y that no kernel may touch
constexpr std::uint16_t poison = 0x7FC1;  // a NaN that no kernel writes

struct Sizes {
  std::int64_t n;
  std::int64_t k;
};

class Int8Gemv : public GpuTest {
 protected:
  /// Random data of one shape, with its result in double precision from the device.
  struct Problem {
    Sizes sizes;
    int m = 0;
    std::int64_t weight_offset = 0;
    DeviceMemory<std::byte> weight, scale, x;
    DeviceMemory<double> reference;

    const std::int8_t* weight_at() const { return reinterpret_cast<const std::int8_t*>(weight.get()) + weight_offset; }
    const float* scale_at() const { return reinterpret_cast<const float*>(scale.get()); }
    std::int64_t outputs() const { return m * sizes.n; }
  };

  Problem make_problem(const Sizes& sizes, int m, std::int64_t weight_offset = 0) const {
    Problem p{.sizes = sizes, .m = m, .weight_offset = weight_offset};
    p.weight = random(Element::int8, 1, sizes.n * sizes.k + weight_offset);
    p.scale = random(Element::fp32, 2, sizes.n);
    p.x = random(Element::bf16, 3, m * sizes.k);
    p.reference = allocate_device<double>(static_cast<std::size_t>(p.outputs()), "a test");
    launch_reference(p.reference.get(), p.weight_at(), Element::int8, p.scale_at(), p.x.get(), Element::bf16,
                     {.n = sizes.n, .k = sizes.k, .m = m}, stream());
    return p;
  }

  double relative_error(const Int8GemvConfig& config, const Problem& p) const {
    const auto y = upload(std::vector<std::uint16_t>(static_cast<std::size_t>(p.outputs()) + guard, poison));
    launch_int8_gemv(config, p.weight_at(), p.scale_at(), reinterpret_cast<const __nv_bfloat16*>(p.x.get()),
                     reinterpret_cast<__nv_bfloat16*>(y.get()), p.sizes.n, p.sizes.k, p.m, nullptr, stream());
    const auto result = allocate_device<Comparison>(1, "a test");
    launch_compare(y.get(), Element::bf16, p.reference.get(), p.outputs(), result.get(), stream());
    EXPECT_EQ(download(y.get() + p.outputs(), guard), std::vector<std::uint16_t>(guard, poison)) << "behind y";
    return download(result.get(), 1).front().worst;
  }

  /// y of one row of x given as bf16 bits, through `config`; the scale is 1.
  std::vector<double> outputs(const Int8GemvConfig& config, const std::vector<std::int8_t>& weight,
                              const std::vector<std::uint16_t>& x) const {
    const std::size_t n = weight.size() / x.size();
    const auto device_weight = upload(weight);
    const auto device_scale = upload(std::vector<float>(n, 1.0F));
    const auto device_x = upload(x);
    const auto y = upload(std::vector<std::uint16_t>(n, poison));
    launch_int8_gemv(config, device_weight.get(), device_scale.get(),
                     reinterpret_cast<const __nv_bfloat16*>(device_x.get()), reinterpret_cast<__nv_bfloat16*>(y.get()),
                     static_cast<std::int64_t>(n), static_cast<std::int64_t>(x.size()), 1, nullptr, stream());
    std::vector<double> values;
    for (const std::uint16_t bits : download(y.get(), n)) values.push_back(bf16_value(bits));
    return values;
  }

  DeviceMemory<std::byte> random(Element element, std::uint64_t seed, std::int64_t count) const {
    const auto elements = static_cast<std::size_t>(count);
    auto memory = allocate_device<std::byte>(elements * element_bytes(element), "a test");
    launch_fill(memory.get(), element, Init::uniform, seed, elements, stream());
    return memory;
  }
};

TEST_F(Int8Gemv, IsRightInEveryVariantOnShapesThatNoTileDivides) {
  for (const Sizes& sizes : {Sizes{1, 16}, Sizes{65, 48}, Sizes{37, 1040}, Sizes{300, 4112}}) {
    for (const int m : {1, 2, 3, 8}) {
      const Problem problem = make_problem(sizes, m);
      for (const Int8GemvConfig& config : int8_gemv_configs()) {
        EXPECT_LE(relative_error(config, problem), tolerance)
            << config.name << " " << sizes.n << "x" << sizes.k << " m=" << m;
      }
    }
  }
}

TEST_F(Int8Gemv, IsRightWhereEachBlockTakesManyTiles) {
  const Problem problem = make_problem({30011, 1296}, 1);
  for (const Int8GemvConfig& config : int8_gemv_configs()) {
    if (config.grid != Int8Grid::persistent) continue;
    EXPECT_LE(relative_error(config, problem), tolerance) << config.name;
  }
}

TEST_F(Int8Gemv, TakesAnyKAndAnyAlignment) {
  const Int8GemvConfig& config = default_int8_gemv_config();
  for (const Sizes& sizes : {Sizes{1, 1}, Sizes{3, 7}, Sizes{33, 4099}, Sizes{129, 31}}) {
    for (int m = 1; m <= 8; ++m) {
      EXPECT_LE(relative_error(config, make_problem(sizes, m)), tolerance) << sizes.n << "x" << sizes.k << " m=" << m;
    }
  }
  EXPECT_LE(relative_error(config, make_problem({40, 512}, 2, 1)), tolerance)
      << "a weight that begins at an odd address";
}

TEST_F(Int8Gemv, IsRightWhereXDoesNotFitInSharedMemory) {
  EXPECT_LE(relative_error(default_int8_gemv_config(), make_problem({70, 65536}, 1)), tolerance);
}

TEST_F(Int8Gemv, IsExactForEveryWeightAndOneElementOfX) {
  // Each row holds one of the 256 weights at a column of its own; x is 3 there: 3w is a bf16 after one rounding.
  constexpr std::size_t k = 256;
  std::vector<std::int8_t> weight(256 * k, 0);
  for (std::size_t row = 0; row < 256; ++row) weight[row * k + row] = static_cast<std::int8_t>(row);
  const std::vector<std::uint16_t> threes(k, 0x4040);
  for (const Int8GemvConfig& config : int8_gemv_configs()) {
    const std::vector<double> y = outputs(config, weight, threes);
    for (std::size_t row = 0; row < 256; ++row) {
      const double exact = 3.0 * static_cast<std::int8_t>(row);
      ASSERT_EQ(y[row], static_cast<double>(__bfloat162float(__float2bfloat16(static_cast<float>(exact)))))
          << config.name << " weight " << static_cast<int>(static_cast<std::int8_t>(row));
    }
  }
}

TEST_F(Int8Gemv, KeepsSmallElementsOfXBesideLargeOnes) {
  // 2^20 and -2^20 cancel; what is left of the sum is 127 * 1, 20 powers of two below.
  std::vector<std::uint16_t> x(64, 0);
  x[0] = 0x4980;
  x[1] = 0xC980;
  x[63] = 0x3F80;
  for (const Int8GemvConfig& config : int8_gemv_configs()) {
    EXPECT_THAT(outputs(config, std::vector<std::int8_t>(64, 127), x), testing::ElementsAre(127.0)) << config.name;
  }
}

TEST_F(Int8Gemv, TakesTheLargestAndTheSmallestNumbers) {
  const std::vector<std::int8_t> ones(16, 1);
  for (const Int8GemvConfig& config : int8_gemv_configs()) {
    EXPECT_THAT(outputs(config, ones, std::vector<std::uint16_t>(16, 0x7B80)),
                testing::ElementsAre(std::ldexp(16.0, 120)))
        << config.name;
    EXPECT_THAT(outputs(config, ones, std::vector<std::uint16_t>(16, 0x0080)),
                testing::ElementsAre(std::ldexp(16.0, -126)))
        << config.name;
    if (config.x != Int8XPath::digits) continue;  // what tensor cores make of subnormal bf16 is theirs to say
    EXPECT_THAT(outputs(config, ones, std::vector<std::uint16_t>(16, 0x0001)),
                testing::ElementsAre(std::ldexp(16.0, -133)))
        << config.name;
  }
}

TEST_F(Int8Gemv, LetsNoNanOrInfinityDisappear) {
  for (const std::uint16_t bits : {std::uint16_t{0x7FC0}, std::uint16_t{0x7F80}}) {
    std::vector<std::uint16_t> x(512, 0x3F80);
    x[300] = bits;
    for (const Int8GemvConfig& config : int8_gemv_configs()) {
      for (const double value : outputs(config, std::vector<std::int8_t>(3 * 512, 1), x)) {
        EXPECT_FALSE(std::isfinite(value)) << config.name;
      }
    }
  }
}

TEST_F(Int8Gemv, RefusesSizesItWasNotMadeFor) {
  const Int8GemvConfig& config = default_int8_gemv_config();
  const auto launch = [&](std::int64_t n, std::int64_t k, int m) {
    launch_int8_gemv(config, nullptr, nullptr, nullptr, nullptr, n, k, m, nullptr, stream());
  };
  EXPECT_THROW(launch(0, 16, 1), std::invalid_argument);
  EXPECT_THROW(launch(16, 0, 1), std::invalid_argument);
  EXPECT_THROW(launch(16, 16, 0), std::invalid_argument);
  EXPECT_THROW(launch(16, 16, 9), std::invalid_argument);
  EXPECT_THROW(launch(std::int64_t{1} << 31, 16, 1), std::invalid_argument);
}

}  // namespace
}  // namespace l2bench
