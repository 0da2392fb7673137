#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "l2bench/error.hpp"
#include "l2bench/model.hpp"
#include "l2bench/spec_io.hpp"
#include "model/builtin_cards.hpp"

namespace l2bench {
namespace {

constexpr std::string_view generic_name = "generic";
/// Share of the memory's peak that long reads reach on the cards that were measured (0.90 and 0.93).
constexpr double reached_share_of_peak = 0.9;

const ModelCard* find_builtin(std::string_view name) {
  const auto& cards = builtin_model_cards();
  const auto at = std::find_if(cards.begin(), cards.end(), [&](const ModelCard& card) { return card.name == name; });
  return at == cards.end() ? nullptr : &*at;
}

bool is_path(std::string_view text) {
  return text.find('/') != std::string_view::npos || text.ends_with(".json");
}

ModelCard generic_card_for(const DeviceInfo& device) {
  ModelCard card = *find_builtin(generic_name);
  const auto queried = [](double value) { return Parameter{value, Source::measured, "as the device reports it"}; };
  card.l2_bytes = queried(static_cast<double>(device.l2_bytes));
  card.memory_bytes = queried(static_cast<double>(device.memory_bytes));
  card.sm_count = queried(device.sm_count);
  if (device.peak_bytes_per_s) {
    card.peak_bytes_per_s = queried(*device.peak_bytes_per_s);
    card.dram_bytes_per_s = {reached_share_of_peak * *device.peak_bytes_per_s, Source::guessed, "0.9 of the peak"};
  }
  return card;
}

}  // namespace

const std::vector<ModelCard>& builtin_model_cards() {
  static const std::vector<ModelCard> cards = [] {
    std::vector<ModelCard> parsed;
    for (const auto& [name, text] : builtin_card_texts) {
      parsed.push_back(parse_model_card(text, fmt::format("configs/models/{}.json", name)));
    }
    return parsed;
  }();
  return cards;
}

ModelCard open_model_card(const std::string& name_or_path) {
  if (is_path(name_or_path)) return read_model_card(name_or_path);
  if (const ModelCard* card = find_builtin(name_or_path)) return *card;
  std::vector<std::string_view> known;
  for (const ModelCard& card : builtin_model_cards()) known.push_back(card.name);
  throw UsageError(
      fmt::format("{} is not a built-in model{}. Built in: {}. For a card of your own give the path of its file.",
                  in_quotes(name_or_path), suggestion(name_or_path, known), fmt::join(known, " ")));
}

ModelCard read_model_card(const std::string& path) {
  if (std::filesystem::is_directory(path)) {
    throw UsageError(fmt::format("The model card {} is a folder: name a file.", in_quotes(path)));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw UsageError(fmt::format("The model card {} cannot be read: {}.", in_quotes(path), std::strerror(errno)));
  std::string text(max_spec_bytes + 1, '\0');  // one more, so that the parser sees that it is too long
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return parse_model_card(text, path);
}

ModelCard model_card_for(const DeviceInfo& device) {
  for (const ModelCard& card : builtin_model_cards()) {
    if (card.device == device.name && card.l2_bytes.value == static_cast<double>(device.l2_bytes)) return card;
  }
  return generic_card_for(device);
}

}  // namespace l2bench
