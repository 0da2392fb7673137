#include "report/html.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "l2bench/words.hpp"

namespace l2bench {
namespace {

constexpr std::size_t most_open_rows = 12;

/// Each byte of `text` that `replacement` has something for is replaced.
template <typename Replacement>
std::string replaced(std::string_view text, const Replacement& replacement) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    const std::string_view other = replacement(c);
    if (other.empty()) {
      result += c;
    } else {
      result += other;
    }
  }
  return result;
}

std::string_view entity(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return "";
  }
}

std::string_view json_escape(char c) {
  switch (c) {
    case '<':
      return "\\u003c";
    case '>':
      return "\\u003e";
    case '&':
      return "\\u0026";
    default:
      return "";
  }
}

std::string cell(std::string_view tag, const Table::Column& column, const std::string& text) {
  const std::string_view look = column.is_number ? " class=\"number\"" : "";
  return fmt::format("<{}{}>{}</{}>", tag, look, html_text(text), tag);
}

}  // namespace

std::string html_text(std::string_view text) {
  return replaced(printable(text, std::string_view::npos), entity);
}

std::string script_json(const nlohmann::json& j) {
  return replaced(safe_json(j.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)), json_escape);
}

std::string html_table(const Table& table, std::string_view summary) {
  std::string text = fmt::format("<details{}><summary>{}</summary><div class=\"wide\"><table><thead><tr>",
                                 table.rows.size() <= most_open_rows ? " open" : "", html_text(summary));
  for (const Table::Column& column : table.columns) text += cell("th", column, column.title);
  text += "</tr></thead><tbody>\n";
  for (const std::vector<std::string>& row : table.rows) {
    text += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) text += cell("td", table.columns[i], row[i]);
    text += "</tr>\n";
  }
  return text + "</tbody></table></div></details>\n";
}

}  // namespace l2bench
