#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "l2bench/model.hpp"
#include "l2bench/record.hpp"

// Fits a model card to a record with counters, so that a GPU without a card gets one. The fit is descriptive: it says
// which parameters make the model's mechanism agree with this card, not that the hardware works this way.

namespace l2bench {

/// One figure of one case: as counted or timed, and as the fitted card gives it. Bytes or ns.
struct FitPoint {
  std::string key;
  std::string_view quantity;  ///< "read", "written", "left dirty" (bytes); "time" (ns)
  double seen = 0;
  double modelled = 0;
  bool held_out = false;  ///< the parameters were chosen without this point
};

/// How far the model is off where it is off by as much as a good card is allowed to be, or by 0.
double misfit_in_allowances(const FitPoint& point);

struct Fit {
  ModelCard card;
  std::vector<FitPoint> points;
  std::vector<std::string> unknown;  ///< what the record could not tell, and which measurement would
};

/// Called with the number of cards tried so far.
using FitProgress = std::function<void(int)>;

/// Fits a card named `name`. Every fourth case is held out, and so are weights larger than twice L2. Parameters that
/// the record says nothing about keep value, source and note of the nearest card. Pure; takes seconds.
/// Throws UsageError if the record has no case with counters.
Fit fit(const Record& record, const std::string& name, const FitProgress& progress = {});

/// schema/model.schema.json
nlohmann::ordered_json to_json(const ModelCard& card);

/// What a record says of its card's L2, memory and timers, in words: one finding each, and one with the id "unknown"
/// for each that it does not say.
std::vector<Finding> find_card_facts(const Record& record);

}  // namespace l2bench
