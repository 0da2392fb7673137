#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "l2bench/error.hpp"
#include "l2bench/ledger.hpp"
#include "spec/axes.hpp"
#include "spec/json_text.hpp"

namespace l2bench {
namespace {

constexpr std::array<std::string_view, 10> layer_keys{"schema_version", "name",    "about",    "shape",  "layers",
                                                      "tokens",         "left_by", "polluter", "kappas", "handoffs"};
constexpr std::array<std::string_view, 7> layer_kappa_keys{"up_to_tokens", "workload", "config", "ms_per_gb",
                                                           "low",          "high",     "why"};
constexpr std::array<std::string_view, 8> layer_handoff_keys{"name",
                                                             "producer",
                                                             "consumer",
                                                             "kappa",
                                                             "bytes_per_token",
                                                             "times_per_layer",
                                                             "between_bytes",
                                                             "between_bytes_per_token"};
constexpr double most_whole = 9007199254740991.0;  // 2^53 - 1: what a number of JSON keeps exactly

class LayerReader {
 public:
  LayerReader(std::string_view text, const std::string& path) : text_(path.empty() ? "layer" : path, text) {}

  Layer read() const {
    const nlohmann::json root = text_.parse();
    check_keys(root, "", layer_keys);
    if (whole(root, "", "schema_version") != layer_schema_version) {
      reject("/schema_version", fmt::format("it must be {}.", layer_schema_version));
    }
    Layer layer;
    layer.name = text_at(root, "", "name");
    layer.about = text_at(root, "", "about", "");
    layer.shape = shape_at(root);
    layer.layers = whole(root, "", "layers");
    layer.tokens = whole(root, "", "tokens");
    layer.left_by = text_at(root, "", "left_by", layer.left_by);
    const StepRow* left_by = find_word(step_table, layer.left_by);
    if (left_by == nullptr || !left_by->own) {
      reject("/left_by", "it must be produce (stored: dirty) or touch (read: clean).");
    }
    layer.polluter = polluter_at(root);
    for (const auto& [name, choices] : required(root, "", "kappas").items()) {
      layer.kappas[name] = kappas(choices, pointer_to("/kappas", name));
    }
    const nlohmann::json& handoffs = list_at(root, "", "handoffs");
    for (std::size_t i = 0; i < handoffs.size(); ++i) {
      layer.handoffs.push_back(handoff(handoffs[i], fmt::format("/handoffs/{}", i), layer));
    }
    return layer;
  }

 private:
  [[noreturn]] void reject(const std::string& pointer, const std::string& reason) const {
    throw UsageError(text_.where(pointer) + reason);
  }

  void check_keys(const nlohmann::json& object, const std::string& pointer,
                  std::span<const std::string_view> keys) const {
    if (!object.is_object())
      reject(pointer, fmt::format("it must be an object with keys of {}.", fmt::join(keys, " ")));
    for (const auto& [key, value] : object.items()) {
      if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
      reject(pointer_to(pointer, key), fmt::format("{} is not a key here{}. Known: {}.", in_quotes(key),
                                                   suggestion(key, keys), fmt::join(keys, " ")));
    }
  }

  const nlohmann::json& required(const nlohmann::json& object, const std::string& pointer,
                                 const std::string& key) const {
    if (!object.contains(key)) reject(pointer, fmt::format("the key '{}' is missing.", key));
    return object.at(key);
  }

  const nlohmann::json& list_at(const nlohmann::json& object, const std::string& pointer,
                                const std::string& key) const {
    const nlohmann::json& list = required(object, pointer, key);
    if (!list.is_array() || list.empty()) reject(pointer_to(pointer, key), "it must be a list with something in it.");
    return list;
  }

  std::string text_at(const nlohmann::json& object, const std::string& pointer, const std::string& key) const {
    const nlohmann::json& value = required(object, pointer, key);
    if (!value.is_string() || value.get<std::string>().empty()) {
      reject(pointer_to(pointer, key), "it must be a text that is not empty.");
    }
    return value.get<std::string>();
  }
  std::string text_at(const nlohmann::json& object, const std::string& pointer, const std::string& key,
                      const std::string& fallback) const {
    return object.contains(key) ? text_at(object, pointer, key) : fallback;
  }

