#include "report/sections.hpp"

#include <fmt/format.h>

#include <array>

#include "l2bench/words.hpp"
#include "render/columns.hpp"
#include "render/prose.hpp"
#include "report/figure.hpp"
#include "report/html.hpp"
#include "report/pieces.hpp"

namespace l2bench {
namespace {

std::string flag_html(const Paragraph& flag) {
  const std::string_view look = flag.severity > Severity::warning    ? "bad"
                                : flag.severity == Severity::warning ? "warning"
                                                                     : "note";
  return notice(look, flag.head, flag.lines);
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

/// What became of a claim, and how it looks.
struct OutcomeLook {
  Outcome outcome;
  std::string_view look;
  std::string_view title;
};
/// What needs attention first.
constexpr std::array<OutcomeLook, 3> outcome_order{
    {{Outcome::failed, "bad", "Expectations that failed"},
     {Outcome::not_judged, "warning", "Expectations that were not judged"},
     {Outcome::held, "good", "Expectations that held"}}};

/// The claims that the spec made before the run.
std::string claims_html(const Record& record) {
  if (record.spec.expect.empty() || !record.expect) return "";
  std::string text;
  if (record.expect->results.empty()) {
    std::vector<std::string> names;
    for (const Expectation& claim : record.spec.expect) names.push_back(claim.name);
    text = notice("warning", "Expectations that were not judged: nothing was measured.", names);
  }
  for (const auto& [outcome, look, title] : outcome_order) {
    std::vector<std::string> lines;
    for (const ExpectationResult& result : record.expect->results) {
      if (result.outcome == outcome) lines.push_back(fmt::format("{}: {}", result.name, result.text));
    }
    if (lines.empty()) continue;
    const std::string_view help = row_of(outcome_table, outcome).help;
    text += notice(look, fmt::format("{} ({}): {}.", title, lines.size(), help), lines);
  }
  return text +
         element("p", "caption", "Made before the first sample; SHA-256 of the claims: " + record.expect->sha256);
}

}  // namespace

std::string command_of(const Record& record) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < record.argv.size(); ++i) {
    const std::string& word = record.argv[i];
    if (word == "--quiet" || word == "--force" || word == "--plot") continue;
    if (word.starts_with("--export-")) {
      if (word.find('=') == std::string::npos) ++i;  // its file is the next word
      continue;
    }
    words.push_back(word);
  }
  return shell_command(words);
}

std::string verdicts_html(const Record& record) {
  std::string text;
  for (const std::string& line : banner(record)) text += element("p", "banner", line);
  text += element("p", "totals", totals(record));
  return text + claims_html(record) + flags_html(record) + warnings_html(record.warnings);
}

std::string findings_html(const Record& record) {
  constexpr std::size_t most_open = 8;
  std::vector<std::string> lines;
  for (const Finding& finding : record.findings) {
    // What became of the claims stands above all.
    if (!finding.id.starts_with("expectation ")) lines.push_back(fmt::format("{}: {}", finding.id, finding.text));
  }
  if (lines.empty()) return "";
  if (lines.size() <= most_open) return "<h3>Findings</h3>\n" + list(lines);
  return fmt::format("<h3>Findings</h3>\n<details><summary>{} findings</summary>\n{}</details>\n", lines.size(),
                     list(lines));
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
    if (!row.applies(record)) continue;
    text +=
        figure_html(row.make(record), {prefix + std::string(row.id), row.title, row.many_marks}, command_of(record));
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
