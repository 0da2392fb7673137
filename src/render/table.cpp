#include <fmt/format.h>

#include <algorithm>

#include "l2bench/render.hpp"
#include "render/columns.hpp"
#include "render/escape.hpp"
#include "render/plot.hpp"
#include "render/prose.hpp"

namespace l2bench {
namespace {

constexpr std::string_view gap = "  ";
constexpr std::string_view absent = "-";

/// Decoration only: without it every word is still there.
class Ink {
 public:
  explicit Ink(const TableStyle& style) : colour_(style.colour) {}
  std::string bold(const std::string& text) const { return wrap("1", text); }
  std::string for_status(Status status, const std::string& text) const {
    if (status == Status::ok) return wrap("32", text);
    return wrap(status == Status::skipped ? "33" : "31", text);
  }

 private:
  std::string wrap(std::string_view code, const std::string& text) const {
    return colour_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
  }
  bool colour_;
};

void pad(std::string& text, std::size_t width, bool right) {
  const std::size_t blanks = width - display_width(text);
  text.insert(right ? 0 : text.size(), blanks, ' ');
}

/// Makes a column's texts safe to show and equally wide; the last needs no blanks after its texts.
void lay_out(Column& column, bool is_last) {
  std::size_t width = display_width(column.title);
  for (std::string& cell : column.cells) {
    cell = cell.empty() ? std::string(absent) : shown(cell);
    width = std::max(width, display_width(cell));
  }
  if (is_last && !column.is_number) return;
  pad(column.title, width, column.is_number);
  for (std::string& cell : column.cells) pad(cell, width, column.is_number);
}

/// One line: of titles, or of the cells of one case.
template <typename Cell>
std::string row_of_cells(const std::vector<Column>& columns, const Cell& cell) {
  std::vector<std::string> cells;
  for (const Column& column : columns) cells.push_back(cell(column));
  return fmt::format("{}\n", fmt::join(cells, gap));
}

std::string grid(const Record& record, const Ink& ink) {
  std::vector<Column> columns = columns_of(record);
  for (Column& column : columns) lay_out(column, &column == &columns.back());
  std::string text = row_of_cells(columns, [&](const Column& column) { return ink.bold(column.title); });
  for (std::size_t i = 0; i < record.cases.size(); ++i) {
    text += row_of_cells(columns, [&](const Column& column) {
      return column.is_status ? ink.for_status(record.cases[i].status, column.cells[i]) : column.cells[i];
    });
  }
  return text;
}

std::string flags_text(const Record& record, const Ink& ink) {
  std::string text;
  for (const Paragraph& flag : flags_in_words(record)) {
    text += shown(flag.head) + '\n';
    for (const std::string& line : flag.lines) text += "  " + shown(line) + '\n';
  }
  return text.empty() ? text : '\n' + ink.bold("Flags") + '\n' + text;
}

template <typename Items>
std::string list_text(const Items& items, const std::string& title, const Ink& ink) {
  if (items.empty()) return "";
  std::string text = '\n' + ink.bold(title) + '\n';
  for (const auto& item : items) text += fmt::format("{}: {}\n", shown(item.id), shown(item.text));
  return text;
}

}  // namespace

std::string render_table(const Record& record, const TableStyle& style) {
  const Ink ink(style);
  std::string text;
  for (const std::string& line : banner(record)) text += ink.bold(shown(line)) + '\n';
  for (const std::string& line : preamble(record)) text += shown(line) + '\n';
  text += '\n' + grid(record, ink);
  if (style.plot) text += '\n' + plot_text(record);
  text += flags_text(record, ink);
  text += list_text(record.warnings, "Warnings", ink);
  text += list_text(record.findings, "Findings", ink);
  text += '\n' + totals(record) + '\n';
  return text;
}

}  // namespace l2bench
