#include "kernels/decode_chain_reference.hpp"

#include <algorithm>
#include <cmath>

namespace l2bench {
namespace {

constexpr std::size_t row_size = head_size;

/// Keys or values of one head: those of the cache, then the row's own.
struct HeadRows {
  std::span<const double> cached;
  std::span<const double> own;
  std::span<const double> at(std::size_t i) const {
    return i * row_size < cached.size() ? cached.subspan(i * row_size, row_size) : own;
  }
};

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void attend(std::span<const double> query, const HeadRows& keys, const HeadRows& values, std::size_t count,
            std::span<double> out) {
  std::vector<double> scores(count);
  for (std::size_t i = 0; i < count; ++i) scores[i] = dot(query, keys.at(i)) / std::sqrt(double{head_size});
  const double most = *std::max_element(scores.begin(), scores.end());
  double sum = 0.0;
  for (double& score : scores) sum += score = std::exp(score - most);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t d = 0; d < row_size; ++d) out[d] += scores[i] / sum * values.at(i)[d];
  }
}

}  // namespace

std::vector<double> rms_norm_reference(std::span<const double> x, std::span<const double> weight) {
  const double scale = 1.0 / std::sqrt(dot(x, x) / static_cast<double>(x.size()) + norm_epsilon);
  std::vector<double> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = x[i] * scale * weight[i];
  return y;
}

std::vector<double> attention_reference(std::span<const double> qkv, std::span<const double> cache,
                                        const ChainSizes& sizes) {
  const auto query_heads = static_cast<std::size_t>(sizes.query_heads());
  const auto kv_heads = static_cast<std::size_t>(sizes.kv_heads());
  const auto length = static_cast<std::size_t>(sizes.config.kv_length);
  const std::size_t cached = length * row_size;
  std::vector<double> out(query_heads * row_size);
  for (std::size_t head = 0; head < query_heads; ++head) {
    const std::size_t kv = head / query_heads_per_kv_head;
    const HeadRows keys{cache.subspan(kv * cached, cached), qkv.subspan((query_heads + kv) * row_size, row_size)};
    const HeadRows values{cache.subspan((kv_heads + kv) * cached, cached),
                          qkv.subspan((query_heads + kv_heads + kv) * row_size, row_size)};
    attend(qkv.subspan(head * row_size, row_size), keys, values, length + 1,
           std::span(out).subspan(head * row_size, row_size));
  }
  return out;
}

std::vector<double> silu_mul_reference(std::span<const double> gate_up) {
  const std::size_t ffn = gate_up.size() / 2;
  std::vector<double> y(ffn);
  for (std::size_t i = 0; i < ffn; ++i) y[i] = gate_up[i] / (1.0 + std::exp(-gate_up[i])) * gate_up[ffn + i];
  return y;
}

std::vector<double> add_reference(std::span<const double> a, std::span<const double> b) {
  std::vector<double> y(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) y[i] = a[i] + b[i];
  return y;
}

}  // namespace l2bench
