#include "kernels/int8_gemv_reference.hpp"

#include <bit>
#include <cstddef>

namespace l2bench {

double bf16_value(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

std::vector<double> int8_gemv_reference(std::span<const std::int8_t> weight, std::span<const float> scale,
                                        std::span<const std::uint16_t> x, std::int64_t n, std::int64_t k, int m) {
  std::vector<double> y;
  y.reserve(static_cast<std::size_t>(n * m));
  for (std::int64_t column = 0; column < m; ++column) {
    const auto x_row = x.subspan(static_cast<std::size_t>(column * k), static_cast<std::size_t>(k));
    for (std::int64_t row = 0; row < n; ++row) {
      const auto weight_row = weight.subspan(static_cast<std::size_t>(row * k), static_cast<std::size_t>(k));
      double sum = 0.0;
      for (std::size_t i = 0; i < x_row.size(); ++i) sum += weight_row[i] * bf16_value(x_row[i]);
      y.push_back(scale[static_cast<std::size_t>(row)] * sum);
    }
  }
  return y;
}

}  // namespace l2bench
