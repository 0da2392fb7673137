#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "l2bench/record.hpp"

namespace l2bench {

struct SweepPoint {
  std::uint64_t bytes = 0;
  double median_ns = 0;
  std::size_t index = 0;  ///< of the case in its record
};

/// Cases that differ only in the size of one step, from the smallest size up.
struct Sweep {
  std::string name;  ///< "cublas/4096x4096/m1/bf16/event/stream/read:256MiB+zero:SIZE"
  std::vector<SweepPoint> points;
};

/// The sweeps of a judged record: five sizes or more. Cases that are not ok are left out.
std::vector<Sweep> sweeps_of(const Record& record);

}  // namespace l2bench
