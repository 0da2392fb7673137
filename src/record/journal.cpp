#include "l2bench/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "l2bench/error.hpp"
#include "record/journal_line.hpp"

namespace l2bench {
namespace {

MachineError journal_failed(const std::string& path, std::string_view what) {
  return MachineError(fmt::format("The journal '{}': {}: {}.", path, what, std::strerror(errno)));
}

/// What decides nothing when the journal is read back.
bool is_worth_keeping(const Message& message) {
  return !std::holds_alternative<BlockStarted>(message);
}

/// A line is written whenever a fresh process could go on from here without losing or repeating a sample.
bool ends_a_line(const Message& message) {
  return std::holds_alternative<RoundDone>(message) || std::holds_alternative<CaseFailed>(message) ||
         std::holds_alternative<CountersOpened>(message) || std::holds_alternative<DeviceClosed>(message);
}

/// All of it or an error; a signal in between is no error.
bool write_fully(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

Journal::Journal(std::string path, int descriptor, std::uint64_t bytes)
    : path_(std::move(path)), descriptor_(descriptor), bytes_(bytes) {}

Journal::Journal(Journal&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      bytes_(other.bytes_),
      replicate_(other.replicate_),
      collected_(std::move(other.collected_)) {}

Journal::~Journal() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Journal Journal::create(const std::string& path, const JournalHeader& header, bool replace) {
  const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (replace ? O_TRUNC : O_EXCL);
  Journal journal(path, ::open(path.c_str(), flags, 0666), 0);
  if (journal.descriptor_ < 0 && errno == EEXIST) {
    throw UsageError(
        fmt::format("'{}' is there: an earlier run was cut short. Go on with it by l2bench run --resume "
                    "'{}', or add --force to begin anew.",
                    path, path));
  }
  if (journal.descriptor_ < 0) throw journal_failed(path, "creating it failed");
  try {
    journal.append(to_json(header).dump());
  } catch (const MachineError&) {
    journal.remove();
    throw;
  }
  return journal;
}

Journal Journal::resume(const std::string& path, const JournalContent& content, const std::vector<std::string>& argv) {
  Journal journal(path, ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW), content.whole_bytes);
  if (journal.descriptor_ < 0) throw journal_failed(path, "opening it to go on failed");
  if (::ftruncate(journal.descriptor_, static_cast<off_t>(content.whole_bytes)) != 0) {
    throw journal_failed(path, "taking a cut-off line back failed");
  }
  journal.append(nlohmann::json{{"resumed", argv}}.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  return journal;
}

void Journal::take(int replicate, const Message& message) {
  if (replicate != replicate_) flush();
  replicate_ = replicate;
  if (is_worth_keeping(message)) collected_.push_back(to_json(message).dump());
  if (ends_a_line(message)) flush();
}

void Journal::flush() {
  if (collected_.empty()) return;
  const std::string line = fmt::format(R"({{"replicate":{},"messages":[{}]}})", replicate_, fmt::join(collected_, ","));
  collected_.clear();
  append(line);
}

void Journal::append(const std::string& json) {
  const std::string line = sealed(json) + '\n';
  const bool placed = ::lseek(descriptor_, static_cast<off_t>(bytes_), SEEK_SET) >= 0;
  if (!placed || !write_fully(descriptor_, line) || ::fdatasync(descriptor_) != 0) {
    const MachineError error = journal_failed(
        path_,
        fmt::format("writing a line of {} bytes failed; what was written before it can be resumed", line.size()));
    if (::ftruncate(descriptor_, static_cast<off_t>(bytes_)) != 0) throw error;  // then its reader drops the cut line
    throw error;
  }
  bytes_ += line.size();
}

void Journal::remove() noexcept {
  ::unlink(path_.c_str());
}

}  // namespace l2bench
