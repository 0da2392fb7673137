#include "compare/warn.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace l2bench {
namespace {

using Text = std::optional<std::string>;

Text other_gpu(const Comparison& comparison) {
  const RunLabel& base = comparison.base;
  const RunLabel& candidate = comparison.candidate;
  if (base.uuid == candidate.uuid || base.device != candidate.device) return std::nullopt;
  return fmt::format(
      "The records are of two GPUs of one name ({}: {} on {}, {} on {}). GPUs of one name differ by "
      "several percent; compare runs of one GPU.",
      base.device, base.uuid.value_or("no UUID"), base.host, candidate.uuid.value_or("no UUID"), candidate.host);
}

Text simulated(const Comparison& comparison) {
  if (!comparison.base.simulated || !comparison.candidate.simulated) return std::nullopt;
  return "Both records are simulated: nothing here was measured.";
}

Text partial_record(const Comparison& comparison) {
  const bool base = comparison.base.partial;
  const bool candidate = comparison.candidate.partial;
  if (!base && !candidate) return std::nullopt;
  return fmt::format("{} partial: the run did not end.", base && candidate ? "Both records are"
                                                         : base            ? "The base is"
                                                                           : "The new record is");
}

Text allowed_mismatch(const Comparison& comparison) {
  std::set<std::string> texts;
  for (const CaseComparison& c : comparison.cases) {
    for (const Mismatch& m : c.mismatches) {
      if (m.allowed) texts.insert(fmt::format("{} ({} / {})", m.key, m.base, m.candidate));
    }
  }
  if (texts.empty()) return std::nullopt;
  return fmt::format("These differ and were allowed to (base / new): {}. A change may be their work.",
                     fmt::join(texts, ", "));
}

Text only_in_base(const Comparison& comparison) {
  if (comparison.only_in_base.empty()) return std::nullopt;
  return fmt::format("The new record lacks {} case(s) of the base: {}.", comparison.only_in_base.size(),
                     fmt::join(comparison.only_in_base, ", "));
}

Text nothing_compared(const Comparison& comparison) {
  const bool any = std::any_of(comparison.cases.begin(), comparison.cases.end(),
                               [](const CaseComparison& c) { return c.ratio.has_value(); });
  if (any) return std::nullopt;
  return "Nothing was compared: no case of the new record has a comparable one in the base.";
}

struct Rule {
  std::string_view id;
  Text (*text)(const Comparison&);
};
constexpr std::array<Rule, 6> rules{{
    {"other_gpu", other_gpu},
    {"simulated", simulated},
    {"partial", partial_record},
    {"allowed_mismatch", allowed_mismatch},
    {"only_in_base", only_in_base},
    {"nothing_compared", nothing_compared},
}};

}  // namespace

void warn(Comparison& comparison) {
  for (const Rule& rule : rules) {
    if (const Text text = rule.text(comparison)) comparison.warnings.push_back({std::string(rule.id), *text});
  }
}

}  // namespace l2bench
