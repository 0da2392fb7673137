#include "record/units.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string_view>

namespace l2bench {
namespace {

struct TimeUnit {
  double ns;
  std::string_view word;
};
constexpr std::array<TimeUnit, 4> time_units{{{1.0, "ns"}, {1e3, "µs"}, {1e6, "ms"}, {1e9, "s"}}};
constexpr int digits = 4;

/// The largest unit in which the value, as it will be rounded, is at least 1.
const TimeUnit& unit_for(double ns) {
  constexpr double rounds_up_to_next = 0.9999;
  const TimeUnit* unit = &time_units.front();
  for (const TimeUnit& larger : time_units) {
    if (std::abs(ns) >= larger.ns * rounds_up_to_next) unit = &larger;
  }
  return *unit;
}

/// So many decimals that four digits are shown, also after rounding up (9.9996 is 10.00). Whole ns need none.
int decimals_for(double ns, const TimeUnit& unit) {
  const double value = std::abs(ns / unit.ns);
  if (unit.ns == 1.0 && value == std::round(value)) return 0;
  int decimals = digits - 1;
  for (double limit = 10.0; decimals > 0 && value >= limit - 0.5 * std::pow(10.0, -decimals); limit *= 10.0) --decimals;
  return decimals;
}

}  // namespace

std::string format_time(double ns) {
  return format_time_like(ns, ns);
}

std::string format_time_like(double ns, double like_ns) {
  const TimeUnit& unit = unit_for(like_ns);
  return fmt::format("{:.{}f} {}", ns / unit.ns, decimals_for(like_ns, unit), unit.word);
}

std::string format_megabytes(double bytes) {
  return fmt::format("{:.2f} MB", bytes * 1e-6);
}

std::string format_bandwidth(double bytes_per_s) {
  return fmt::format("{:.0f} GB/s", bytes_per_s * 1e-9);
}

std::string format_percent(double share) {
  return fmt::format("{:.0f}%", share * 100.0);
}

}  // namespace l2bench
