#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "l2bench/record.hpp"

namespace l2bench::made_up {

/// One case: a call of cublas, and how its times are drawn. Spreads are standard deviations as shares of the median.
struct Times {
  std::string prep = "read:256MiB";
  Shape shape{4096, 4096};
  double median_ns = 12000;
  double between = 0.005;  ///< of the processes' levels
  double within = 0.01;    ///< of the samples around their process's level
  double drift = 0.0;      ///< change over the run, as a share
  int processes = 7;
  int samples = 100;  ///< a process
  std::optional<double> sm_mhz = 1980;
  TimerKind timer = TimerKind::event;
  std::optional<double> dram_read_bytes;
  std::optional<double> dram_write_bytes;
  std::string failed_with;  ///< a flag; empty: the case is ok
};

/// A judged record on a made-up H200, with normally distributed times.
Record record_of(const std::vector<Times>& cases, std::uint64_t seed);

/// So many cases alike, with shapes of their own.
std::vector<Times> alike(const Times& times, std::size_t count);

}  // namespace l2bench::made_up
