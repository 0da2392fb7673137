#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "l2bench/record.hpp"

// A folder of records that are never changed, and an index of them. A gate compares with a pinned release, which slow
// drift cannot hide from, and with the latest passing runs taken together, which one lucky run cannot tighten.

namespace l2bench {

/// A stored record.
struct BaselineEntry {
  std::string id;      ///< "20260131T120000Z-0a1b2c3d4e5f": its start and the head of its hash; the file is <id>.json
  std::string sha256;  ///< of the file
  std::string started;
  std::string git_revision;
  std::string device;
  bool passing = false;  ///< whole, and every case ok
  std::string pin;       ///< name of the release it is; empty: none
  friend bool operator==(const BaselineEntry&, const BaselineEntry&) = default;
};

struct BaselineIndex {
  std::vector<BaselineEntry> entries;  ///< in the order added
};

BaselineEntry baseline_entry(const Record& record, std::string_view text, const std::string& pin);

/// A record that is there already without a pin gets that of `entry`. Throws UsageError if it has one or gets none, and
/// for a pin that is taken.
void add(BaselineIndex& index, const BaselineEntry& entry);

/// The entries that `name` means, oldest first: a pin, an id, or "last5": the five latest that pass (fewer, if there
/// are no more). Throws UsageError listing what there is.
std::vector<BaselineEntry> choose(const BaselineIndex& index, std::string_view name);

/// One record with the processes of all of them: of each case those that are comparable with the last record's. What
/// is left out becomes a warning. `records` are judged and not empty; so is the result.
Record merged(const std::vector<Record>& records);

inline constexpr int baseline_schema_version = 1;
nlohmann::json to_json(const BaselineIndex& index);
/// Throws UsageError naming the JSON path.
BaselineIndex baseline_index_from_json(const nlohmann::json& j);

}  // namespace l2bench
