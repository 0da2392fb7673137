#pragma once

#include "fit/points.hpp"
#include "l2bench/fit.hpp"

namespace l2bench {

/// Takes what a record says of its timers: floors, steps, and what events and stamps add to a kernel.
void fit_timers(ModelCard& card, const Record& record, const std::vector<SeenCase>& cases);

/// Chooses the rates and the fixed time of a kernel, by the bytes that `card` gives.
void fit_rates(ModelCard& card, const std::vector<SeenCase>& cases, std::vector<std::string>& unknown);

/// The points of `cases` that are times, as `card` gives them.
std::vector<FitPoint> time_points(const ModelCard& card, const std::vector<SeenCase>& cases);

}  // namespace l2bench
