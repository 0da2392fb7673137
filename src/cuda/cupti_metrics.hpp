#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "l2bench/device.hpp"

namespace l2bench {

/// A hardware metric and the reading it fills: count x `unit`.
struct Metric {
  const char* name;
  std::optional<double> CounterReading::*field;
  double unit;
  const char* what;  ///< for the user: "L2 hits"
};

inline constexpr double sector_bytes = 32;

inline constexpr Metric dram_reads{"dram__bytes_read.sum", &CounterReading::dram_read_bytes, 1, "DRAM reads"};
inline constexpr Metric dram_writes{"dram__bytes_write.sum", &CounterReading::dram_write_bytes, 1, "DRAM writes"};
inline constexpr Metric dram_op_reads{"dram__bytes_op_read.sum", &CounterReading::dram_read_bytes, 1, "DRAM reads"};
inline constexpr Metric dram_op_writes{"dram__bytes_op_write.sum", &CounterReading::dram_write_bytes, 1, "DRAM writes"};
inline constexpr Metric l2_hits{"lts__t_tag_requests_hit.sum", &CounterReading::l2_tag_hits, 1, "L2 hits"};
inline constexpr Metric l2_misses{"lts__t_tag_requests_miss.sum", &CounterReading::l2_tag_misses, 1, "L2 misses"};
inline constexpr Metric l2_fabric_reads{"lts__t_sectors_srcunit_ltcfabric_op_read.sum",
                                        &CounterReading::l2_fabric_read_bytes, sector_bytes,
                                        "reads from the other half of L2"};
inline constexpr Metric l2_fills{"lts__d_sectors_fill_device.sum", &CounterReading::l2_fill_bytes, sector_bytes,
                                 "L2 fills"};

/// What a chip can count in one hardware pass. More passes would mean that the call is run again on another L2 state.
struct ChipMetrics {
  std::string_view chips;  ///< what CUPTI's chip name begins with
  std::array<const Metric*, 2> core;
  std::array<const Metric*, 3> more;  ///< given up if CUPTI wants a second pass for them; null: no third
};

/// The first row that fits counts. Where fills and fabric reads exclude each other, fabric reads were chosen: on a cold
/// read the fills repeat the DRAM reads to the byte. Checked against CUPTI for each chip in the tests, which need no
/// GPU.
inline constexpr std::array<ChipMetrics, 6> chip_metrics_table{{
    {"GA100", {&dram_reads, &dram_writes}, {&l2_hits, &l2_misses, nullptr}},
    {"GH100", {&dram_reads, &dram_writes}, {&l2_hits, &l2_misses, &l2_fabric_reads}},
    {"GB10", {&dram_reads, &dram_writes}, {&l2_hits, &l2_misses, &l2_fabric_reads}},
    {"GB11", {&dram_reads, &dram_writes}, {&l2_hits, &l2_misses, &l2_fabric_reads}},
    {"GB20", {&dram_op_reads, &dram_op_writes}, {&l2_hits, &l2_misses, &l2_fills}},
    {"", {&dram_reads, &dram_writes}, {&l2_hits, &l2_misses, &l2_fills}},
}};

constexpr const ChipMetrics& chip_metrics(std::string_view chip) {
  for (const ChipMetrics& row : chip_metrics_table) {
    if (chip.starts_with(row.chips)) return row;
  }
  return chip_metrics_table.back();
}

}  // namespace l2bench
