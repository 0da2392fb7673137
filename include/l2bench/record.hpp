#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "l2bench/build_info.hpp"
#include "l2bench/device.hpp"
#include "l2bench/error.hpp"
#include "l2bench/expect.hpp"
#include "l2bench/json_limits.hpp"
#include "l2bench/spec.hpp"
#include "l2bench/stats.hpp"

namespace l2bench {

// ---- Flags: why a case's number may not be what its label says -------------------------------------------------

enum class Severity { note, warning, invalid, failed, skipped };
struct FlagRow {
  std::string_view id;
  Severity severity;
  std::string_view message;
  std::string_view remedy;
};
inline constexpr std::array<FlagRow, 16> flag_table{{
    {"unverified", Severity::note, "the cache state is as claimed, but no counter proved it", "run with --counters"},
    {"unchecked", Severity::note, "the output was compared with nothing",
     "give the kernel a reference, or the plug-in verify"},
    {"wrong_result", Severity::invalid, "the output does not agree with the double-precision reference",
     "do not use this time: the kernel computes something else"},
    {"unmeasurable", Severity::invalid, "no usable time was measured",
     "see the numbers beside it; try another --timer or --launch, or a larger shape"},
    {"not_cold", Severity::invalid, "DRAM reads are less than 0.9 of the working set after a cold prep",
     "use a larger flush"},
    {"not_clean", Severity::warning, "the prep leaves dirty lines that the timed kernel writes back",
     "use a larger read pass, or write+discard"},
    {"above_peak", Severity::warning, "the implied bandwidth is above the memory's peak: the data was in L2",
     "use a cold prep such as read"},
    {"timer_limited", Severity::warning, "the time is within reach of the timer's step or floor",
     "use a larger shape, or read it as an upper bound"},
    {"throttled", Severity::warning, "the GPU lowered its clocks during some samples (see blocks)",
     "check power and cooling, then run again"},
    {"drift", Severity::warning, "the median moved during the run", "warm up longer, or add rounds"},
    {"contended", Severity::warning, "another process used the GPU during the run", "run again alone"},
    {"gate_timeout", Severity::warning, "samples whose gate opened by its own timeout were taken out of the statistics",
     "check for a debugger or profiler that serializes launches"},
    {"timeout", Severity::failed, "the case did not finish within --timeout", "raise --timeout, or lower --samples"},
    {"device_error", Severity::failed, "a call to the device failed", "see the message"},
    {"out_of_memory", Severity::skipped, "the case needs more device memory than it may take",
     "use a smaller shape, or raise --mem-limit"},
    {"not_run", Severity::skipped, "the run ended before this case was measured", "run again"},
}};
/// Throws std::runtime_error for an id that is not in the table.
const FlagRow& flag_row(std::string_view id);

struct Flag {
  std::string id;         ///< a row of flag_table
  std::string detail;     ///< the numbers of this case
  bool reported = false;  ///< by the measuring process; judge() keeps it. Else derived, and derived anew each time
  friend bool operator==(const Flag&, const Flag&) = default;
};

enum class Status { ok, invalid, failed, skipped };
inline constexpr std::array<Word<Status>, 4> status_table{{
    {Status::ok, "ok", "the time means what its label says"},
    {Status::invalid, "invalid", "measured, but not to be used; see flags"},
    {Status::failed, "failed", "not measured to the end; see flags"},
    {Status::skipped, "skipped", "not started; see flags"},
}};

// ---- What a measuring process reports, in order -----------------------------------------------------------------
// These values are the only thing that leaves the measuring process. One line of JSON each on a pipe; applied to a
// Record by apply().

/// Steps and floors of one timer x launch, from empty pairs and empty kernels through the same path as samples.
struct TimerFloor {
  TimerKind timer = TimerKind::event;
  Launch launch = Launch::stream;
  std::optional<double> step_ns;
  double empty_pair_ns = 0;
  double empty_kernel_ns = 0;
  int replicate = 0;  ///< the process that measured it; set by apply()
  friend bool operator==(const TimerFloor&, const TimerFloor&) = default;
};

struct DeviceOpened {
  DeviceInfo device;
  ClockReading clocks_before;
};
/// Whether counters can be had; found out after the timed rounds, because opening them takes time.
struct CountersOpened {
  CounterStatus status;
};
/// Other processes on the GPU, where there were any.
struct OthersSeen {
  std::vector<GpuProcess> processes;
};
struct FloorMeasured {
  TimerFloor floor;
};
/// A step as it was run.
struct StepReport {
  std::string step;  ///< "zero:256MiB"
  std::string implementation;
  friend bool operator==(const StepReport&, const StepReport&) = default;
};
struct CaseReady {
  std::size_t index = 0;
  PlacedPrep prep;
  std::vector<StepReport> steps;
  std::optional<double> prep_time_ns;  ///< median time of the prep alone
  WorkloadInfo workload;
  int calls_per_sample = 1;
  int copies = 1;
  std::optional<Verification> verified;  ///< empty: there is nothing to compare with
};
struct WarmedUp {
  double seconds = 0;
  std::vector<double> sm_mhz;  ///< SM clock after each slice of the warm-up
};
/// What the process is about to do to a case; if it dies, this case is to blame.
struct BlockStarted {
  std::size_t index = 0;
  int round = 0;
  std::string phase = "samples";  ///< "build", "warm_up", "samples", "counters", "verify"
};
/// The samples of one case in one round.
struct BlockDone {
  std::size_t index = 0;
  int round = 0;
  std::vector<double> samples_ns;
  int gate_timeouts = 0;                     ///< samples taken out because their gate timed out
  ClockReading clocks;                       ///< read while the block's unrecorded first calls were running
  std::vector<KernelTime> kernel_times;      ///< of the block's last call; empty: the timer cannot see kernels
  std::optional<double> stolen_bytes_per_s;  ///< while the calls ran, their mean; empty: nothing was stolen
};
struct RoundDone {
  int round = 0;
};
struct CountersDone {
  std::size_t index = 0;
  std::vector<CounterReading> readings;
  std::optional<double> residual_dirty_bytes;  ///< what a full read pass after the prep alone writes back
};
struct CaseVerified {
  std::size_t index = 0;
  Verification verified;
};
struct CaseFailed {
  std::size_t index = 0;
  std::string flag;  ///< a row of flag_table
  std::string detail;
};
struct DeviceClosed {
  ClockReading clocks_after;
  std::map<std::string, double> phase_seconds;  ///< open, build, warm_up, samples, counters, verify
};
using Message = std::variant<DeviceOpened, FloorMeasured, CaseReady, WarmedUp, BlockStarted, BlockDone, RoundDone,
                             CountersOpened, CountersDone, CaseVerified, CaseFailed, DeviceClosed, OthersSeen>;

/// A message as the supervising process got it.
struct Reported {
  int replicate = 0;
  Message message;
};

nlohmann::json to_json(const Message& message);
/// Throws std::runtime_error if `j` is not a message.
Message message_from_json(const nlohmann::json& j);

// ---- The record --------------------------------------------------------------------------------------------------

/// A run of consecutive samples of one case: samples_ns[first .. first + count).
struct BlockRow {
  int replicate = 0;
  int round = 0;
  std::size_t first = 0;
  std::size_t count = 0;
  ClockReading clocks;
  std::vector<KernelTime> kernel_times;      ///< of the block's last call; empty: the timer cannot see kernels
  std::optional<double> stolen_bytes_per_s;  ///< while the calls ran, their mean; empty: nothing was stolen
  friend bool operator==(const BlockRow&, const BlockRow&) = default;
};

/// Writes counted in two ranges of one call on a clean L2 differ by less than this (H200: by 2 KiB after a read pass).
inline constexpr double counter_noise_bytes = 64.0 * 1024.0;

struct CounterSummary {
  CounterReading median;
  std::vector<CounterReading> readings;
  std::optional<double> residual_dirty_bytes;
  /// DRAM writes minus the call's own output, by their medians: how much less is dirty in L2 after the call than
  /// before it. Below zero where the call's output is still in L2; 0 within counter_noise_bytes of it.
  std::optional<double> dirty_evicted_bytes;
  friend bool operator==(const CounterSummary&, const CounterSummary&) = default;
};

/// DRAM writes of a call minus its own output; 0 within counter_noise_bytes of it.
double evicted_of(double dram_write_bytes, std::uint64_t own_output_bytes);

struct Prediction {
  std::optional<double> dram_read_bytes;
  std::optional<double> dram_write_bytes;
  std::optional<double> dirty_evicted_bytes;  ///< as CounterSummary's
  std::optional<double> time_ns;
  std::optional<double> measured_over_predicted;  ///< median / time_ns; filled by judge()
  std::string source;                             ///< the model's name
  friend bool operator==(const Prediction&, const Prediction&) = default;
};

struct CaseResult {
  Case what;
  std::string key;   ///< empty until a device is open: sizes may depend on its L2
  std::string prep;  ///< every size spelled out; as written until a device is open
  Claim claim;
  std::vector<StepReport> steps;
  std::optional<double> prep_time_ns;
  std::uint64_t flush_bytes = 0;
  int calls_per_sample = 1;
  int copies = 1;
  bool simulated = false;
  Status status = Status::ok;
  std::vector<Flag> flags;
  std::vector<double> samples_ns;
  std::vector<BlockRow> blocks;
  int gate_timeouts = 0;
  std::optional<Stats> stats;
  std::optional<double> bytes_per_s;  ///< implied: (reads + writes of the call) / median
  std::optional<double> share_of_peak;
  std::optional<double> slowdown;  ///< against the cleanest prep of the same call, timer and launch; empty if alone
  std::optional<CounterSummary> counters;
  std::optional<Prediction> predicted;
  std::string unpredicted;  ///< why there is no prediction; empty: there is one, or no process came that far
  WorkloadInfo workload;
  std::optional<Verification> verified_before;
  std::optional<Verification> verified_after;
  std::string reproduce;
};

struct ProcessRow {
  int replicate = 0;
  ClockReading clocks_before;
  ClockReading clocks_after;
  double warmup_s = 0;
  std::vector<double> warmup_sm_mhz;
  std::map<std::string, double> phase_seconds;
};

struct Environment {
  DeviceInfo device;
  CounterStatus counters;
  std::vector<TimerFloor> floors;
  std::vector<ProcessRow> processes;
  std::vector<GpuProcess> others;  ///< on the GPU at any time of the run
  std::string host;
  std::string os;
  std::string cuda_module_loading;  ///< the variable as found; never set by us
};

struct Finding {
  std::string id;
  std::string text;
  std::map<std::string, double> values;
};

struct Warning {
  std::string id;
  std::string text;
};

/// A file that the spec's own code names, by what was in it when the run began.
struct CodeFile {
  std::string path;
  std::string sha256;
  friend bool operator==(const CodeFile&, const CodeFile&) = default;
};

/// Reads the files of code and of data that `code` names, each once; not what a kernel includes. Throws UsageError.
std::vector<CodeFile> code_files(const OwnCode& code);

struct Record {
  Tool tool;
  std::string started;  ///< UTC, ISO 8601
  std::vector<std::string> argv;
  Spec spec;
  std::vector<CodeFile> code;  ///< of the spec's own code
  Environment environment;
  std::vector<CaseResult> cases;
  std::vector<Finding> findings;
  std::optional<ExpectReport> expect;  ///< empty: the spec claims nothing
  std::vector<Warning> warnings;
  bool partial = true;  ///< until the last process has reported its end
};

inline constexpr int record_schema_version = 1;
/// Of a record's text, checked before anything is built from it; the largest so far has 4 MB.
inline constexpr JsonLimits record_limits{.bytes = 512 * MiB, .depth = 32};

/// A record with a row for every case of `spec` and nothing measured yet: made by this build, on this host, now.
Record begin_record(const Spec& spec, std::vector<std::string> argv);

/// Takes a message of process `replicate` into the record. Statistics are not touched: see judge().
void apply(Record& record, int replicate, const Message& message);

/// Fills everything that follows from what was measured: stats, bandwidth, slowdown, flags, status. Pure; repeatable.
void judge(Record& record);

/// 1 if a claim of the spec failed; else 4 if a case is not ok or a claim was not judged; else 0.
Exit exit_of(const Record& record);

nlohmann::json to_json(const Record& record);
/// Reads what to_json wrote. Throws UsageError naming the JSON path.
Record record_from_json(const nlohmann::json& j);
/// The same from text, within record_limits.
Record parse_record(std::string_view text);

/// Writes `text` to `path` whole: to a file beside it first, then renamed over it. Throws MachineError.
void write_whole(const std::string& path, std::string_view text);

}  // namespace l2bench
