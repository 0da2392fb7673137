#include <fmt/format.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "l2bench/error.hpp"
#include "l2bench/model.hpp"
#include "spec/json_text.hpp"

namespace l2bench {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 4> card_keys{"name", "device", "about", "parameters"};
constexpr std::array<std::string_view, 3> entry_keys{"value", "source", "note"};
constexpr auto parameter_words = [] {
  std::array<std::string_view, parameter_table.size()> words;
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = parameter_table[i].word;
  return words;
}();

class CardReader {
 public:
  CardReader(std::string_view text, const std::string& path) : text_(path.empty() ? "model" : path, text) {}

  ModelCard read() const {
    const Json root = text_.parse();
    check_keys(root, "", card_keys);
    ModelCard card;
    card.name = text_at(root, "", "name");
    card.device = text_at(root, "", "device");
    card.about = text_at(root, "", "about");
    const Json& parameters = root.at("parameters");
    check_keys(parameters, "/parameters", parameter_words);
    for (const ParameterRow& row : parameter_table) {
      card.*row.value = parameter(parameters.at(std::string(row.word)), row);
    }
    return card;
  }

 private:
  [[noreturn]] void reject(const std::string& pointer, const std::string& reason) const {
    throw UsageError(text_.where(pointer) + reason);
  }

  /// An object with exactly these keys.
  void check_keys(const Json& object, const std::string& pointer, std::span<const std::string_view> keys) const {
    if (!object.is_object())
      reject(pointer, fmt::format("it must be an object with the keys {}.", fmt::join(keys, " ")));
    for (const auto& [key, value] : object.items()) {
      if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
      throw UsageError(text_.where(pointer_to(pointer, key), JsonText::Part::key) +
                       fmt::format("{} is not a key here{}. Known: {}.", in_quotes(key), suggestion(key, keys),
                                   fmt::join(keys, " ")));
    }
    for (const std::string_view key : keys) {
      if (!object.contains(key)) reject(pointer, fmt::format("the key '{}' is missing.", key));
    }
  }

  std::string text_at(const Json& object, const std::string& pointer, const std::string& key) const {
    const Json& value = object.at(key);
    if (!value.is_string()) reject(pointer_to(pointer, key), "it must be a text.");
    return value.get<std::string>();
  }

  Parameter parameter(const Json& entry, const ParameterRow& row) const {
    const std::string pointer = pointer_to("/parameters", row.word);
    check_keys(entry, pointer, entry_keys);
    Parameter parameter;
    parameter.value = value_of(entry.at("value"), pointer_to(pointer, "value"), row);
    const std::string source = text_at(entry, pointer, "source");
    const auto* word = find_word(source_table, source);
    if (word == nullptr) {
      reject(pointer_to(pointer, "source"),
             fmt::format("{} is not a source{}. Known: {}.", in_quotes(source),
                         suggestion(source, words_of(source_table)), joined_words(source_table)));
    }
    parameter.source = word->value;
    parameter.note = text_at(entry, pointer, "note");
    return parameter;
  }

  double value_of(const Json& value, const std::string& pointer, const ParameterRow& row) const {
    const double number = value.is_number() ? value.get<double>() : std::nan("");
    const bool fits = number >= row.least && number <= row.most && (!row.whole || number == std::floor(number));
    if (!fits) {
      reject(pointer, fmt::format("{} is not a {} from {} to {}.", in_quotes(value.dump()),
                                  row.whole ? "whole number" : "number", row.least, row.most));
    }
    return number;
  }

  JsonText text_;
};

}  // namespace

ModelCard parse_model_card(std::string_view text, const std::string& path) {
  return CardReader(text, path).read();
}

}  // namespace l2bench
