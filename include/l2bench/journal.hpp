#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "l2bench/record.hpp"

// The journal of a run stands beside its record while the run goes on, and stays if the run was cut short: a header,
// then a line a round with what the measuring processes reported in it. Each line begins with the head of its own
// SHA-256, so that a cut or changed line is told from a whole one. docs/reliability.md says what it promises.

namespace l2bench {

/// What a resumed run must agree with.
struct JournalHeader {
  Tool tool;
  std::string build_id;  ///< of the program's file; tells two builds of one revision apart
  std::string started;
  std::vector<std::string> argv;
  Spec spec;
  std::vector<CodeFile> code;
};

/// A journal as read back.
struct JournalContent {
  JournalHeader header;
  std::vector<Reported> reported;
  int resumed = 0;                ///< how often the run was resumed before
  std::uint64_t whole_bytes = 0;  ///< up to the end of the last whole line
  std::string dropped;            ///< what was left out after them, in words; empty: nothing
};

inline constexpr std::string_view journal_suffix = ".journal";
/// Of the whole file, and of the JSON of each line.
inline constexpr JsonLimits journal_limits = record_limits;

/// Reads the text of a journal. A last line that was cut off is dropped, and said so in JournalContent::dropped. Throws
/// UsageError naming the line that is broken: nothing after it could be trusted.
JournalContent parse_journal(std::string_view text);

/// The record of what a journal holds, not judged yet.
Record record_of(const JournalContent& journal);

/// This build's header for a run that begins.
JournalHeader journal_header(const Record& begun);

/// Throws UsageError naming the first key in which a run of `spec` by this build differs from the journal's.
void check_resumable(const JournalHeader& journal, const Spec& spec);

/// Throws UsageError naming the first fact in which `now` is another device than the journal's.
void check_same_device(const DeviceInfo& before, const DeviceInfo& now);

/// The open file. Lines are appended and flushed to the disk; a line that could not be written whole is taken back, so
/// that the file always ends in a whole one.
class Journal {
 public:
  /// A new file. Throws MachineError; UsageError if it is there already and `replace` is off.
  static Journal create(const std::string& path, const JournalHeader& header, bool replace);
  /// Goes on after the last whole line, with a line that says so. Throws MachineError.
  static Journal resume(const std::string& path, const JournalContent& content, const std::vector<std::string>& argv);
  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&&) = delete;
  ~Journal();

  /// Keeps the message for the line that is being collected, and writes that line when the round is over.
  void take(int replicate, const Message& message);
  /// Writes what is collected. Throws MachineError.
  void flush();
  /// Deletes the file: its record is whole and on the disk.
  void remove() noexcept;

  const std::string& path() const { return path_; }

 private:
  Journal(std::string path, int descriptor, std::uint64_t bytes);
  void append(const std::string& json);

  std::string path_;
  int descriptor_ = -1;
  std::uint64_t bytes_ = 0;
  int replicate_ = 0;
  std::vector<std::string> collected_;
};

}  // namespace l2bench
