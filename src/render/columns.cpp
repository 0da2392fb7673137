#include "render/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "record/units.hpp"

namespace l2bench {
namespace {

// ---- Axes -----------------------------------------------------------------------------------------------------------

struct Axis {
  std::string_view title;
  std::string (*text)(const CaseResult&);
};
constexpr std::array<Axis, 10> axes{{
    {"workload", [](const CaseResult& c) { return c.what.workload; }},
    {"config", [](const CaseResult& c) { return c.what.config; }},
    {"shape", [](const CaseResult& c) { return to_string(c.what.shape); }},
    {"rows", [](const CaseResult& c) { return fmt::format("{}", c.what.rows); }},
    {"dtype", [](const CaseResult& c) { return std::string(row_of(dtype_table, c.what.dtype).word); }},
    {"prep", [](const CaseResult& c) { return c.prep; }},
    {"timer", [](const CaseResult& c) { return std::string(row_of(timer_table, c.what.timer).word); }},
    {"launch", [](const CaseResult& c) { return std::string(row_of(launch_table, c.what.launch).word); }},
    {"protect", [](const CaseResult& c) { return c.what.protect.on() ? to_string(c.what.protect) : ""; }},
    {"steal", [](const CaseResult& c) { return c.what.steal.on() ? to_string(c.what.steal) : ""; }},
}};

bool varies(const Axis& axis, const std::vector<CaseResult>& cases) {
  return std::any_of(cases.begin(), cases.end(),
                     [&](const CaseResult& c) { return axis.text(c) != axis.text(cases.front()); });
}

/// The axes that tell cases apart; the prep is always one.
std::vector<Axis> axes_in_columns(const std::vector<CaseResult>& cases) {
  std::vector<Axis> some;
  for (const Axis& axis : axes) {
    if (axis.title == "prep" || varies(axis, cases)) some.push_back(axis);
  }
  return some;
}

// ---- Values ---------------------------------------------------------------------------------------------------------

/// What the prep says it leaves; flags say what became of it. Unknown while no device was open.
std::string state(const CaseResult& c) {
  return c.key.empty() ? "" : to_string(c.claim);
}

std::string median(const CaseResult& c) {
  return c.stats ? format_time(c.stats->median_ns) : "";
}

std::string iqr(const CaseResult& c) {
  return c.stats && c.stats->iqr_ns ? format_time_like(*c.stats->iqr_ns, c.stats->median_ns) : "";
}

std::string bandwidth(const CaseResult& c) {
  return c.bytes_per_s ? fmt::format("{:.0f}", *c.bytes_per_s * 1e-9) : "";
}

std::string peak(const CaseResult& c) {
  return c.share_of_peak ? format_percent(*c.share_of_peak) : "";
}

std::string slowdown(const CaseResult& c) {
  return c.slowdown ? fmt::format("{:.2f}x", *c.slowdown) : "";
}

std::string megabytes(const std::optional<double>& bytes) {
  return bytes ? fmt::format("{:.2f}", *bytes * 1e-6) : "";
}

std::string wrote_back(const CaseResult& c) {
  return c.counters ? megabytes(c.counters->dirty_evicted_bytes) : "";
}

std::string predicted_time(const CaseResult& c) {
  return c.predicted && c.predicted->time_ns ? format_time(*c.predicted->time_ns) : "";
}

std::string predicted_writes(const CaseResult& c) {
  return c.predicted ? megabytes(c.predicted->dirty_evicted_bytes) : "";
}

std::string over_predicted(const CaseResult& c) {
  if (!c.predicted || !c.predicted->measured_over_predicted) return "";
  return fmt::format("{:.2f}", *c.predicted->measured_over_predicted);
}

std::string source(const CaseResult& c) {
  return c.simulated ? "simulated" : "";
}

std::string status(const CaseResult& c) {
  return std::string(row_of(status_table, c.status).word);
}

std::string flags(const CaseResult& c) {
  std::string text;
  for (const Flag& flag : c.flags) text += (text.empty() ? "" : " ") + flag.id;
  return text;
}

struct Value {
  std::string_view title;
  std::string (*text)(const CaseResult&);
  bool is_number;
};
constexpr std::array<Value, 13> values{{
    {"L2 before", state, false},
    {"median", median, true},
    {"IQR", iqr, true},
    {"GB/s", bandwidth, true},
    {"of peak", peak, true},
    {"slowdown", slowdown, true},
    {"wrote back MB", wrote_back, true},
    {"predicted MB", predicted_writes, true},
    {"predicted", predicted_time, true},
    {"of predicted", over_predicted, true},
    {"source", source, false},
    {"status", status, false},
    {"flags", flags, false},
}};

template <typename Text>
std::vector<std::string> cells_of(const std::vector<CaseResult>& cases, const Text& text) {
  std::vector<std::string> cells;
  for (const CaseResult& c : cases) cells.push_back(text(c));
  return cells;
}

bool all_empty(const std::vector<std::string>& cells) {
  return std::all_of(cells.begin(), cells.end(), [](const std::string& cell) { return cell.empty(); });
}

}  // namespace

std::vector<Column> columns_of(const Record& record) {
  std::vector<Column> columns;
  for (const Axis& axis : axes_in_columns(record.cases)) {
    columns.push_back({std::string(axis.title), axis.title == "rows", false, cells_of(record.cases, axis.text)});
  }
  for (const Value& value : values) {
    Column column{std::string(value.title), value.is_number, value.title == "status",
                  cells_of(record.cases, value.text)};
    if (!all_empty(column.cells)) columns.push_back(std::move(column));
  }
  return columns;
}

std::string common_axes(const Record& record) {
  std::vector<std::string> parts;
  for (const Axis& axis : axes) {
    if (axis.title == "prep" || record.cases.empty() || varies(axis, record.cases)) continue;
    const std::string word = axis.text(record.cases.front());
    if (!word.empty()) parts.push_back(fmt::format("{} {}", axis.title, word));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<std::string> case_labels(const Record& record) {
  const std::vector<Axis> telling = axes_in_columns(record.cases);
  return cells_of(record.cases, [&](const CaseResult& c) {
    std::vector<std::string> words;
    for (const Axis& axis : telling) {
      if (std::string word = axis.text(c); !word.empty()) words.push_back(std::move(word));
    }
    return fmt::format("{}", fmt::join(words, " "));
  });
}

}  // namespace l2bench
