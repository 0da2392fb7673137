#include <algorithm>
#include <cmath>

#include "expect/judging.hpp"
#include "expect/quantity.hpp"
#include "l2bench/expect_cases.hpp"

namespace l2bench {
namespace {

bool within(const Expectation& e, double value) {
  return (!e.least || value >= *e.least) && (!e.most || value <= *e.most);
}

/// "least 1.05, most 1.3"
std::string bounds(const Expectation& e) {
  std::string text;
  if (e.least) text += fmt::format("least {:g}", *e.least);
  if (e.most) text += fmt::format("{}most {:g}", text.empty() ? "" : ", ", *e.most);
  return text;
}

/// A case of `of` with its partner, and their numbers.
struct Pair {
  const CaseResult& of;
  double of_value = 0;
  double to_value = 0;
};

/// Calls judge(pair) for every case that has its numbers; the others are left open.
template <typename Judge>
Tally for_pairs(const Claimed& claimed, Judge judge) {
  Tally tally;
  const Expectation& e = claimed.e;
  for (const std::size_t i : claimed.chosen) {
    const CaseResult& of = claimed.results[i];
    const CaseResult& to = claimed.results[partners(claimed.cases, claimed.cases[i], e.of, *e.to).at(0)];
    const auto of_value = value_of(of, e.value);
    const auto to_value = value_of(to, e.value);
    if (!of_value || !to_value) {
      tally.leave_open(why_absent(of_value ? to : of, e.value));
    } else {
      judge(tally, Pair{of, *of_value, *to_value});
    }
  }
  return tally;
}

std::optional<std::size_t> with_timer(const Claimed& claimed, const std::vector<std::size_t>& group,
                                      const std::string& timer) {
  const auto found = std::find_if(group.begin(), group.end(),
                                  [&](std::size_t i) { return axis_word(claimed.cases[i], "timer") == timer; });
  return found == group.end() ? std::nullopt : std::optional(*found);
}

void judge_timers(Tally& tally, const Claimed& claimed, std::size_t first, std::size_t second) {
  const Expectation& e = claimed.e;
  const Reading a = reading_of(claimed, first);
  const Reading b = reading_of(claimed, second);
  if (!a.value || !b.value) return tally.leave_open(a.value ? b.why_not : a.why_not);
  const double larger = std::max(std::abs(*a.value), std::abs(*b.value));
  if (std::abs(*a.value - *b.value) <= *e.most * larger) return tally.hold();
  tally.contradict(fmt::format("{}: {} by {}, {} by {}", claimed.results[first].key, in_words(*a.value, e.value),
                               e.timers[0], in_words(*b.value, e.value), e.timers[1]));
}

}  // namespace

Reading reading_of(const Claimed& claimed, std::size_t i) {
  const Expectation& e = claimed.e;
  const auto value = value_of(claimed.results[i], e.value);
  if (!value) return {std::nullopt, why_absent(claimed.results[i], e.value)};
  if (!e.to) return {value, ""};
  const CaseResult& to = claimed.results[partners(claimed.cases, claimed.cases[i], e.of, *e.to).at(0)];
  const auto to_value = value_of(to, e.value);
  if (!to_value) return {std::nullopt, why_absent(to, e.value)};
  return {*value - *to_value, ""};
}

Tally judge_range(const Claimed& claimed) {
  Tally tally;
  const Expectation& e = claimed.e;
  for (const std::size_t i : claimed.chosen) {
    const CaseResult& c = claimed.results[i];
    const auto value = value_of(c, e.value);
    if (!value) {
      tally.leave_open(why_absent(c, e.value));
    } else if (within(e, *value)) {
      tally.hold();
    } else {
      tally.contradict(fmt::format("{}: {} ({:.6g}; {})", c.key, in_words(*value, e.value), *value, bounds(e)));
    }
  }
  return tally;
}

Tally judge_ratio(const Claimed& claimed) {
  return for_pairs(claimed, [&](Tally& tally, const Pair& pair) {
    if (pair.to_value == 0.0) return tally.leave_open(fmt::format("{}: its partner's value is 0", pair.of.key));
    const double ratio = pair.of_value / pair.to_value;
    if (within(claimed.e, ratio)) return tally.hold();
    tally.contradict(fmt::format("{}: {} / {} = {:.4f} ({})", pair.of.key, in_words(pair.of_value, claimed.e.value),
                                 in_words(pair.to_value, claimed.e.value), ratio, bounds(claimed.e)));
  });
}

Tally judge_difference(const Claimed& claimed) {
  return for_pairs(claimed, [&](Tally& tally, const Pair& pair) {
    const double difference = pair.of_value - pair.to_value;
    if (within(claimed.e, difference)) return tally.hold();
    tally.contradict(fmt::format("{}: {} - {} = {} ({:.6g}; {})", pair.of.key, in_words(pair.of_value, claimed.e.value),
                                 in_words(pair.to_value, claimed.e.value), in_words(difference, claimed.e.value),
                                 difference, bounds(claimed.e)));
  });
}

Tally judge_agree(const Claimed& claimed) {
  Tally tally;
  for (const auto& group : alike_but(claimed.cases, claimed.chosen, {"timer"})) {
    const auto first = with_timer(claimed, group, claimed.e.timers[0]);
    const auto second = with_timer(claimed, group, claimed.e.timers[1]);
    if (first && second) {
      judge_timers(tally, claimed, *first, *second);
    } else {
      tally.leave_open(fmt::format("{} was not timed by both {} and {}", claimed.results[group.front()].key,
                                   claimed.e.timers[0], claimed.e.timers[1]));
    }
  }
  return tally;
}

}  // namespace l2bench
