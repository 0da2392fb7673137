#pragma once

#include <optional>
#include <string>

#include "l2bench/expect.hpp"
#include "l2bench/record.hpp"

namespace l2bench {

/// A number of a case; empty if it is not there, or the case is not ok.
std::optional<double> value_of(const CaseResult& c, Quantity quantity);

/// The number for people: "12.03 µs", "11.20 MB", "1.18".
std::string in_words(double value, Quantity quantity);

/// What is wrong with a case that gives no number.
std::string why_absent(const CaseResult& c, Quantity quantity);

}  // namespace l2bench
