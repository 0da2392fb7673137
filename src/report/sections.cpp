#include "report/sections.hpp"

#include <fmt/format.h>

#include <array>

#include "l2bench/words.hpp"
#include "render/columns.hpp"
#include "render/prose.hpp"
#include "report/figure.hpp"
#include "report/html.hpp"

namespace l2bench {
namespace {

std::string element(std::string_view tag, std::string_view look, std::string_view text) {
  return fmt::format("<{0} class=\"{1}\">{2}</{0}>\n", tag, look, html_text(text));
}

std::string list(const std::vector<std::string>& lines) {
  std::string text = "<ul>\n";
  for (const std::string& line : lines) text += fmt::format("<li>{}</li>\n", html_text(line));
  return lines.empty() ? "" : text + "</ul>\n";
}

template <typename Items>
std::string items(const Items& all, std::string_view title) {
  std::vector<std::string> lines;
  for (const auto& item : all) lines.push_back(fmt::format("{}: {}", item.id, item.text));
  return lines.empty() ? "" : fmt::format("<h3>{}</h3>\n{}", title, list(lines));
}

std::string flag_html(const Paragraph& flag) {
  const std::string_view look = flag.severity > Severity::warning    ? "bad"
                                : flag.severity == Severity::warning ? "warning"
                                                                     : "note";
  return fmt::format("<section class=\"flag {}\"><p>{}</p>\n{}</section>\n", look, html_text(flag.head),
                     list(flag.lines));
}

/// Flags that make a case unusable first, then warnings, then notes.
std::string flags_html(const Record& record) {
  constexpr std::array<Severity, 5> order{Severity::failed, Severity::invalid, Severity::skipped, Severity::warning,
                                          Severity::note};
  std::string text;
  for (const Severity severity : order) {
    for (const Paragraph& flag : flags_in_words(record)) {
      if (flag.severity == severity) text += flag_html(flag);
    }
  }
  return text.empty() ? element("p", "good", "No case carries a flag.") : text;
}

std::string in_shell_quotes(const std::string& word) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./%@";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string command_html(const std::string& command) {
  return command.empty() ? "" : fmt::format("<pre class=\"command\">{}</pre>\n", html_text(command));
}

std::string figure_html(const FigureRow& row, const Record& record, const std::string& prefix) {
  const Figure figure = row.make(record);
  const std::string id = prefix + std::string(row.id);
  std::string text = fmt::format("<figure id=\"{}\">\n<h3>{}</h3>\n", id, html_text(row.title));
  text +=
      fmt::format("<div class=\"wide\"><div class=\"chart\" data-spec=\"{}-spec\" data-renderer=\"{}\"></div></div>\n",
                  id, row.many_marks ? "canvas" : "svg");
  text +=
      "<noscript><p class=\"caption\">The picture needs scripts; the table below holds its numbers.</p></noscript>\n";
  text += fmt::format("<script type=\"application/json\" id=\"{}-spec\">{}</script>\n", id, script_json(figure.spec));
  text += fmt::format("<figcaption class=\"caption\">{}</figcaption>\n", html_text(figure.caption));
  text += html_table(figure.table, fmt::format("The numbers ({} rows)", figure.table.rows.size()));
  return text + command_html(command_of(record)) + "</figure>\n";
}

}  // namespace

std::string command_of(const Record& record) {
  std::string command;
  for (std::size_t i = 0; i < record.argv.size(); ++i) {
    const std::string& word = record.argv[i];
    if (word == "--quiet" || word == "--force" || word == "--plot") continue;
    if (word.starts_with("--export-")) {
      if (word.find('=') == std::string::npos) ++i;  // its file is the next word
      continue;
    }
    if (!command.empty()) command += ' ';
    command += in_shell_quotes(word);
  }
  return command;
}

std::string verdicts_html(const Record& record) {
  std::string text;
  for (const std::string& line : banner(record)) text += element("p", "banner", line);
  text += element("p", "totals", totals(record));
  return text + flags_html(record) + items(record.warnings, "Warnings");
}

std::string findings_html(const Record& record) {
  constexpr std::size_t most_open = 8;
  const std::string all = items(record.findings, "Findings");
  if (record.findings.size() <= most_open) return all;
  return fmt::format("<details><summary>{} findings</summary>\n{}</details>\n", record.findings.size(), all);
}

std::string environment_html(const Record& record) {
  std::vector<std::string> lines = preamble(record);
  const DeviceInfo& device = record.environment.device;
  if (device.uuid) lines.push_back("GPU " + *device.uuid);
  lines.push_back(fmt::format("host {}, {}", record.environment.host, record.environment.os));
  lines.push_back(fmt::format("{} {} ({}), built with {}", record.tool.name, record.tool.version,
                              record.tool.git_revision, record.tool.compiler));
  lines.push_back("started " + record.started);
  return "<h3>Environment</h3>\n" + list(lines) + command_html(command_of(record));
}

std::string figures_html(const Record& record, const std::string& prefix) {
  std::string text;
  for (const FigureRow& row : figure_table) {
    if (row.applies(record)) text += figure_html(row, record, prefix);
  }
  return text;
}

std::string cases_html(const Record& record) {
  Table table;
  table.rows.resize(record.cases.size());
  for (Column& column : columns_of(record)) {
    table.columns.push_back({column.title, column.is_number});
    for (std::size_t i = 0; i < record.cases.size(); ++i) table.rows[i].push_back(std::move(column.cells[i]));
  }
  table.columns.push_back({"command that repeats it", false});
  for (std::size_t i = 0; i < record.cases.size(); ++i) table.rows[i].push_back(record.cases[i].reproduce);
  return "<h3>All cases</h3>\n" + html_table(table, fmt::format("{} cases", record.cases.size()));
}

}  // namespace l2bench
