#include "expect/quantity.hpp"

#include <fmt/format.h>

#include "record/units.hpp"

namespace l2bench {
namespace {

std::optional<double> counted(const CaseResult& c, std::optional<double> CounterReading::*count) {
  return c.counters ? c.counters->median.*count : std::nullopt;
}

std::optional<double> dram_bytes(const CaseResult& c) {
  const auto reads = counted(c, &CounterReading::dram_read_bytes);
  const auto writes = counted(c, &CounterReading::dram_write_bytes);
  return reads && writes ? std::optional(*reads + *writes) : std::nullopt;
}

bool is_time(Quantity quantity) {
  return quantity == Quantity::median_ns || quantity == Quantity::min_ns || quantity == Quantity::iqr_ns ||
         quantity == Quantity::prep_time_ns;
}

bool is_ratio(Quantity quantity) {
  return quantity == Quantity::slowdown || quantity == Quantity::share_of_peak;
}

}  // namespace

std::optional<double> value_of(const CaseResult& c, Quantity quantity) {
  if (c.status != Status::ok || !c.stats) return std::nullopt;
  switch (quantity) {
    case Quantity::median_ns:
      return c.stats->median_ns;
    case Quantity::min_ns:
      return c.stats->min_ns;
    case Quantity::iqr_ns:
      return c.stats->iqr_ns;
    case Quantity::prep_time_ns:
      return c.prep_time_ns;
    case Quantity::slowdown:
      return c.slowdown;
    case Quantity::bytes_per_s:
      return c.bytes_per_s;
    case Quantity::share_of_peak:
      return c.share_of_peak;
    case Quantity::dram_bytes:
      return dram_bytes(c);
    case Quantity::dram_read_bytes:
      return counted(c, &CounterReading::dram_read_bytes);
    case Quantity::dram_write_bytes:
      return counted(c, &CounterReading::dram_write_bytes);
    case Quantity::dirty_evicted_bytes:
      return c.counters ? c.counters->dirty_evicted_bytes : std::nullopt;
    case Quantity::residual_dirty_bytes:
      return c.counters ? c.counters->residual_dirty_bytes : std::nullopt;
  }
  return std::nullopt;
}

std::string in_words(double value, Quantity quantity) {
  if (is_time(quantity)) return format_time(value);
  if (is_ratio(quantity)) return fmt::format("{:.3f}", value);
  return quantity == Quantity::bytes_per_s ? format_bandwidth(value) : format_megabytes(value);
}

std::string why_absent(const CaseResult& c, Quantity quantity) {
  const std::string& name = c.key.empty() ? c.prep : c.key;
  if (c.status != Status::ok || !c.stats) return fmt::format("{} is {}", name, row_of(status_table, c.status).word);
  return fmt::format("{} has no {}", name, row_of(quantity_table, quantity).word);
}

}  // namespace l2bench
