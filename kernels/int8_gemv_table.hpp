#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "kernels/int8_gemv_configs.hpp"

// The one list of variants: the kernels are instantiated from it, and the names made from it.

namespace l2bench::int8_gemv {

/// What a block's warps take, and how much of it is in flight.
struct Shape {
  int rows;
  int k_warps;
  int row_warps;
  int columns;
  int stages;
  Int8WeightPath weights;
};

inline constexpr Int8WeightPath regs = Int8WeightPath::registers;
inline constexpr Int8WeightPath smem = Int8WeightPath::shared;

// 16 to 128 KiB in flight a block; more columns at once cost fewer instructions, more stages less waiting.
inline constexpr Shape shapes[] = {
    {16, 16, 1, 64, 2, smem},  {16, 16, 1, 128, 1, smem}, {16, 16, 1, 128, 2, smem}, {16, 16, 1, 256, 1, smem},
    {16, 16, 1, 256, 2, smem}, {16, 16, 2, 64, 2, smem},  {16, 16, 2, 128, 1, smem}, {16, 16, 2, 128, 2, smem},
    {16, 8, 2, 64, 4, smem},   {16, 8, 2, 128, 1, smem},  {16, 8, 2, 128, 2, smem},  {16, 8, 2, 128, 4, smem},
    {16, 8, 2, 256, 1, smem},  {16, 8, 2, 256, 2, smem},  {16, 8, 1, 128, 2, smem},  {16, 8, 1, 128, 4, smem},
    {16, 8, 1, 256, 2, smem},  {16, 4, 2, 128, 4, smem},  {16, 4, 2, 256, 2, smem},  {16, 4, 4, 256, 2, smem},
    {8, 16, 1, 128, 2, smem},  {8, 8, 2, 128, 2, smem},   {8, 8, 2, 256, 1, smem},   {8, 8, 2, 256, 2, smem},
    {8, 8, 4, 256, 1, smem},   {16, 16, 2, 64, 2, regs},  {16, 16, 1, 64, 2, regs},  {16, 8, 2, 64, 2, regs},
    {16, 8, 2, 64, 4, regs},   {16, 8, 1, 64, 2, regs},   {16, 8, 1, 64, 4, regs},   {16, 8, 1, 128, 2, regs},
    {16, 4, 2, 64, 4, regs},   {8, 8, 2, 64, 4, regs},    {8, 4, 2, 128, 2, regs},
};
inline constexpr Int8XPath x_paths[] = {Int8XPath::digits, Int8XPath::bf16};
inline constexpr Int8Grid grids[] = {Int8Grid::tiles, Int8Grid::persistent};

inline constexpr std::size_t config_count = std::size(shapes) * std::size(x_paths) * std::size(grids);

/// "r16-k8x2-c128x2-smem-digits-tiles": 16 rows, 8 warps along k by 2 along the rows, 2 stages of 128 columns, weights,
/// x, grid.
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
  name += "-c";
  name += config.columns;
  name += "x";
  name += config.stages;
  name += config.weights == Int8WeightPath::registers ? "-reg" : "-smem";
  name += config.x == Int8XPath::digits ? "-digits" : "-bf16";
  name += config.grid == Int8Grid::tiles ? "-tiles" : "-persistent";
  return name;
}

constexpr std::array<Int8GemvConfig, config_count> unnamed_table() {
  std::array<Int8GemvConfig, config_count> table{};
  std::size_t next = 0;
  for (const Shape& s : shapes) {
    for (const Int8XPath x : x_paths) {
      for (const Int8Grid grid : grids) {
        table[next++] = {{}, s.rows, s.k_warps, s.row_warps, s.columns, s.stages, s.weights, x, grid};
      }
    }
  }
  return table;
}

constexpr std::array<Name, config_count> names() {
  std::array<Name, config_count> names{};
  const auto table = unnamed_table();
  for (std::size_t i = 0; i < config_count; ++i) names[i] = name_of(table[i]);
  return names;
}

inline constexpr auto name_texts = names();

constexpr std::array<Int8GemvConfig, config_count> named_table() {
  auto table = unnamed_table();
  for (std::size_t i = 0; i < config_count; ++i) table[i].name = name_texts[i].view();
  return table;
}

inline constexpr auto table = named_table();

}  // namespace l2bench::int8_gemv
