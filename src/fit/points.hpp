#pragma once

#include <optional>
#include <string>
#include <vector>

#include "l2bench/model.hpp"
#include "l2bench/record.hpp"

namespace l2bench {

/// One case as the fit needs it: what the model is asked, and what was seen.
struct SeenCase {
  std::string key;
  PredictedCase what;
  std::optional<double> read_bytes;
  std::optional<double> written_bytes;
  std::optional<double> left_dirty_bytes;  ///< by the prep alone
  std::optional<double> median_ns;
  bool held_out = false;
};

/// The cases of a record whose result is ok, in its order. A case that differs from an earlier one only in timer or
/// launch has no bytes of its own here, so that none counts twice.
std::vector<SeenCase> seen_cases(const Record& record);

/// Seen bytes below this are the counter's noise and other traffic on the card.
inline constexpr double allowed_bytes = 0.5 * 1024.0 * 1024.0;
/// A good card's figures are within this share of what was seen.
inline constexpr double allowed_share = 0.1;

}  // namespace l2bench
