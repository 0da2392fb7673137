#pragma once

#include <array>
#include <string>
#include <string_view>

#include "l2bench/record.hpp"

namespace l2bench {

std::string render_json(const Record& record);
std::string render_csv(const Record& record);
std::string render_markdown(const Record& record);

/// One export format: `--export-<word> FILE`.
struct RendererRow {
  std::string (*value)(const Record&);
  std::string_view word;
  std::string_view help;
};
inline constexpr std::array<RendererRow, 3> renderer_table{{
    {render_json, "json", "the whole record, with raw samples"},
    {render_csv, "csv", "a row a case"},
    {render_markdown, "md", "the table, for issues and pull requests"},
}};

struct TableStyle {
  bool colour = false;
};

/// The table of a terminal: case, median, IQR, GB/s, share of peak, slowdown, status; then flags in words.
std::string render_table(const Record& record, const TableStyle& style);

}  // namespace l2bench
