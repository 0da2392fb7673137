#include <fmt/format.h>

#include "l2bench/number.hpp"
#include "l2bench/size.hpp"
#include "l2bench/words.hpp"
#include "spec/axes.hpp"

namespace l2bench {
namespace {

constexpr std::uint64_t largest_side = 2147483647;  // cuBLAS counts rows and columns in 32 bits
constexpr std::uint64_t block_granule_bytes = KiB;  // whole lines, and a text with a unit

[[noreturn]] void reject(std::string_view text, std::string_view reason) {
  throw UsageError(
      fmt::format("{} is not a shape: {} Write NxK, output by input features, whole numbers from 1 to {}, such as "
                  "4096x4096; each side may be a range, as in 1024..16384*2x4096. A block of bytes has a unit: 24MiB.",
                  in_quotes(text), reason, largest_side));
}

std::vector<std::uint64_t> parse_side(std::string_view text, std::string_view name, std::string_view side) {
  try {
    return parse_whole_range(side, 1, largest_side);
  } catch (const UsageError& error) {
    const bool is_range = side.find("..") != std::string_view::npos;
    reject(text, is_range ? error.what() : fmt::format("{} is {}.", name, in_quotes(side)));
  }
}

/// A block is told from a side by its unit.
bool is_block_text(std::string_view text) {
  return !text.empty() && text.find('x') == std::string_view::npos && text.find('B') != std::string_view::npos;
}

std::vector<Shape> parse_blocks(std::string_view text) {
  std::vector<Shape> shapes;
  for (const Size& size : parse_size_range(text)) {
    if (size.bytes == 0 || size.bytes > largest_side || size.bytes % block_granule_bytes != 0) {
      reject(text,
             fmt::format("a block has {} to {} bytes, a multiple of the first.", block_granule_bytes, largest_side));
    }
    shapes.push_back({static_cast<std::int64_t>(size.bytes), 0});
  }
  return shapes;
}

}  // namespace

std::vector<Shape> parse_shapes(std::string_view text) {
  if (is_block_text(text)) return parse_blocks(text);
  const std::vector<std::string_view> sides = split(text, 'x');
  if (sides.size() != 2) reject(text, "it needs two sides.");
  std::vector<Shape> shapes;
  const std::vector<std::uint64_t> ns = parse_side(text, "N", sides[0]);
  const std::vector<std::uint64_t> ks = parse_side(text, "K", sides[1]);
  for (const std::uint64_t n : ns) {
    for (const std::uint64_t k : ks) shapes.push_back({static_cast<std::int64_t>(n), static_cast<std::int64_t>(k)});
  }
  return shapes;
}

std::string to_string(const Shape& shape) {
  if (shape == no_shape) return "-";
  if (shape.is_block()) return format_bytes(shape.elements());
  return fmt::format("{}x{}", shape.n, shape.k);
}

}  // namespace l2bench
