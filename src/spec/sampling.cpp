#include "spec/sampling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "l2bench/error.hpp"
#include "l2bench/number.hpp"
#include "l2bench/words.hpp"
#include "spec/values.hpp"

namespace l2bench {
namespace {

using nlohmann::json;

constexpr std::string_view relative_ci = "rel-ci=";
constexpr double least_percent = 0.001;

/// The value of `key`, read by `parse`, or `fallback` where none was given.
template <typename T, typename Parse>
T value_or(const Givens& givens, std::string_view key, T fallback, Parse parse) {
  const std::optional<Given> given = givens.find(key);
  return given ? givens.read(*given, [&](const json& value) { return T(parse(value)); }) : fallback;
}

template <typename T>
T whole(const Givens& givens, std::string_view key, T fallback) {
  return value_or(givens, key, fallback,
                  [&](const json& value) { return static_cast<T>(whole_of(value, spec_key(key))); });
}

double number(const Givens& givens, std::string_view key, double fallback) {
  return value_or(givens, key, fallback, [&](const json& value) { return number_of(value, spec_key(key)); });
}

template <typename Value, std::size_t N>
Value word(const Givens& givens, std::string_view key, Value fallback, const std::array<Word<Value>, N>& table) {
  return value_or(givens, key, fallback, [&](const json& value) { return word_of(value, table, key).value; });
}

void check_counts(const Givens& givens, const Sampling& sampling) {
  if (sampling.rounds > sampling.samples) {
    givens.reject(*givens.find("rounds"),
                  fmt::format("{} rounds need as many samples; there are {}. Write fewer rounds, "
                              "or more samples.",
                              sampling.rounds, sampling.samples));
  }
  if (sampling.max_samples < sampling.samples) {
    givens.reject(*givens.find("max_samples"),
                  fmt::format("at most {} samples, but {} are asked for.", sampling.max_samples, sampling.samples));
  }
}

}  // namespace

Sampling read_sampling(const Givens& givens) {
  Sampling sampling;
  sampling.samples = whole(givens, "samples", sampling.samples);
  // A round holds at least one sample, and a fixed count may be above the usual limit.
  sampling.rounds = whole(givens, "rounds", std::min(sampling.rounds, sampling.samples));
  sampling.max_samples = whole(givens, "max_samples", std::max(sampling.max_samples, sampling.samples));
  sampling.processes = whole(givens, "processes", sampling.processes);
  sampling.placement = word(givens, "placement", sampling.placement, placement_table);
  sampling.stop = value_or(givens, "stop", sampling.stop,
                           [](const json& value) { return parse_stop(text_of(value, "rel-ci=0.5%")); });
  sampling.warmup_s = number(givens, "warmup_s", sampling.warmup_s);
  sampling.timeout_s = number(givens, "timeout_s", sampling.timeout_s);
  sampling.seed = whole(givens, "seed", sampling.seed);
  sampling.init = word(givens, "init", sampling.init, init_table);
  sampling.counters = word(givens, "counters", sampling.counters, counter_table);
  sampling.mem_limit = value_or(givens, "mem_limit", sampling.mem_limit,
                                [](const json& value) { return parse_size(text_of(value, "8GiB")); });
  check_counts(givens, sampling);
  return sampling;
}

StopRule parse_stop(std::string_view text) {
  if (text == "fixed") return {};
  if (text.starts_with(relative_ci) && text.ends_with('%')) {
    const std::string_view percent = text.substr(relative_ci.size(), text.size() - relative_ci.size() - 1);
    const std::optional<double> value = parse_decimal(percent);
    if (value && *value >= least_percent && *value <= 100.0) return {.rel_ci = *value / 100};
  }
  throw UsageError(
      fmt::format("{} is not a stop rule. Write fixed, or rel-ci=P% with P from {} to 100, such as rel-ci=0.5%.",
                  in_quotes(text), least_percent));
}

std::string to_string(const StopRule& rule) {
  if (rule.rel_ci == 0.0) return "fixed";
  std::string percent;
  // The fewest decimals that divide back to the same fraction.
  for (int decimals = 0; decimals <= 20; ++decimals) {
    percent = fmt::format("{:.{}f}", rule.rel_ci * 100, decimals);
    if (parse_decimal(percent).value_or(0) / 100 == rule.rel_ci) break;
  }
  return fmt::format("{}{}%", relative_ci, percent);
}

std::map<std::string, std::string> read_tags(const Givens& givens) {
  std::map<std::string, std::string> tags;
  std::set<std::string> by_flag;
  for (const Given& given : givens.find_all("tags")) {
    if (!given.value.is_object()) givens.reject(given, "it must be an object of texts: {\"runner\": \"a100-1\"}.");
    for (const auto& item : given.value.items()) {
      const std::string key = item.key();
      const Given tag{item.value(), given.flag, pointer_to(given.pointer, key)};
      if (!tag.flag.empty() && !by_flag.insert(key).second) {
        givens.reject(tag, fmt::format("the tag {} is given twice.", in_quotes(key)));
      }
      givens.read(tag, [&](const json& value) {
        const std::string name = name_of(key, {.example = "runner", .punctuation = "_.-", .most_characters = 64});
        return tags[name] = text_of(value, "a100-1");
      });
    }
  }
  return tags;
}

}  // namespace l2bench
