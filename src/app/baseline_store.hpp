#pragma once

#include <string>
#include <string_view>

#include "l2bench/baseline.hpp"

namespace l2bench {

/// A folder of baselines: `index.json`, and `<id>.json` for each.
class BaselineStore {
 public:
  explicit BaselineStore(std::string folder) : folder_(std::move(folder)) {}

  /// Empty if there is no index yet. Throws UsageError for a folder that is none.
  BaselineIndex index() const;

  /// Copies the record in, and writes the index anew. Throws UsageError; see add(). `pin` may be empty.
  BaselineEntry add_record(const std::string& path, const std::string& pin) const;

  /// What choose() means by `name`, as one record. Throws UsageError for a file that was changed since it was added.
  Record read(std::string_view name) const;

 private:
  std::string file(const std::string& name) const { return folder_ + '/' + name; }

  std::string folder_;
};

/// A record by its path, or "FOLDER@NAME": a pinned release, an id, or the latest passing runs such as last5.
Record read_record_or_baseline(const std::string& where);

}  // namespace l2bench
