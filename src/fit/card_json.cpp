#include <nlohmann/json.hpp>

#include "l2bench/fit.hpp"

namespace l2bench {

nlohmann::ordered_json to_json(const ModelCard& card) {
  nlohmann::ordered_json parameters;
  for (const ParameterRow& row : parameter_table) {
    const Parameter& parameter = card.*row.value;
    nlohmann::ordered_json& entry = parameters[std::string(row.word)];
    entry["value"] = parameter.value;
    if (row.whole) entry["value"] = static_cast<std::uint64_t>(parameter.value);
    entry["source"] = row_of(source_table, parameter.source).word;
    entry["note"] = parameter.note;
  }
  return {{"name", card.name}, {"device", card.device}, {"about", card.about}, {"parameters", std::move(parameters)}};
}

}  // namespace l2bench
