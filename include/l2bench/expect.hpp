#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "l2bench/words.hpp"

// Claims that a spec makes before anything is measured: its key `expect`. Values only; a spec holds them, and a record
// says what became of them.

namespace l2bench {

enum class ExpectKind { range, ratio, difference, order, monotone, linear, agree };

/// A kind of claim. `needs` and `takes` are the keys beside name, claim, value and of that it must and may have.
struct ExpectKindRow {
  ExpectKind value;
  std::string_view word;
  std::string_view help;
  std::string_view needs;
  std::string_view takes;
};
inline constexpr std::array<ExpectKindRow, 7> expect_kind_table{{
    {ExpectKind::range, "range", "the value of each case `of` lies from least to most", "", "least most"},
    {ExpectKind::ratio, "ratio", "the value of each case `of`, over that of its partner `to`, lies from least to most",
     "to", "least most"},
    {ExpectKind::difference, "difference", "the same for the value less that of its partner: a budget", "to",
     "least most"},
    {ExpectKind::order, "order", "the values rise in the order of `words` of the axis `by`, each by the factor `least`",
     "by words", "least"},
    {ExpectKind::monotone, "monotone",
     "the value, or its difference to `to`, rises (or falls) along `over`, but for a share `slack` a step", "over",
     "direction slack to"},
    {ExpectKind::linear, "linear", "the value grows along `over` on a line, but for a share `most` at each point",
     "over most", ""},
    {ExpectKind::agree, "agree",
     "two `timers` agree on the value, or on its difference to `to`, but for a share `most`", "timers most", "to"},
}};

/// What a claim can be about, a number a case.
enum class Quantity {
  median_ns,
  min_ns,
  iqr_ns,
  prep_time_ns,
  slowdown,
  bytes_per_s,
  share_of_peak,
  dram_bytes,
  dram_read_bytes,
  dram_write_bytes,
  dirty_evicted_bytes,
  residual_dirty_bytes
};
inline constexpr std::array<Word<Quantity>, 12> quantity_table{{
    {Quantity::median_ns, "median_ns", "median time of the call"},
    {Quantity::min_ns, "min_ns", "shortest time of the call"},
    {Quantity::iqr_ns, "iqr_ns", "interquartile range of the times"},
    {Quantity::prep_time_ns, "prep_time_ns", "median time of the prep alone"},
    {Quantity::slowdown, "slowdown", "median over that of the cleanest prep"},
    {Quantity::bytes_per_s, "bytes_per_s", "bandwidth that the median implies"},
    {Quantity::share_of_peak, "share_of_peak", "the same over the memory's peak"},
    {Quantity::dram_bytes, "dram_bytes", "DRAM reads and writes of the call together"},
    {Quantity::dram_read_bytes, "dram_read_bytes", "DRAM reads of the call"},
    {Quantity::dram_write_bytes, "dram_write_bytes", "DRAM writes during the call"},
    {Quantity::dirty_evicted_bytes, "dirty_evicted_bytes", "DRAM writes less the call's own output"},
    {Quantity::residual_dirty_bytes, "residual_dirty_bytes", "what the prep alone leaves dirty"},
}};

/// What a sweep goes along.
enum class SweepAxis { flush_bytes, rows, n, k };
inline constexpr std::array<Word<SweepAxis>, 4> sweep_axis_table{{
    {SweepAxis::flush_bytes, "flush_bytes", "bytes the prep moves; cases that differ in the prep alone are one sweep"},
    {SweepAxis::rows, "rows", "input rows"},
    {SweepAxis::n, "n", "output features of the weight"},
    {SweepAxis::k, "k", "input features of the weight"},
}};

enum class Direction { rising, falling };
inline constexpr std::array<Word<Direction>, 2> direction_table{{
    {Direction::rising, "rising", "never falls, and ends higher"},
    {Direction::falling, "falling", "never rises, and ends lower"},
}};

/// Axes of a case that a selector names, in the order of a case's key.
inline constexpr std::array<std::string_view, 10> selector_axes{"workload", "config", "shape",  "rows",    "dtype",
                                                                "prep",     "timer",  "launch", "protect", "steal"};

/// Cases whose every named axis has one of the words. A prep's word matches any size that it does not name: `zero`
/// means zero:4MiB and zero:256MiB.
struct Selector {
  std::map<std::string, std::vector<std::string>> axes;
  friend bool operator==(const Selector&, const Selector&) = default;
};

struct Expectation {
  std::string name;
  ExpectKind kind = ExpectKind::range;
  Quantity value = Quantity::median_ns;
  Selector of;
  std::optional<Selector> to;
  std::optional<double> least;
  std::optional<double> most;
  std::string by;                  ///< order: an axis of selector_axes
  std::vector<std::string> words;  ///< order: its words, lowest value first
  std::optional<SweepAxis> over;
  Direction direction = Direction::rising;
  double slack = 0;
  std::vector<std::string> timers;  ///< agree: two words of timer_table
  friend bool operator==(const Expectation&, const Expectation&) = default;
};

/// What became of a claim.
enum class Outcome { held, failed, not_judged };
inline constexpr std::array<Word<Outcome>, 3> outcome_table{{
    {Outcome::held, "held", "every case it is about bears it out"},
    {Outcome::failed, "failed", "a case contradicts it: exit code 1"},
    {Outcome::not_judged, "not_judged", "a number it needs is not there: exit code 4"},
}};

struct ExpectationResult {
  std::string name;
  Outcome outcome = Outcome::not_judged;
  std::string text;  ///< the numbers
  friend bool operator==(const ExpectationResult&, const ExpectationResult&) = default;
};

/// What a record keeps of its spec's claims.
struct ExpectReport {
  /// Of the claims as --print-spec has them, as compact JSON with sorted keys; made before the first sample. Whoever
  /// was told it beforehand can check that the claims were not fitted to the result.
  std::string sha256;
  std::vector<ExpectationResult> results;  ///< in the order of the spec; empty until something was measured
  friend bool operator==(const ExpectReport&, const ExpectReport&) = default;
};

}  // namespace l2bench
