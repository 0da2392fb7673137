#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "kernels/int8_gemv_configs.hpp"

// The one list of variants: the kernels are instantiated from it, and the names made from it.

namespace l2bench::int8_gemv {

/// Warps of a block: along the columns, along the rows.
struct WarpGrid {
  int k_warps;
  int row_warps;
};

/// Where weights and x are kept, and the depths worth compiling: more loads than these spill registers.
struct Paths {
  Int8WeightPath weights;
  Int8XPath x;
  int loads;
};

inline constexpr int tile_row_counts[] = {8, 16};
inline constexpr WarpGrid warp_grids[] = {{16, 1}, {8, 2}, {4, 2}};
inline constexpr Paths paths[] = {
    {Int8WeightPath::registers, Int8XPath::shared, 4},
    {Int8WeightPath::registers, Int8XPath::registers, 8},
    {Int8WeightPath::shared, Int8XPath::shared, 4},
    {Int8WeightPath::shared, Int8XPath::shared, 8},
};
inline constexpr Int8Grid grids[] = {Int8Grid::tiles, Int8Grid::persistent};

inline constexpr std::size_t variant_count =
    std::size(tile_row_counts) * std::size(warp_grids) * std::size(paths) * std::size(grids);

/// "r16-k8x1-l8-reg-xsmem-tiles": 16 rows, 8 warps along k by 1 along the rows, 8 loads, weights, x, grid.
struct Name {
  std::array<char, 48> text{};
  std::size_t length = 0;

  constexpr Name& operator+=(std::string_view part) {
    for (const char character : part) text[length++] = character;
    return *this;
  }
  constexpr Name& operator+=(int number) {
    if (number >= 10) *this += number / 10;
    text[length++] = static_cast<char>('0' + number % 10);
    return *this;
  }
  constexpr std::string_view view() const { return {text.data(), length}; }
};

constexpr Name name_of(const Int8GemvConfig& config) {
  Name name;
  name += "r";
  name += config.rows;
  name += "-k";
  name += config.k_warps;
  name += "x";
  name += config.row_warps;
  name += "-l";
  name += config.loads;
  name += config.weights == Int8WeightPath::registers ? "-reg" : "-smem";
  name += config.x == Int8XPath::registers ? "-xreg" : "-xsmem";
  name += config.grid == Int8Grid::tiles ? "-tiles" : "-persistent";
  return name;
}

constexpr std::array<Int8GemvConfig, variant_count> unnamed_table() {
  std::array<Int8GemvConfig, variant_count> table{};
  std::size_t next = 0;
  for (const int rows : tile_row_counts) {
    for (const WarpGrid& warps : warp_grids) {
      for (const Paths& path : paths) {
        for (const Int8Grid grid : grids) {
          table[next++] = {{}, rows, warps.k_warps, warps.row_warps, path.loads, path.weights, path.x, grid};
        }
      }
    }
  }
  return table;
}

constexpr std::array<Name, variant_count> names() {
  std::array<Name, variant_count> names{};
  const auto table = unnamed_table();
  for (std::size_t i = 0; i < variant_count; ++i) names[i] = name_of(table[i]);
  return names;
}

inline constexpr auto name_texts = names();

constexpr std::array<Int8GemvConfig, variant_count> named_table() {
  auto table = unnamed_table();
  for (std::size_t i = 0; i < variant_count; ++i) table[i].name = name_texts[i].view();
  return table;
}

inline constexpr auto table = named_table();

}  // namespace l2bench::int8_gemv
