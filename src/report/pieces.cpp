#include "report/pieces.hpp"

#include <fmt/format.h>

#include "report/html.hpp"

namespace l2bench {
namespace {

std::string in_shell_quotes(const std::string& word) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./%@";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace

std::string element(std::string_view tag, std::string_view look, std::string_view text) {
  return fmt::format("<{0} class=\"{1}\">{2}</{0}>\n", tag, look, html_text(text));
}

std::string list(const std::vector<std::string>& lines) {
  std::string text = "<ul>\n";
  for (const std::string& line : lines) text += fmt::format("<li>{}</li>\n", html_text(line));
  return lines.empty() ? "" : text + "</ul>\n";
}

std::string notice(std::string_view look, std::string_view head, const std::vector<std::string>& lines) {
  return fmt::format("<section class=\"flag {}\"><p>{}</p>\n{}</section>\n", look, html_text(head), list(lines));
}

std::string warnings_html(const std::vector<Warning>& warnings) {
  std::vector<std::string> lines;
  for (const Warning& warning : warnings) lines.push_back(fmt::format("{}: {}", warning.id, warning.text));
  return lines.empty() ? "" : "<h3>Warnings</h3>\n" + list(lines);
}

std::string shell_command(const std::vector<std::string>& words) {
  std::string command;
  for (const std::string& word : words) {
    if (!command.empty()) command += ' ';
    command += in_shell_quotes(word);
  }
  return command;
}

std::string command_html(const std::string& command) {
  return command.empty() ? "" : fmt::format("<pre class=\"command\">{}</pre>\n", html_text(command));
}

std::string figure_html(const Figure& figure, const FigurePlace& place, const std::string& command) {
  std::string text = fmt::format("<figure id=\"{}\">\n<h3>{}</h3>\n", place.id, html_text(place.title));
  text +=
      fmt::format("<div class=\"wide\"><div class=\"chart\" data-spec=\"{}-spec\" data-renderer=\"{}\"></div></div>\n",
                  place.id, place.many_marks ? "canvas" : "svg");
  text +=
      "<noscript><p class=\"caption\">The picture needs scripts; the table below holds its numbers.</p></noscript>\n";
  text +=
      fmt::format("<script type=\"application/json\" id=\"{}-spec\">{}</script>\n", place.id, script_json(figure.spec));
  text += fmt::format("<figcaption class=\"caption\">{}</figcaption>\n", html_text(figure.caption));
  text += html_table(figure.table, fmt::format("The numbers ({} rows)", figure.table.rows.size()));
  return text + command_html(command) + "</figure>\n";
}

}  // namespace l2bench
