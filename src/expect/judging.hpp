#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "l2bench/expect.hpp"
#include "l2bench/record.hpp"

namespace l2bench {

/// Collects what the single cases, pairs or sweeps of one claim say.
class Tally {
 public:
  void hold() { ++held_; }
  void contradict(std::string numbers) { contradictions_.push_back(std::move(numbers)); }
  void leave_open(std::string why) { open_.push_back(std::move(why)); }

  ExpectationResult result(const std::string& name) const {
    const std::size_t all = held_ + contradictions_.size() + open_.size();
    const std::string text = fmt::format("{} of {} bear it out", held_, all);
    if (!contradictions_.empty()) {
      return {name, Outcome::failed, fmt::format("{}; against it: {}.", text, fmt::join(contradictions_, "; "))};
    }
    if (!open_.empty()) {
      return {name, Outcome::not_judged, fmt::format("{}; not judged: {}.", text, fmt::join(open_, "; "))};
    }
    return {name, Outcome::held, text + "."};
  }

 private:
  std::size_t held_ = 0;
  std::vector<std::string> contradictions_;
  std::vector<std::string> open_;
};

/// A claim, and the cases it is about.
struct Claimed {
  const Expectation& e;
  const std::vector<CaseResult>& results;
  std::vector<Case> cases;          ///< of the results, in their order
  std::vector<std::size_t> chosen;  ///< by `of`
};

/// The value of a case, or its difference to its partner where the claim has one.
struct Reading {
  std::optional<double> value;
  std::string why_not;
};
Reading reading_of(const Claimed& claimed, std::size_t i);

// One function a kind of claim: pairs.cpp has those about single cases and pairs, sweeps.cpp those about several.
Tally judge_range(const Claimed& claimed);
Tally judge_ratio(const Claimed& claimed);
Tally judge_difference(const Claimed& claimed);
Tally judge_agree(const Claimed& claimed);
Tally judge_order(const Claimed& claimed);
Tally judge_monotone(const Claimed& claimed);
Tally judge_linear(const Claimed& claimed);

}  // namespace l2bench
