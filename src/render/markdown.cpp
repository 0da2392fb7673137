#include <fmt/format.h>

#include "l2bench/render.hpp"
#include "render/columns.hpp"
#include "render/escape.hpp"
#include "render/prose.hpp"

namespace l2bench {
namespace {

std::string grid(const Record& record) {
  const std::vector<Column> columns = columns_of(record);
  std::string titles = "|";
  std::string rule = "|";
  for (const Column& column : columns) {
    titles += fmt::format(" {} |", markdown_text(column.title));
    rule += column.is_number ? " ---: |" : " --- |";
  }
  std::string text = titles + '\n' + rule + '\n';
  for (std::size_t i = 0; i < record.cases.size(); ++i) {
    text += '|';
    for (const Column& column : columns) text += fmt::format(" {} |", markdown_text(column.cells[i]));
    text += '\n';
  }
  return text;
}

std::string item(const std::string& line) {
  return "- " + markdown_text(line) + '\n';
}

std::string flags_text(const Record& record) {
  std::string text;
  for (const Paragraph& flag : flags_in_words(record)) {
    text += item(flag.head);
    for (const std::string& line : flag.lines) text += "  " + item(line);
  }
  return text.empty() ? text : "\n**Flags**\n\n" + text;
}

template <typename Items>
std::string list_text(const Items& items, std::string_view title) {
  std::string text;
  for (const auto& one : items) text += item(one.id + ": " + one.text);
  return text.empty() ? text : fmt::format("\n**{}**\n\n{}", title, text);
}

}  // namespace

std::string render_markdown(const Record& record) {
  std::string text;
  for (const std::string& line : banner(record)) text += fmt::format("**{}**\n\n", markdown_text(line));
  for (const std::string& line : preamble(record)) text += item(line);
  text += '\n' + grid(record);
  text += flags_text(record);
  text += list_text(record.warnings, "Warnings");
  text += list_text(record.findings, "Findings");
  text += '\n' + markdown_text(totals(record)) + '\n';
  return text;
}

}  // namespace l2bench
