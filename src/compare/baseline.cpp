#include "l2bench/baseline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compare/comparability.hpp"
#include "l2bench/number.hpp"
#include "l2bench/sha256.hpp"
#include "l2bench/words.hpp"

namespace l2bench {
namespace {

constexpr std::string_view latest = "last";
constexpr std::size_t digits_of_hash = 12;

/// "2026-01-31T12:00:00Z" as "20260131T120000Z". It becomes a file's name, and a record may say anything.
std::string compact(std::string_view started) {
  std::string text;
  for (const char c : started.substr(0, 20)) {
    if ((c >= '0' && c <= '9') || c == 'T' || c == 'Z') text += c;
  }
  return text;
}

std::vector<BaselineEntry> latest_passing(const BaselineIndex& index, std::size_t count) {
  std::vector<BaselineEntry> found;
  for (auto entry = index.entries.rbegin(); entry != index.entries.rend() && found.size() < count; ++entry) {
    if (entry->passing) found.push_back(*entry);
  }
  std::reverse(found.begin(), found.end());
  return found;
}

[[noreturn]] void reject_name(const BaselineIndex& index, std::string_view name) {
  std::vector<std::string_view> known{"last1", "last5"};
  for (const BaselineEntry& entry : index.entries) {
    known.push_back(entry.pin.empty() ? std::string_view(entry.id) : std::string_view(entry.pin));
  }
  throw UsageError(fmt::format("There is no baseline {}{}. Known: {}.", in_quotes(name), suggestion(name, known),
                               fmt::join(known, " ")));
}

/// What keeps a case's processes apart from those of the last record; empty: nothing.
std::string difference(const Record& record, const CaseResult& c, const Record& last, const CaseResult& of_last) {
  if (c.status != Status::ok || !c.stats) return "it is not ok";
  const std::vector<Mismatch> mismatches = mismatches_of(record, c, last, of_last, {});
  if (mismatches.empty()) return "";
  return fmt::format("{} ({} / {})", mismatches[0].key, mismatches[0].base, mismatches[0].candidate);
}

void append(CaseResult& to, const CaseResult& from, int first_replicate) {
  for (BlockRow block : from.blocks) {
    block.replicate += first_replicate;
    block.first += to.samples_ns.size();
    to.blocks.push_back(block);
  }
  to.samples_ns.insert(to.samples_ns.end(), from.samples_ns.begin(), from.samples_ns.end());
}

}  // namespace

BaselineEntry baseline_entry(const Record& record, std::string_view text, const std::string& pin) {
  BaselineEntry entry;
  entry.sha256 = sha256(text);
  entry.id = fmt::format("{}-{}", compact(record.started), entry.sha256.substr(0, digits_of_hash));
  entry.started = record.started;
  entry.git_revision = record.tool.git_revision;
  entry.device = record.environment.device.name;
  entry.passing = !record.partial && exit_of(record) == Exit::ok;
  entry.pin = pin;
  return entry;
}

void add(BaselineIndex& index, const BaselineEntry& entry) {
  if (entry.pin.starts_with(latest)) {
    throw UsageError(
        fmt::format("--pin {}: names that begin with '{}' mean the latest runs. Choose another.", entry.pin, latest));
  }
  BaselineEntry* same = nullptr;
  for (BaselineEntry& known : index.entries) {
    if (!entry.pin.empty() && known.pin == entry.pin) {
      throw UsageError(fmt::format("--pin {}: that name is taken by {}, and baselines do not change. Choose another.",
                                   entry.pin, known.id));
    }
    if (known.sha256 == entry.sha256) same = &known;
  }
  if (same == nullptr) {
    index.entries.push_back(entry);
  } else if (!entry.pin.empty() && same->pin.empty()) {
    same->pin = entry.pin;  // a release is often known as one only after its run was kept
  } else {
    throw UsageError(fmt::format("This record is in the baselines already, as {}{}.", same->id,
                                 same->pin.empty() ? "" : ", pinned as " + same->pin));
  }
}

std::vector<BaselineEntry> choose(const BaselineIndex& index, std::string_view name) {
  for (const BaselineEntry& entry : index.entries) {
    if (entry.pin == name || entry.id == name) return {entry};
  }
  const auto count = name.starts_with(latest) ? parse_whole(name.substr(latest.size())) : std::nullopt;
  if (!count || *count == 0) reject_name(index, name);
  std::vector<BaselineEntry> found = latest_passing(index, *count);
  if (found.empty()) {
    throw UsageError(fmt::format("{}: none of the {} baselines passes, so there is nothing to compare with.", name,
                                 index.entries.size()));
  }
  return found;
}

Record merged(const std::vector<Record>& records) {
  Record result = records.back();
  std::set<std::string> left_out;
  int first_replicate = result.spec.sampling.processes;
  for (std::size_t i = 0; i + 1 < records.size(); ++i) {
    const Record& record = records[i];
    for (const CaseResult& c : record.cases) {
      const auto same_key = [&](const CaseResult& other) { return other.key == c.key; };
      const auto found = std::find_if(result.cases.begin(), result.cases.end(), same_key);
      if (found == result.cases.end()) continue;
      const auto of_last = std::find_if(records.back().cases.begin(), records.back().cases.end(), same_key);
      const std::string why = difference(record, c, records.back(), *of_last);
      if (why.empty()) {
        append(*found, c, first_replicate);
      } else {
        left_out.insert(fmt::format("{} of {}: {}", c.key, record.started, why));
      }
    }
    first_replicate += record.spec.sampling.processes;
  }
  judge(result);
  if (!left_out.empty()) {
    result.warnings.push_back({"baseline_left_out", fmt::format("Not taken into the baseline, because they differ from "
                                                                "its latest run: {}.",
                                                                fmt::join(left_out, ", "))});
  }
  return result;
}

}  // namespace l2bench