  std::uint64_t whole(const nlohmann::json& object, const std::string& pointer, const std::string& key,
                      std::uint64_t least = 1) const {
    const nlohmann::json& value = required(object, pointer, key);
    const bool fits = value.is_number_unsigned() && value.get<std::uint64_t>() >= least && value <= most_whole;
    if (!fits) reject(pointer_to(pointer, key), fmt::format("it must be a whole number, {} or more.", least));
    return value.get<std::uint64_t>();
  }
  std::uint64_t whole_or(const nlohmann::json& object, const std::string& pointer, const std::string& key,
                         std::uint64_t fallback) const {
    return object.contains(key) ? whole(object, pointer, key, 0) : fallback;
  }

  double number(const nlohmann::json& object, const std::string& pointer, const std::string& key) const {
    const nlohmann::json& value = required(object, pointer, key);
    if (!value.is_number()) reject(pointer_to(pointer, key), "it must be a number, in ms for each GB.");
    return value.get<double>();
  }

  Shape shape_at(const nlohmann::json& root) const {
    try {
      const std::vector<Shape> shapes = parse_shapes(text_at(root, "", "shape"));
      if (shapes.size() == 1 && !shapes.front().is_block()) return shapes.front();
    } catch (const UsageError&) {  // told below, with its place
    }
    reject("/shape", "it must be the layer's hidden size by that of its feed-forward part, such as 4096x14336.");
  }

  Step polluter_at(const nlohmann::json& root) const {
    try {
      return parse_polluter(text_at(root, "", "polluter"));
    } catch (const UsageError& error) {
      reject("/polluter", error.what());
    }
  }

  std::vector<LayerKappa> kappas(const nlohmann::json& choices, const std::string& pointer) const {
    if (!choices.is_array() || choices.empty()) {
      reject(pointer, "it must be a list: of those for so many tokens, the first that a record has is taken.");
    }
    std::vector<LayerKappa> read;
    for (std::size_t i = 0; i < choices.size(); ++i)
      read.push_back(kappa(choices[i], fmt::format("{}/{}", pointer, i)));
    return read;
  }

  LayerKappa kappa(const nlohmann::json& object, const std::string& pointer) const {
    check_keys(object, pointer, layer_kappa_keys);
    LayerKappa kappa;
    kappa.why = text_at(object, pointer, "why");
    if (object.contains("up_to_tokens")) kappa.up_to_tokens = whole(object, pointer, "up_to_tokens");
    if (object.contains("ms_per_gb") == object.contains("workload")) {
      reject(pointer,
             "it must have either workload and config, a call whose kappa a record has, or ms_per_gb, low and "
             "high, given with their source in why.");
    }
    if (object.contains("workload")) {
      kappa.workload = text_at(object, pointer, "workload");
      kappa.config = text_at(object, pointer, "config", "");
      return kappa;
    }
    kappa.ms_per_gb = number(object, pointer, "ms_per_gb");
    kappa.low = number(object, pointer, "low");
    kappa.high = number(object, pointer, "high");
    if (kappa.low <= *kappa.ms_per_gb && *kappa.ms_per_gb <= kappa.high) return kappa;
    reject(pointer, "ms_per_gb must lie from low to high.");
  }

  LayerHandoff handoff(const nlohmann::json& object, const std::string& pointer, const Layer& layer) const {
    check_keys(object, pointer, layer_handoff_keys);
    LayerHandoff handoff;
    handoff.name = text_at(object, pointer, "name");
    handoff.producer = text_at(object, pointer, "producer");
    handoff.consumer = text_at(object, pointer, "consumer");
    handoff.kappa = text_at(object, pointer, "kappa");
    if (!layer.kappas.contains(handoff.kappa)) {
      reject(pointer + "/kappa", fmt::format("{} is not one of this file's kappas.", in_quotes(handoff.kappa)));
    }
    handoff.bytes_per_token = whole(object, pointer, "bytes_per_token");
    handoff.times_per_layer = whole_or(object, pointer, "times_per_layer", 1);
    handoff.between_bytes = whole_or(object, pointer, "between_bytes", 0);
    handoff.between_bytes_per_token = whole_or(object, pointer, "between_bytes_per_token", 0);
    return handoff;
  }

  JsonText text_;
};

}  // namespace

Step parse_polluter(std::string_view text) {
  const Prep prep = parse_prep(text);
  const bool fits = prep.steps.size() == 1 && prep.steps.front().size &&
                    (prep.steps.front().kind == StepKind::read || prep.steps.front().kind == StepKind::write);
  if (!fits) throw UsageError(fmt::format("{} is not a polluter: write read:SIZE or write:SIZE.", in_quotes(text)));
  return prep.steps.front();
}

Layer parse_layer(std::string_view text, const std::string& path) {
  return LayerReader(text, path).read();
}

}  // namespace l2bench
