#include <fmt/format.h>

#include <algorithm>

#include "l2bench/journal.hpp"
#include "l2bench/sha256.hpp"
#include "l2bench/spec_io.hpp"
#include "record/fields.hpp"
#include "record/journal_line.hpp"

namespace l2bench {
namespace {

class JournalParser {
 public:
  explicit JournalParser(std::string_view text) : text_(text) {}

  JournalContent parse() {
    if (text_.size() > journal_limits.bytes) {
      throw UsageError(fmt::format("it has {} bytes; at most {} are read", text_.size(), journal_limits.bytes));
    }
    while (at_ < text_.size()) {
      ++line_;
      const std::size_t end = text_.find('\n', at_);
      if (end == std::string_view::npos) {
        content_.dropped =
            fmt::format("Line {} was cut off after {} bytes and is left out: its round is measured again.", line_,
                        text_.size() - at_);
        break;
      }
      take(text_.substr(at_, end - at_));
      at_ = end + 1;
      content_.whole_bytes = at_;
    }
    if (content_.whole_bytes == 0) throw UsageError("it has no whole line yet: nothing was measured, so run again");
    return std::move(content_);
  }

 private:
  void take(std::string_view line) {
    try {
      const auto j = parse_limited(unsealed(line), journal_limits);
      if (line_ == 1) {
        content_.header = journal_header_from_json(j);
      } else if (j.contains("resumed")) {
        ++content_.resumed;
      } else {
        take_round(j);
      }
    } catch (const std::exception& error) {
      throw UsageError(fmt::format("line {} is broken: {}. Nothing after it can be trusted: run again", line_,
                                   printable(error.what(), 200)));
    }
  }

  void take_round(const nlohmann::json& j) {
    const JsonPath root;
    Reader reader(j, root);
    int replicate = 0;
    reader("replicate", replicate);
    if (replicate < 0 || replicate >= content_.header.spec.sampling.processes) {
      throw UsageError(fmt::format("there is no process {}", replicate));
    }
    for (const auto& message : j.at("messages")) content_.reported.push_back({replicate, message_from_json(message)});
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 0;
  JournalContent content_;
};

[[noreturn]] void reject_difference(std::string_view key, std::string_view journal, std::string_view now) {
  throw UsageError(
      fmt::format("{} differs: {} in the journal, {} now. Resume with what the run was begun with, or run again", key,
                  printable(journal, 100), printable(now, 100)));
}

/// The first place in which two documents differ, as a JSON pointer.
std::string first_difference(const nlohmann::json& a, const nlohmann::json& b) {
  const nlohmann::json patch = nlohmann::json::diff(a, b);
  return patch.empty() ? "" : patch.front().at("path").get<std::string>();
}

std::string value_at(const nlohmann::json& j, const std::string& pointer) {
  const nlohmann::json::json_pointer at(pointer);
  return j.contains(at) ? j.at(at).dump() : "nothing";
}

/// The spec names the same files: here they are compared by what is in them.
void check_code_files(const std::vector<CodeFile>& before, const std::vector<CodeFile>& now) {
  for (const CodeFile& file : now) {
    const auto same_path = [&](const CodeFile& other) { return other.path == file.path; };
    const auto was = std::find_if(before.begin(), before.end(), same_path);
    const std::string hash = was == before.end() ? "nothing" : was->sha256;
    if (hash != file.sha256) reject_difference("the SHA-256 of '" + printable(file.path) + "'", hash, file.sha256);
  }
}

}  // namespace

JournalContent parse_journal(std::string_view text) {
  return JournalParser(text).parse();
}

Record record_of(const JournalContent& journal) {
  Record record = begin_record(journal.header.spec, journal.header.argv);
  record.tool = journal.header.tool;
  record.started = journal.header.started;
  record.code = journal.header.code;
  try {
    for (const auto& [replicate, message] : journal.reported) apply(record, replicate, message);
  } catch (const std::runtime_error& error) {
    throw UsageError(fmt::format("its lines contradict each other: {}", error.what()));
  }
  return record;
}

JournalHeader journal_header(const Record& begun) {
  return {begun.tool, build_id(), begun.started, begun.argv, begun.spec, begun.code};
}

void check_resumable(const JournalHeader& journal, const Spec& spec) {
  const Tool now = this_build();
  const auto check = [](std::string_view key, const std::string& before, const std::string& after) {
    if (before != after) reject_difference(key, before, after);
  };
  check("the program's version", journal.tool.version, now.version);
  check("the program's git_revision", journal.tool.git_revision, now.git_revision);
  check("the program's compiler", journal.tool.compiler, now.compiler);
  check("the program's cuda", journal.tool.cuda.value_or("none"), now.cuda.value_or("none"));
  check("the program's build id", journal.build_id, build_id());
  const nlohmann::json before = to_json(journal.spec);
  const nlohmann::json after = to_json(spec);
  const std::string pointer = first_difference(before, after);
  if (before != after) reject_difference("the spec's " + pointer, value_at(before, pointer), value_at(after, pointer));
  check_code_files(journal.code, code_files(spec.code));
}

void check_same_device(const DeviceInfo& before, const DeviceInfo& now) {
  const auto check = [](std::string_view key, const std::string& a, const std::string& b) {
    if (a != b) reject_difference(key, a, b);
  };
  check("the device's name", before.name, now.name);
  check("the device's uuid", before.uuid.value_or("none"), now.uuid.value_or("none"));
  check("the device's pci_id", before.pci_id.value_or("none"), now.pci_id.value_or("none"));
  check("the device's l2_bytes", std::to_string(before.l2_bytes), std::to_string(now.l2_bytes));
  check("the device's driver_version", before.driver_version.value_or("none"), now.driver_version.value_or("none"));
}

}  // namespace l2bench
