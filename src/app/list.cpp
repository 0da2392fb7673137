#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "l2bench/device.hpp"
#include "l2bench/error.hpp"
#include "l2bench/model.hpp"
#include "l2bench/record.hpp"
#include "l2bench/render.hpp"

namespace l2bench {
namespace {

/// A list as rows of texts: printed in columns, or as JSON objects with the headings as keys.
struct Listing {
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> rows;
  std::string note;  ///< why there are no rows
};

template <typename Table>
Listing words_and_help(const Table& table, std::string_view heading) {
  Listing listing{{std::string(heading), "meaning"}, {}, ""};
  for (const auto& row : table) listing.rows.push_back({std::string(row.word), std::string(row.help)});
  return listing;
}

std::string or_dash(const std::optional<std::string>& text) {
  return text.value_or("-");
}

Listing devices() {
  Listing listing{{"device", "name", "L2", "memory", "SMs", "driver", "UUID", "PCI id"}, {}, ""};
  for (const DeviceSummary& device : list_devices(listing.note)) {
    const DeviceInfo& info = device.info;
    listing.rows.push_back({device.id, info.name, format_bytes(info.l2_bytes), format_bytes(info.memory_bytes),
                            std::to_string(info.sm_count), or_dash(info.driver_version), or_dash(info.uuid),
                            or_dash(info.pci_id)});
  }
  return listing;
}

Listing preps() {
  Listing listing = words_and_help(policy_table, "prep");
  for (const StepRow& row : step_table) {
    listing.rows.push_back({std::string(row.word) + (row.sized ? "[:SIZE]" : ""), std::string(row.help)});
  }
  return listing;
}

Listing workloads() {
  Listing listing{{"workload", "dtypes", "meaning"}, {}, ""};
  for (const WorkloadRow& row : workload_table) {
    listing.rows.push_back({std::string(row.word), std::string(row.dtypes), std::string(row.help)});
  }
  return listing;
}

Listing configs() {
  Listing listing{{"workload", "config", "meaning"}, {}, ""};
  for (const WorkloadRow& workload : workload_table) {
    for (const ConfigSummary& config : list_configs(workload.word)) {
      listing.rows.push_back({std::string(workload.word), config.name, config.help});
    }
  }
  return listing;
}

Listing timers() {
  return words_and_help(timer_table, "timer");
}
Listing launches() {
  return words_and_help(launch_table, "launch");
}
Listing formats() {
  return words_and_help(renderer_table, "format");
}

Listing flags() {
  constexpr std::array<std::string_view, 5> severities{"note", "warning", "invalid", "failed", "skipped"};
  Listing listing{{"flag", "severity", "meaning", "remedy"}, {}, ""};
  for (const FlagRow& row : flag_table) {
    listing.rows.push_back({std::string(row.id), std::string(severities[static_cast<std::size_t>(row.severity)]),
                            std::string(row.message), std::string(row.remedy)});
  }
  return listing;
}

Listing models() {
  Listing listing{{"model", "card", "about"}, {}, ""};
  for (const ModelCard& card : builtin_model_cards()) {
    listing.rows.push_back(
        {std::string(model_prefix) + card.name, card.device.empty() ? "-" : card.device, card.about});
  }
  return listing;
}

constexpr std::array<Word<Listing (*)()>, 9> topic_table{{
    {devices, "devices", "what --device takes on this machine"},
    {models, "models", "what --device takes on any machine: simulated GPUs"},
    {preps, "preps", "what --flush takes: policies and steps"},
    {workloads, "workloads", "what --workload takes"},
    {configs, "configs", "what --config takes, for each workload that has any"},
    {timers, "timers", "what --timer takes"},
    {launches, "launches", "what --launch takes"},
    {formats, "formats", "the --export-<format> flags"},
    {flags, "flags", "what a case's flags mean and what to do about them"},
}};

std::vector<std::size_t> column_widths(const Listing& listing) {
  std::vector<std::size_t> widths;
  for (std::size_t column = 0; column < listing.headings.size(); ++column) {
    widths.push_back(listing.headings[column].size());
    for (const auto& row : listing.rows) widths[column] = std::max(widths[column], row[column].size());
  }
  return widths;
}

void print_row(const std::vector<std::string>& row, const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t column = 0; column < row.size(); ++column) {
    line += column + 1 < row.size() ? fmt::format("{:<{}}  ", row[column], widths[column]) : row[column];
  }
  fmt::print("{}\n", line);
}

void print_json(const Listing& listing) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const auto& row : listing.rows) {
    nlohmann::ordered_json object;
    for (std::size_t column = 0; column < row.size(); ++column) object[listing.headings[column]] = row[column];
    rows.push_back(std::move(object));
  }
  fmt::print("{}\n", rows.dump(2));
}

std::string topics_text() {
  std::string text = "Usage: l2bench list <topic> [--json]\n\nTopics:\n";
  for (const auto& topic : topic_table) text += fmt::format("  {:<10} {}\n", topic.word, topic.help);
  return text;
}

}  // namespace

int list_command(const Arguments& arguments) {
  Arguments words = arguments;
  const bool json = std::erase(words, "--json") > 0;
  const bool help = std::erase(words, "--help") + std::erase(words, "-h") > 0;
  if (help || words.empty()) {
    fmt::print("{}", topics_text());
    return help ? 0 : static_cast<int>(Exit::usage);
  }
  const auto* topic = find_word(topic_table, words[0]);
  if (topic == nullptr || words.size() > 1) {
    const std::string& wrong = topic == nullptr ? words[0] : words[1];
    std::vector<std::string_view> known;
    for (const auto& row : topic_table) known.push_back(row.word);
    throw UsageError(fmt::format("list: '{}' is not a topic{}. Topics: {}.", wrong, suggestion(wrong, known),
                                 joined_words(topic_table)));
  }
  const Listing listing = topic->value();
  if (json) {
    print_json(listing);
  } else if (!listing.rows.empty()) {
    const auto widths = column_widths(listing);
    print_row(listing.headings, widths);
    for (const auto& row : listing.rows) print_row(row, widths);
  }
  if (!listing.rows.empty()) return 0;
  fmt::print(stderr, "l2bench: {}\n", listing.note);
  return static_cast<int>(Exit::cannot_run);
}

}  // namespace l2bench
