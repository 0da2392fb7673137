#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "l2bench/spec.hpp"
#include "spec/given.hpp"

namespace l2bench {

/// The claims of a spec with these cases. Throws UsageError with the place: an unknown or missing key, a word that is
/// none, a selector that selects nothing, a case without a partner.
std::vector<Expectation> read_expectations(const Givens& givens, const std::vector<Case>& cases);

nlohmann::json to_json(const std::vector<Expectation>& expectations);

}  // namespace l2bench
