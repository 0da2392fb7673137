#include <fmt/format.h>

#include <algorithm>

#include "l2bench/error.hpp"
#include "l2bench/number.hpp"
#include "l2bench/prep.hpp"
#include "l2bench/words.hpp"

namespace l2bench {
namespace {

bool takes_flush_size(const Step& step) {
  return row_of(step_table, step.kind).sized && step.kind != StepKind::discard && !step.size;
}

bool writes_a_buffer(const Step& step) {
  const StepRow& row = row_of(step_table, step.kind);
  return row.writes && !row.own;
}

bool is_between(const Step& step) {
  return row_of(step_table, step.kind).between;
}

[[noreturn]] void reject(std::string_view text, std::string_view reason) {
  throw UsageError(fmt::format("{} is not a prep: {}", in_quotes(text), reason));
}

[[noreturn]] void reject_step(std::string_view text, std::string_view word) {
  std::vector<std::string_view> words = words_of(policy_table);
  for (const StepRow& step : step_table) words.push_back(step.word);
  if (word.empty()) reject(text, "a step is missing. Write steps joined by '+', such as zero+read.");
  reject(text, fmt::format("{} is not a step{}. Steps: {}. Alone: {}.", in_quotes(word), suggestion(word, words),
                           joined_words(step_table), joined_words(policy_table)));
}

Step parse_step(std::string_view text, std::string_view part) {
  const std::size_t colon = part.find(':');
  const std::string_view word = part.substr(0, colon);
  if (find_word(policy_table, word) != nullptr) {
    reject(text, fmt::format("'{}' stands alone, without a size and without other steps.", word));
  }
  const StepRow* row = find_word(step_table, word);
  if (row == nullptr) reject_step(text, word);
  if (colon == std::string_view::npos) return {row->value, std::nullopt};
  if (!row->sized) reject(text, fmt::format("'{}' takes no size. Write it without ':'.", word));
  return {row->value, parse_size(part.substr(colon + 1))};
}

}  // namespace

Prep parse_prep(std::string_view text) {
  if (const PolicyRow* policy = find_word(policy_table, text)) return {.rotation = policy->value};
  const std::vector<std::string_view> parts = split(text, '+');
  if (parts.size() > max_steps) reject(text, fmt::format("it has {} steps; at most {}.", parts.size(), max_steps));
  Prep prep;
  for (const std::string_view part : parts) {
    const Step step = parse_step(text, part);
    if (step.kind == StepKind::discard && std::none_of(prep.steps.begin(), prep.steps.end(), writes_a_buffer)) {
      reject(text, "'discard' drops the lines that a step before it wrote, and none did. Write write:1.5xL2+discard.");
    }
    const bool between = row_of(step_table, step.kind).between;
    if (between && std::any_of(prep.steps.begin(), prep.steps.end(), is_between)) {
      reject(text, fmt::format("'{}' stands in it twice; one size is between all kernels.",
                               row_of(step_table, step.kind).word));
    }
    prep.steps.push_back(step);
  }
  return prep;
}

std::string to_string(const Prep& prep) {
  if (prep.steps.empty()) return std::string(row_of(policy_table, prep.rotation).word);
  std::string text;
  for (const Step& step : prep.steps) {
    if (!text.empty()) text += '+';
    text += row_of(step_table, step.kind).word;
    if (step.size) text += ':' + to_string(*step.size);
  }
  return text;
}

Prep with_flush_size(const Prep& prep, const Size& size) {
  Prep sized = prep;
  const auto step = std::find_if(sized.steps.rbegin(), sized.steps.rend(), takes_flush_size);
  if (step == sized.steps.rend()) {
    throw UsageError(
        fmt::format("the flush size {} fits no step of '{}': it is for the last zero, memset, read or "
                    "write that names no size. Leave the flush size or this prep out.",
                    to_string(size), to_string(prep)));
  }
  step->size = size;
  return sized;
}

}  // namespace l2bench
