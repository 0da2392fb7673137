#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "l2bench/error.hpp"
#include "l2bench/record.hpp"

// Two records side by side. The unit is the process: its median is one observation, its samples only say how well that
// median is known.

namespace l2bench {

enum class Verdict { slower, faster, same, inconclusive, no_baseline, not_comparable };

/// What is said of one case, and the exit code that one such case calls for.
struct VerdictRow {
  Verdict value;
  std::string_view word;
  std::string_view help;
  Exit exit;
};
inline constexpr std::array<VerdictRow, 6> verdict_table{{
    {Verdict::slower, "SLOWER", "more than the threshold slower: the whole interval says so, and the rank test agrees",
     Exit::regression},
    {Verdict::faster, "FASTER", "more than the threshold faster, by the same two rules", Exit::ok},
    {Verdict::same, "SAME", "the whole interval lies within the threshold", Exit::ok},
    {Verdict::inconclusive, "INCONCLUSIVE", "these samples cannot tell; the reason says what would", Exit::invalid},
    {Verdict::no_baseline, "NO_BASELINE", "the base has no such case; exit code 4 with --require-baseline", Exit::ok},
    {Verdict::not_comparable, "NOT_COMPARABLE", "something else than the code differs, or a case is not ok",
     Exit::invalid},
}};

/// A fact that must be equal on both sides, else a difference in time may be its work. `value` gives it as text;
/// "unknown" where the record has none.
struct ComparabilityRow {
  std::string (*value)(const Record&, const CaseResult&);
  std::string_view word;
  std::string_view help;
  bool can_be_allowed = true;  ///< by --allow-mismatch
  bool in_key = false;         ///< a part of the case's key: while it must match, cases that differ in it do not meet
};
const std::vector<ComparabilityRow>& comparability_table();

/// Throws UsageError for a word that is no key, or one that cannot be allowed.
void check_can_be_allowed(std::string_view word);

/// What `calibrate` found out about a case on one machine; shares of the median.
struct CaseNoise {
  double floor = 0;               ///< half width of the 95% interval of an A/A ratio
  double smallest_threshold = 0;  ///< below it, more than 5% of A/A comparisons would call a change
  friend bool operator==(const CaseNoise&, const CaseNoise&) = default;
};

struct CompareOptions {
  double threshold = 0.03;           ///< least change that counts, as a share; never below two timer steps
  std::vector<std::string> allowed;  ///< words of comparability_table() that may differ
  bool require_baseline = false;
  std::map<std::string, CaseNoise> noise;  ///< by case key; empty: no calibration
};

/// Family-wise rate of false alarms that Holm's procedure keeps, and the confidence of every interval.
inline constexpr double false_alarm_rate = 0.05;
inline constexpr double confidence = 0.95;
/// Below this many processes a side there is no interval between processes to speak of.
inline constexpr std::size_t least_processes = 5;

/// One side of a case.
struct Side {
  std::string key;
  std::vector<double> process_medians_ns;  ///< in the order of the processes
  std::size_t samples = 0;
  double median_ns = 0;          ///< of the processes' medians
  std::optional<double> sm_mhz;  ///< median SM clock of its blocks; empty: never read
};

struct Mismatch {
  std::string key;  ///< a word of comparability_table()
  std::string base;
  std::string candidate;
  bool allowed = false;
  friend bool operator==(const Mismatch&, const Mismatch&) = default;
};

struct CaseComparison {
  std::string key;  ///< of the new record's case
  Verdict verdict = Verdict::no_baseline;
  std::string reason;    ///< a sentence: why this verdict, and for INCONCLUSIVE what to do
  double threshold = 0;  ///< in force for this case
  std::optional<Side> base;
  std::optional<Side> candidate;
  std::optional<double> ratio;  ///< candidate / base, by their median_ns
  std::optional<std::array<double, 2>> ratio_ci95;
  std::optional<double> cycles_ratio;           ///< ratio in SM clock cycles; empty where a side's clock is unknown
  std::optional<double> p;                      ///< rank test over the processes' medians, two-sided
  std::optional<double> p_holm;                 ///< adjusted for all cases tested
  std::optional<std::size_t> processes_needed;  ///< a side, for INCONCLUSIVE where that would decide it
  std::vector<Mismatch> mismatches;
};

/// What identifies a run in a comparison.
struct RunLabel {
  std::string path;  ///< as given; empty if it was no file
  std::string name;
  std::string started;
  std::string git_revision;
  std::string device;
  std::optional<std::string> uuid;
  std::string host;
  bool simulated = false;
  bool partial = false;
};

struct Comparison {
  RunLabel base;
  RunLabel candidate;
  CompareOptions options;
  std::vector<CaseComparison> cases;  ///< in the order of the new record
  std::vector<std::string> only_in_base;
  std::vector<Warning> warnings;
};

RunLabel label_of(const Record& record, const std::string& path);

/// Compares every case of `candidate` with the one of `base` that has its key. Pure: the same arguments give the same
/// comparison on every machine, on however many threads. Both records are judged.
Comparison compare(const Record& base, const Record& candidate, const CompareOptions& options);

/// How many cases have `verdict`.
std::size_t count_of(const Comparison& comparison, Verdict verdict);

/// 1 with a SLOWER case; else 4 with one that could not be decided, or if nothing was compared at all; else 0.
Exit exit_of(const Comparison& comparison);

inline constexpr int comparison_schema_version = 1;
nlohmann::json to_json(const Comparison& comparison);

}  // namespace l2bench
