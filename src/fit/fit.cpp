#include "l2bench/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fit/l2_fit.hpp"
#include "fit/points.hpp"
#include "fit/time_fit.hpp"

namespace l2bench {
namespace {

/// What another card's name and notes say is not known of this one.
ModelCard start_for(const Record& record, const std::string& name) {
  const DeviceInfo& device = record.environment.device;
  ModelCard card = model_card_for(device);
  for (const ParameterRow& row : parameter_table) {
    Parameter& parameter = card.*row.value;
    if (parameter.note.empty()) parameter.note = fmt::format("of the card {}", card.name);
  }
  card.about = fmt::format("Fitted by l2bench fit to {} {} of {}.", record.cases.size(),
                           device.simulated ? "SIMULATED cases" : "cases", record.started);
  card.name = name;
  card.device = device.simulated ? "" : device.name;
  return card;
}

bool has_bytes(const SeenCase& seen) {
  return seen.read_bytes || seen.written_bytes || seen.left_dirty_bytes;
}

}  // namespace

double misfit_in_allowances(const FitPoint& point) {
  return (point.modelled - point.seen) / std::max(allowed_bytes, allowed_share * std::abs(point.seen));
}

Fit fit(const Record& record, const std::string& name, const FitProgress& progress) {
  const std::vector<SeenCase> cases = seen_cases(record);
  if (std::none_of(cases.begin(), cases.end(), has_bytes)) {
    throw UsageError(
        "There is nothing to fit: the record has no case that is ok and has counters. Run it with --counters.");
  }
  Fit result;
  result.card = start_for(record, name);
  fit_l2(result.card, cases, progress);
  fit_timers(result.card, record, cases);
  fit_rates(result.card, cases, result.unknown);
  result.points = byte_points(result.card, cases);
  for (FitPoint& point : time_points(result.card, cases)) result.points.push_back(std::move(point));
  return result;
}

}  // namespace l2bench
