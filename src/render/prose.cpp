#include "render/prose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "record/units.hpp"
#include "render/columns.hpp"

namespace l2bench {
namespace {

constexpr std::size_t most_cases_a_line = 6;

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

// ---- Preamble -------------------------------------------------------------------------------------------------------

void add_if(std::vector<std::string>& parts, std::string_view name, const std::optional<std::string>& value) {
  if (value) parts.push_back(fmt::format("{} {}", name, *value));
}

std::string device_line(const DeviceInfo& device) {
  if (device.name.empty()) return "No device was opened.";
  std::vector<std::string> parts{device.name, "L2 " + format_bytes(device.l2_bytes)};
  add_if(parts, "driver", device.driver_version);
  add_if(parts, "CUDA", device.runtime_version);
  add_if(parts, "cuBLAS", device.cublas_version);
  if (device.peak_bytes_per_s) parts.push_back("peak " + format_bandwidth(*device.peak_bytes_per_s));
  return joined(parts, ", ");
}

/// "SM 1950-1980 MHz" over every block of samples; empty if no clock was read.
std::string clock_range(const Record& record, std::string_view name, std::optional<double> ClockReading::*clock) {
  std::set<double> found;
  for (const CaseResult& c : record.cases) {
    for (const BlockRow& block : c.blocks) {
      if (block.clocks.*clock) found.insert(*(block.clocks.*clock));
    }
  }
  if (found.empty()) return "";
  if (found.size() == 1) return fmt::format("{} {:.0f} MHz", name, *found.begin());
  return fmt::format("{} {:.0f}-{:.0f} MHz", name, *found.begin(), *found.rbegin());
}

std::string clocks_line(const Record& record) {
  const std::string sm = clock_range(record, "SM", &ClockReading::sm_mhz);
  const std::string memory = clock_range(record, "memory", &ClockReading::memory_mhz);
  if (sm.empty() && memory.empty()) return "";
  return fmt::format("clocks while sampling: {}{}{}", sm, sm.empty() || memory.empty() ? "" : ", ", memory);
}

/// One line a timer and launch; of several processes the longest floors, which are those that flags use.
std::vector<std::string> floor_lines(const std::vector<TimerFloor>& floors) {
  std::map<std::pair<TimerKind, Launch>, TimerFloor> longest;
  for (const TimerFloor& floor : floors) {
    const auto [known, is_new] = longest.emplace(std::pair(floor.timer, floor.launch), floor);
    if (!is_new && floor.empty_kernel_ns > known->second.empty_kernel_ns) known->second = floor;
  }
  std::vector<std::string> lines;
  for (const auto& [kind, floor] : longest) {
    lines.push_back(fmt::format("timer {} in a {}: step {}, empty pair {}, empty kernel {}",
                                row_of(timer_table, kind.first).word, row_of(launch_table, kind.second).word,
                                floor.step_ns ? format_time(*floor.step_ns) : "unknown",
                                format_time(floor.empty_pair_ns), format_time(floor.empty_kernel_ns)));
  }
  return lines;
}

std::string sampling_line(const Record& record) {
  const Sampling& sampling = record.spec.sampling;
  const std::string common = common_axes(record);
  return fmt::format("{}{}{} samples in {} rounds x {} process{}, seed {}", common, common.empty() ? "" : "; ",
                     sampling.samples, sampling.rounds, sampling.processes, sampling.processes == 1 ? "" : "es",
                     sampling.seed);
}

std::string counters_line(const CounterStatus& counters) {
  const std::string remedy = counters.remedy.empty() ? "" : fmt::format(" ({})", counters.remedy);
  return fmt::format("counters: {}{}", counters.word, remedy);
}

std::string title_line(const Spec& spec) {
  std::vector<std::string> parts;
  if (!spec.name.empty()) parts.push_back(spec.name);
  if (!spec.description.empty()) parts.push_back(spec.description);
  for (const auto& [key, value] : spec.tags) parts.push_back(fmt::format("{}={}", key, value));
  return joined(parts, "; ");
}

// ---- Flags ----------------------------------------------------------------------------------------------------------

constexpr std::array<Word<Severity>, 5> severity_table{{
    {Severity::note, "note", ""},
    {Severity::warning, "warning", ""},
    {Severity::invalid, "invalid", ""},
    {Severity::failed, "failed", ""},
    {Severity::skipped, "skipped", ""},
}};

std::string list_of(const std::vector<std::string>& labels) {
  if (labels.size() <= most_cases_a_line) return joined(labels, ", ");
  const std::vector<std::string> some(labels.begin(), labels.begin() + most_cases_a_line);
  return fmt::format("{} and {} more", joined(some, ", "), labels.size() - most_cases_a_line);
}

/// Cases with the same numbers share a line.
std::vector<std::string> lines_about(std::string_view id, const Record& record) {
  const std::vector<std::string> labels = case_labels(record);
  std::vector<std::string> details;
  std::map<std::string, std::vector<std::string>> concerned;
  for (std::size_t i = 0; i < record.cases.size(); ++i) {
    for (const Flag& flag : record.cases[i].flags) {
      if (flag.id != id) continue;
      if (concerned[flag.detail].empty()) details.push_back(flag.detail);
      concerned[flag.detail].push_back(labels[i]);
    }
  }
  std::vector<std::string> lines;
  for (const std::string& detail : details) {
    lines.push_back(list_of(concerned[detail]) + (detail.empty() ? "" : ": " + detail));
  }
  return lines;
}

double seconds_of(const Record& record) {
  double seconds = 0.0;
  for (const ProcessRow& process : record.environment.processes) {
    for (const auto& [phase, spent] : process.phase_seconds) seconds += spent;
  }
  return seconds;
}

}  // namespace

std::vector<std::string> banner(const Record& record) {
  std::vector<std::string> lines;
  if (record.environment.device.simulated) {
    lines.push_back(fmt::format("SIMULATED: nothing here was measured. The numbers come from {}.", record.spec.device));
  }
  if (record.partial) lines.push_back("PARTIAL: the run ended before its last process was done.");
  return lines;
}

std::string device_in_short(const Record& record) {
  const DeviceInfo& device = record.environment.device;
  std::vector<std::string> parts;
  if (device.simulated) parts.push_back("SIMULATED, not measured");
  parts.push_back(device.name.empty() ? "no device" : device.name);
  add_if(parts, "driver", device.driver_version);
  const std::string clock = clock_range(record, "SM", &ClockReading::sm_mhz);
  if (!clock.empty()) parts.push_back(clock);
  return joined(parts, ", ");
}

std::vector<std::string> preamble(const Record& record) {
  std::vector<std::string> lines{title_line(record.spec), device_line(record.environment.device), clocks_line(record)};
  for (std::string& line : floor_lines(record.environment.floors)) lines.push_back(std::move(line));
  lines.push_back(sampling_line(record));
  lines.push_back(counters_line(record.environment.counters));
  lines.erase(std::remove(lines.begin(), lines.end(), ""), lines.end());
  return lines;
}

std::vector<Paragraph> flags_in_words(const Record& record) {
  std::vector<Paragraph> paragraphs;
  for (const FlagRow& row : flag_table) {
    std::vector<std::string> lines = lines_about(row.id, record);
    if (lines.empty()) continue;
    paragraphs.push_back({fmt::format("{} ({}): {}. To do: {}.", row.id, row_of(severity_table, row.severity).word,
                                      row.message, row.remedy),
                          std::move(lines), row.severity});
  }
  return paragraphs;
}

std::string totals(const Record& record) {
  std::vector<std::string> counts;
  for (const Word<Status>& row : status_table) {
    const auto n = std::count_if(record.cases.begin(), record.cases.end(),
                                 [&](const CaseResult& c) { return c.status == row.value; });
    if (n > 0) counts.push_back(fmt::format("{} {}", n, row.word));
  }
  std::size_t samples = 0;
  for (const CaseResult& c : record.cases) samples += c.samples_ns.size();
  return fmt::format("{} case{}: {}; {} samples in {:.1f} s.", record.cases.size(), record.cases.size() == 1 ? "" : "s",
                     joined(counts, ", "), samples, seconds_of(record));
}

}  // namespace l2bench
