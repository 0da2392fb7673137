#include "app/baseline_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/read_record.hpp"
#include "l2bench/error.hpp"
#include "l2bench/sha256.hpp"

namespace l2bench {
namespace {

constexpr const char* index_name = "index.json";

/// Two jobs that add at once take turns. Let go by the kernel even if this process dies.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder) : descriptor_(::open(folder.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0 || ::flock(descriptor_, LOCK_EX) != 0) {
      throw MachineError(fmt::format("Locking '{}' failed: {}.", folder, std::strerror(errno)));
    }
  }
  ~FolderLock() { ::close(descriptor_); }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

Record record_of(const std::string& text, const std::string& path) {
  try {
    return parse_record(text);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: not a record that l2bench can read: {}.", path, error.what()));
  }
}

}  // namespace

BaselineIndex BaselineStore::index() const {
  if (!std::filesystem::is_directory(folder_)) {
    throw UsageError(fmt::format("There is no folder '{}' with baselines. Make it: l2bench baseline add {} RECORD.",
                                 folder_, folder_));
  }
  if (!std::filesystem::exists(file(index_name))) return {};
  try {
    return baseline_index_from_json(read_json(file(index_name), "index of baselines"));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", file(index_name), error.what()));
  }
}

BaselineEntry BaselineStore::add_record(const std::string& path, const std::string& pin) const {
  const std::string text = read_text(path, "record");
  const BaselineEntry entry = baseline_entry(record_of(text, path), text, pin);
  std::error_code failed;
  std::filesystem::create_directories(folder_, failed);
  const FolderLock lock(folder_);
  BaselineIndex known = index();
  add(known, entry);
  write_whole(file(entry.id + ".json"), text);
  ::chmod(file(entry.id + ".json").c_str(), 0444);
  write_whole(file(index_name), to_json(known).dump(1) + '\n');
  return entry;
}

Record BaselineStore::read(std::string_view name) const {
  std::vector<Record> records;
  for (const BaselineEntry& entry : choose(index(), name)) {
    const std::string path = file(entry.id + ".json");
    const std::string text = read_text(path, "baseline");
    if (sha256(text) != entry.sha256) {
      throw UsageError(
          fmt::format("{} was changed after it was added (its SHA-256 is not the index's). Do not use it.", path));
    }
    records.push_back(record_of(text, path));
  }
  return records.size() == 1 ? std::move(records.front()) : merged(records);
}

Record read_record_or_baseline(const std::string& where) {
  const std::size_t at = where.rfind('@');
  if (at == std::string::npos || std::filesystem::exists(where)) return read_record(where);
  return BaselineStore(where.substr(0, at)).read(where.substr(at + 1));
}

}  // namespace l2bench
