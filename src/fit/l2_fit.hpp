#pragma once

#include "fit/points.hpp"
#include "l2bench/fit.hpp"

namespace l2bench {

/// What a card gives for the bytes of `what`, as counted: of a call, and of a read pass in its place.
struct ModelledBytes {
  double read = 0;
  double written = 0;
  double left_dirty = 0;
};
ModelledBytes modelled_bytes_of(const ModelCard& card, const SeenCase& what);

/// The points of `cases` that are bytes, as `card` gives them.
std::vector<FitPoint> byte_points(const ModelCard& card, const std::vector<SeenCase>& cases);

/// Chooses the four parameters of L2 by the points that are not held out.
void fit_l2(ModelCard& card, const std::vector<SeenCase>& cases, const FitProgress& progress);

}  // namespace l2bench
