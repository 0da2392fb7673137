#include "l2bench/spec_keys.hpp"

#include <fmt/format.h>

#include "l2bench/spec.hpp"

namespace l2bench {
namespace {

std::vector<std::string_view> with_auto(std::vector<std::string_view> words) {
  words.insert(words.begin(), "auto");
  return words;
}

}  // namespace

std::vector<std::string_view> words_of_key(std::string_view key) {
  if (key == "dtype") return with_auto(words_of(dtype_table));
  if (key == "workload") return words_of(workload_table);
  if (key == "timer") return words_of(timer_table);
  if (key == "launch") return with_auto(words_of(launch_table));
  if (key == "init") return words_of(init_table);
  if (key == "placement") return words_of(placement_table);
  if (key == "counters") return words_of(counter_table);
  return {};
}

std::string help_of(const SpecKey& key) {
  std::string help(key.help);
  if (key.kind == KeyKind::word && key.argument != FlagArgument::none) {
    help += fmt::format(": {}", fmt::join(words_of_key(key.key), " "));
  }
  if (!key.fallback.empty()) help += fmt::format(" (default {})", key.fallback);
  return help;
}

}  // namespace l2bench
