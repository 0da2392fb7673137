#include <fmt/format.h>

#include <algorithm>

#include "l2bench/ledger.hpp"
#include "l2bench/size.hpp"

namespace l2bench {
namespace {

using Cells = std::vector<std::string>;

Cells heading_cells() {
  Cells cells{"handoff", "block", "times", "kappa"};
  for (const LedgerCaseRow& row : ledger_case_table) {
    cells.push_back(fmt::format("s {}", row.word));
    cells.push_back(fmt::format("ms {}", row.word));
  }
  return cells;
}

Cells cells_of(const LedgerRow& row) {
  Cells cells{row.handoff.name, fmt::format("{:.4g} MiB", row.block_bytes / static_cast<double>(MiB)),
              fmt::format("{:.0f}", row.times), fmt::format("{:.4f}", row.cells[0].kappa_ms_per_gb)};
  for (const LedgerCell& cell : row.cells) {
    cells.push_back(fmt::format("{:.3f}", cell.survival));
    cells.push_back(fmt::format("{:.4f}", cell.ms));
  }
  return cells;
}

Cells total_cells(const Ledger& ledger) {
  Cells cells{"all", "", "", ""};
  for (const double ms : ledger.total_ms) {
    cells.push_back("");
    cells.push_back(fmt::format("{:.4f}", ms));
  }
  return cells;
}

Cells percent_cells(const Ledger& ledger) {
  Cells cells{"of the step", "", "", ""};
  for (const double ms : ledger.total_ms) {
    cells.push_back("");
    cells.push_back(ledger.step_ms ? fmt::format("{:.3f}%", 100.0 * ms / *ledger.step_ms) : "-");
  }
  return cells;
}

std::vector<Cells> table_of(const Ledger& ledger) {
  std::vector<Cells> table{heading_cells()};
  for (const LedgerRow& row : ledger.rows) table.push_back(cells_of(row));
  table.push_back(total_cells(ledger));
  table.push_back(percent_cells(ledger));
  return table;
}

std::string title(const Ledger& ledger) {
  return fmt::format("{}{}, {} layers, {} tokens, on {}: what its handoffs through L2 are worth a step.",
                     ledger.simulated ? "SIMULATED. " : "", ledger.layer.name, ledger.layer.layers, ledger.tokens,
                     ledger.device);
}

/// The handoffs of one case that a note is about.
std::string named(const Ledger& ledger, std::size_t which, const std::string& note) {
  std::vector<std::string> names;
  for (const LedgerRow& row : ledger.rows) {
    const std::vector<std::string>& notes = row.cells[which].notes;
    if (std::find(notes.begin(), notes.end(), note) != notes.end()) names.push_back(row.handoff.name);
  }
  if (names.empty()) return "";
  const bool all = names.size() == ledger.rows.size();
  return fmt::format("{} ({})", all ? "every handoff" : fmt::format("{}", fmt::join(names, ", ")),
                     ledger_case_table[which].word);
}

std::vector<std::string> footnotes(const Ledger& ledger) {
  std::vector<std::string> notes;
  for (const LedgerRow& row : ledger.rows) {
    for (const LedgerCell& cell : row.cells) {
      for (const std::string& note : cell.notes) {
        if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
      }
    }
  }
  for (std::string& note : notes) {
    std::vector<std::string> where;
    for (std::size_t i = 0; i < ledger_case_table.size(); ++i) {
      if (std::string names = named(ledger, i, note); !names.empty()) where.push_back(std::move(names));
    }
    note = fmt::format("{}: {}.", note, fmt::join(where, "; "));
  }
  return notes;
}

std::vector<std::string> inputs(const Ledger& ledger) {
  std::vector<std::string> lines{
      fmt::format("step: {}{}", ledger.step_ms ? fmt::format("{:.4g} ms, ", *ledger.step_ms) : "", ledger.step_source),
      fmt::format("1 / bandwidth: {:.4f} ms per GB, {}", ledger.inverse_bandwidth_ms_per_gb, ledger.bandwidth_source)};
  for (const auto& [kind, choices] : ledger.layer.kappas) {
    const auto row = std::find_if(ledger.rows.begin(), ledger.rows.end(),
                                  [&](const LedgerRow& r) { return r.handoff.kappa == kind; });
    if (row == ledger.rows.end()) continue;
    lines.push_back(
        fmt::format("kappa of {}: {:.4f} ms per GB, {}", kind, row->cells[0].kappa_ms_per_gb, row->kappa_source));
  }
  for (const LedgerCaseRow& row : ledger_case_table) {
    const std::string polluter =
        row.value == LedgerCase::loaded ? fmt::format(" ({})", to_string(Prep{{ledger.polluter}, Rotation::off})) : "";
    lines.push_back(fmt::format("{}{}: {}", row.word, polluter, row.help));
  }
  return lines;
}

}  // namespace

std::string render_ledger_text(const Ledger& ledger) {
  const std::vector<Cells> table = table_of(ledger);
  std::vector<std::size_t> widths(table.front().size());
  for (const Cells& row : table) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text = title(ledger) + "\n\n";
  for (const Cells& row : table) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += i == 0 ? fmt::format("{:<{}}", row[i], widths[i]) : fmt::format("  {:>{}}", row[i], widths[i]);
    }
    text += '\n';
  }
  text += '\n';
  for (const std::string& line : inputs(ledger)) text += line + '\n';
  const std::vector<std::string> notes = footnotes(ledger);
  if (!notes.empty()) text += "\nNot measured there:\n";
  for (const std::string& note : notes) text += "  " + note + '\n';
  return printable_lines(text);
}

std::string render_ledger_markdown(const Ledger& ledger) {
  const std::vector<Cells> table = table_of(ledger);
  std::string text = title(ledger) + "\n\n";
  for (std::size_t i = 0; i < table.size(); ++i) {
    text += fmt::format("| {} |\n", fmt::join(table[i], " | "));
    if (i > 0) continue;
    text += '|';
    for (std::size_t column = 0; column < table[i].size(); ++column) text += "---|";
    text += '\n';
  }
  text += '\n';
  for (const std::string& line : inputs(ledger)) text += "- " + line + '\n';
  for (const std::string& note : footnotes(ledger)) text += "- " + note + '\n';
  return printable_lines(text);
}

}  // namespace l2bench
