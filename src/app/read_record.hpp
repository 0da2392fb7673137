#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "l2bench/record.hpp"

namespace l2bench {

/// The content of a file. Throws UsageError naming it and `what` it should be.
std::string read_text(const std::string& path, std::string_view what);

/// A JSON file. Throws UsageError naming it, with line and column.
nlohmann::json read_json(const std::string& path, std::string_view what);

/// A record that --export-json wrote, or what the journal of a run that was cut short holds. Throws UsageError naming
/// the file, and the JSON path of what is wrong in it.
Record read_record(const std::string& path);

}  // namespace l2bench
