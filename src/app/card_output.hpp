#pragma once

#include <string>

#include "l2bench/fit.hpp"

namespace l2bench {

/// Where a fitted card goes, for the commands that make one.
struct CardOutput {
  std::string path;  ///< "-": standard output; empty: nowhere
  std::string name;  ///< empty: made of the device's name
  bool force = false;

  /// Throws UsageError if the file cannot be written, or may not be replaced.
  void check() const;
  void write(const Fit& fitted) const;
};

/// Fits a card to `record`, with progress on a terminal.
Fit fit_with_progress(const Record& record, const CardOutput& output, bool quiet);

/// Every point beside the model's figure, the parameters, and what is not known.
std::string fit_text(const Fit& fitted);

}  // namespace l2bench
