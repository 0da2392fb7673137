#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "l2bench/journal.hpp"

namespace l2bench {

/// `json` as a line of the journal, without its end: the head of its hash, a blank, itself.
std::string sealed(std::string_view json);
/// The JSON of a line. Throws UsageError unless its hash agrees.
std::string_view unsealed(std::string_view line);

nlohmann::json to_json(const JournalHeader& header);
/// Throws UsageError.
JournalHeader journal_header_from_json(const nlohmann::json& j);

}  // namespace l2bench
