#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "l2bench/build_info.hpp"
#include "l2bench/compare.hpp"

namespace l2bench {

/// What one machine can tell apart, by comparing a build with itself.
struct Calibration {
  Tool tool;
  std::string started;
  std::string device;
  std::optional<std::string> uuid;
  std::string host;
  std::size_t processes = 0;               ///< a side of every comparison
  std::map<std::string, CaseNoise> cases;  ///< by case key
  std::vector<std::string> left_out;       ///< cases that were not ok
};

/// Comparisons of the build with itself that a case's noise is read from.
inline constexpr std::size_t calibration_splits = 200;

/// A calibration measures this many times the processes of both sides of one comparison: from no more than those, the
/// spread of processes would be known to a fifth only.
inline constexpr int calibration_pool = 2;

/// From two records of one build that were measured in turn: of all their processes, `processes` are dealt to each of
/// two sides, again and again.
/// `floor` is what 95% of the ratios stay within; `smallest_threshold` is the least with which at most 5% of the
/// comparisons are anything but SAME. Pure. Throws UsageError for fewer than
/// least_processes a side, and for cases with too few.
Calibration calibrate(const Record& a, const Record& b, std::size_t processes);

inline constexpr int calibration_schema_version = 1;
nlohmann::json to_json(const Calibration& calibration);
/// Throws UsageError naming the JSON path.
Calibration calibration_from_json(const nlohmann::json& j);

}  // namespace l2bench
