#include "l2bench/model.hpp"
#include "l2bench/words.hpp"

namespace l2bench {
namespace {

std::optional<ModelCard> card_named_by(const Spec& spec) {
  if (!spec.model_file.empty()) return read_model_card(spec.model_file);
  if (spec.device.starts_with(model_prefix)) return open_model_card(spec.device.substr(model_prefix.size()));
  return std::nullopt;
}

/// Empty: the model knows what such a case does.
std::string why_unpredicted(const Case& what) {
  if (what.protect.on() || what.steal.on()) return "predictions are of a call alone";
  const auto* row = find_word(workload_table, what.workload);
  if (row != nullptr && !row->code.empty()) return "the model does not know how code of your own goes over its data";
  if (row != nullptr && row->is_chain) return "predictions are of one kernel";
  return "";
}

}  // namespace

Predictor::Predictor(const Spec& spec) : named_(card_named_by(spec)) {}

void Predictor::take(Record& record, const Message& message) const {
  const auto* ready = std::get_if<CaseReady>(&message);
  if (ready == nullptr) return;
  CaseResult& c = record.cases.at(ready->index);
  if (c.predicted) return;  // another process of the run got there first
  c.unpredicted = why_unpredicted(c.what);
  if (!c.unpredicted.empty()) return;
  const ModelCard card = named_ ? *named_ : model_card_for(record.environment.device);
  c.predicted = predict(card, {ready->prep, ready->workload, ready->copies, c.what.timer});
}

}  // namespace l2bench
