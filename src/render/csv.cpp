#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "l2bench/render.hpp"
#include "render/escape.hpp"

namespace l2bench {
namespace {

// ---- Cells: numbers in their shortest exact form, what is absent empty ----------------------------------------------

template <typename T>
std::string number(const T& value) {
  return fmt::format("{}", value);
}
template <typename T>
std::string number(const std::optional<T>& value) {
  return value ? number(*value) : "";
}
/// Sizes that are never 0 once they are known.
std::string known(std::uint64_t bytes) {
  return bytes == 0 ? "" : number(bytes);
}
std::string boolean(bool value) {
  return value ? "true" : "false";
}
std::string text(const std::optional<std::string>& value) {
  return csv_text(value.value_or(""));
}

/// A member of an optional part of a case.
template <typename Part, typename Member>
std::string of(const std::optional<Part>& part, Member member) {
  return part ? number((*part).*member) : "";
}

std::string interval_bound(const CaseResult& c, std::size_t which) {
  return c.stats && c.stats->median_ci95_ns ? number((*c.stats->median_ci95_ns)[which]) : "";
}

template <typename Items, typename Name>
std::string joined(const Items& items, const Name& name) {
  std::vector<std::string> names;
  for (const auto& item : items) names.push_back(name(item));
  return csv_text(fmt::format("{}", fmt::join(names, " ")));
}

std::string verified(const CaseResult& c) {
  if (!c.verified_before && !c.verified_after) return "";
  return boolean((!c.verified_before || c.verified_before->passed()) &&
                 (!c.verified_after || c.verified_after->passed()));
}

// ---- Columns --------------------------------------------------------------------------------------------------------

using R = Record;
using C = CaseResult;
struct CsvColumn {
  std::string_view title;
  std::string (*cell)(const R&, const C&);
};
constexpr std::array<CsvColumn, 57> csv_columns{{
    {"key", [](const R&, const C& c) { return csv_text(c.key); }},
    {"workload", [](const R&, const C& c) { return csv_text(c.what.workload); }},
    {"config", [](const R&, const C& c) { return csv_text(c.what.config); }},
    {"n", [](const R&, const C& c) { return number(c.what.shape.n); }},
    {"k", [](const R&, const C& c) { return number(c.what.shape.k); }},
    {"rows", [](const R&, const C& c) { return number(c.what.rows); }},
    {"dtype", [](const R&, const C& c) { return std::string(row_of(dtype_table, c.what.dtype).word); }},
    {"prep", [](const R&, const C& c) { return csv_text(c.prep); }},
    {"timer", [](const R&, const C& c) { return std::string(row_of(timer_table, c.what.timer).word); }},
    {"launch", [](const R&, const C& c) { return std::string(row_of(launch_table, c.what.launch).word); }},
    {"protect", [](const R&, const C& c) { return csv_text(to_string(c.what.protect)); }},
    {"steal", [](const R&, const C& c) { return csv_text(to_string(c.what.steal)); }},
    {"simulated", [](const R&, const C& c) { return boolean(c.simulated); }},
    {"status", [](const R&, const C& c) { return std::string(row_of(status_table, c.status).word); }},
    {"flags", [](const R&, const C& c) { return joined(c.flags, [](const Flag& flag) { return flag.id; }); }},
    {"samples", [](const R&, const C& c) { return number(c.samples_ns.size()); }},
    {"min_ns", [](const R&, const C& c) { return of(c.stats, &Stats::min_ns); }},
    {"q1_ns", [](const R&, const C& c) { return of(c.stats, &Stats::q1_ns); }},
    {"median_ns", [](const R&, const C& c) { return of(c.stats, &Stats::median_ns); }},
    {"q3_ns", [](const R&, const C& c) { return of(c.stats, &Stats::q3_ns); }},
    {"iqr_ns", [](const R&, const C& c) { return of(c.stats, &Stats::iqr_ns); }},
    {"max_ns", [](const R&, const C& c) { return of(c.stats, &Stats::max_ns); }},
    {"mean_ns", [](const R&, const C& c) { return of(c.stats, &Stats::mean_ns); }},
    {"stdev_ns", [](const R&, const C& c) { return of(c.stats, &Stats::stdev_ns); }},
    {"median_ci95_low_ns", [](const R&, const C& c) { return interval_bound(c, 0); }},
    {"median_ci95_high_ns", [](const R&, const C& c) { return interval_bound(c, 1); }},
    {"bytes_per_s", [](const R&, const C& c) { return number(c.bytes_per_s); }},
    {"share_of_peak", [](const R&, const C& c) { return number(c.share_of_peak); }},
    {"slowdown", [](const R&, const C& c) { return number(c.slowdown); }},
    {"dram_read_bytes",
     [](const R&, const C& c) { return c.counters ? number(c.counters->median.dram_read_bytes) : ""; }},
    {"dram_write_bytes",
     [](const R&, const C& c) { return c.counters ? number(c.counters->median.dram_write_bytes) : ""; }},
    {"dirty_evicted_bytes", [](const R&, const C& c) { return of(c.counters, &CounterSummary::dirty_evicted_bytes); }},
    {"residual_dirty_bytes",
     [](const R&, const C& c) { return of(c.counters, &CounterSummary::residual_dirty_bytes); }},
    {"predicted_time_ns", [](const R&, const C& c) { return of(c.predicted, &Prediction::time_ns); }},
    {"predicted_dram_read_bytes", [](const R&, const C& c) { return of(c.predicted, &Prediction::dram_read_bytes); }},
    {"predicted_dram_write_bytes", [](const R&, const C& c) { return of(c.predicted, &Prediction::dram_write_bytes); }},
    {"predicted_dirty_evicted_bytes",
     [](const R&, const C& c) { return of(c.predicted, &Prediction::dirty_evicted_bytes); }},
    {"measured_over_predicted",
     [](const R&, const C& c) { return of(c.predicted, &Prediction::measured_over_predicted); }},
    {"prep_time_ns", [](const R&, const C& c) { return number(c.prep_time_ns); }},
    {"flush_bytes", [](const R&, const C& c) { return number(c.flush_bytes); }},
    {"weight_bytes", [](const R&, const C& c) { return known(c.workload.weight_bytes); }},
    {"calls_per_sample", [](const R&, const C& c) { return number(c.calls_per_sample); }},
    {"copies", [](const R&, const C& c) { return number(c.copies); }},
    {"gate_timeouts", [](const R&, const C& c) { return number(c.gate_timeouts); }},
    {"verified", [](const R&, const C& c) { return verified(c); }},
    {"kernels",
     [](const R&, const C& c) { return joined(c.workload.kernels, [](const KernelInfo& k) { return k.name; }); }},
    {"device", [](const R& r, const C&) { return csv_text(r.environment.device.name); }},
    {"device_uuid", [](const R& r, const C&) { return text(r.environment.device.uuid); }},
    {"l2_bytes", [](const R& r, const C&) { return known(r.environment.device.l2_bytes); }},
    {"driver_version", [](const R& r, const C&) { return text(r.environment.device.driver_version); }},
    {"runtime_version", [](const R& r, const C&) { return text(r.environment.device.runtime_version); }},
    {"cublas_version", [](const R& r, const C&) { return text(r.environment.device.cublas_version); }},
    {"git_revision", [](const R& r, const C&) { return csv_text(r.tool.git_revision); }},
    {"started", [](const R& r, const C&) { return csv_text(r.started); }},
    {"partial", [](const R& r, const C&) { return boolean(r.partial); }},
    {"name", [](const R& r, const C&) { return csv_text(r.spec.name); }},
    {"reproduce", [](const R&, const C& c) { return csv_text(c.reproduce); }},
}};

template <typename Cell>
std::string line_of(const Cell& cell) {
  std::vector<std::string> cells;
  for (const CsvColumn& column : csv_columns) cells.push_back(cell(column));
  return fmt::format("{}\r\n", fmt::join(cells, ","));  // RFC 4180
}

}  // namespace

std::string render_csv(const Record& record) {
  std::string csv = line_of([](const CsvColumn& column) { return std::string(column.title); });
  for (const CaseResult& c : record.cases) {
    csv += line_of([&](const CsvColumn& column) { return column.cell(record, c); });
  }
  return csv;
}

}  // namespace l2bench
