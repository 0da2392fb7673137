#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "l2bench/compare.hpp"
#include "l2bench/record.hpp"

// What the formats of CI services show of a case, taken from a record or from a comparison: one renderer for both.

namespace l2bench {

/// How a test report counts a case.
enum class TestOutcome { passed, failed, error, skipped };

struct CiRow {
  std::string name;  ///< the case's key; marked where it is simulated
  TestOutcome outcome = TestOutcome::passed;
  std::string kind;     ///< of an outcome that is not passed: "SLOWER", "invalid"
  std::string message;  ///< likewise: why
  std::optional<double> median_ns;
  std::optional<std::array<double, 2>> range_ns;  ///< of the median
  std::optional<double> ratio;                    ///< to the base
};

struct CiReport {
  std::string device;
  std::string host;
  std::string started;
  bool simulated = false;
  std::vector<std::pair<std::string, std::string>> facts;  ///< driver, revision, ...
  std::vector<CiRow> rows;
};

CiReport ci_report(const Record& record);
CiReport ci_report(const Comparison& comparison);

std::string junit_text(const CiReport& report);
std::string gha_text(const CiReport& report);
std::string bmf_text(const CiReport& report);
std::string openmetrics_text(const CiReport& report);

}  // namespace l2bench
