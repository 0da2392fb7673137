#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyze/handoffs.hpp"

namespace l2bench {

struct SurvivalPoint {
  std::optional<Polluter> polluter;
  double median_ns = 0;
  std::optional<double> by_bytes;       ///< share of the block that was not read from DRAM
  std::optional<double> by_bytes_most;  ///< the same of the count that left the most
  std::optional<double> by_time;
  std::string key;  ///< of its case
  double polluted_bytes() const { return polluter ? static_cast<double>(polluter->bytes) : 0.0; }
};

/// What is left of one block, left in L2 in one way, along the size of one kind of polluter.
struct SurvivalCurve {
  std::string name;
  std::string left_by;  ///< "produce" or "touch"
  bool polluter_writes = false;
  double block_bytes = 0;
  bool has_empty = false;
  std::vector<SurvivalPoint> points;  ///< by the polluter's size
};

/// The curves of a judged record, of `least_points` or more.
std::vector<SurvivalCurve> survival_curves(const Record& record, std::size_t least_points);

}  // namespace l2bench
