#include "compare/comparability.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "l2bench/number.hpp"
#include "record/groups.hpp"

namespace l2bench {
namespace {

constexpr std::string_view unknown = "unknown";

std::string or_unknown(const std::optional<std::string>& text) {
  return text.value_or(std::string(unknown));
}

std::string yes_no(const std::optional<bool>& fact) {
  if (!fact) return std::string(unknown);
  return *fact ? "yes" : "no";
}

const DeviceInfo& device_of(const Record& record) {
  return record.environment.device;
}

std::string simulated(const Record&, const CaseResult& c) {
  return c.simulated ? "simulated" : "measured";
}
std::string gpu(const Record& record, const CaseResult&) {
  return device_of(record).name;
}
/// A MIG profile by what it gives: profiles differ in SMs and memory.
std::string mig(const Record& record, const CaseResult&) {
  const DeviceInfo& device = device_of(record);
  return fmt::format("{}, {} SMs, {} of L2", yes_no(device.mig), device.sm_count, format_bytes(device.l2_bytes));
}
std::string driver(const Record& record, const CaseResult&) {
  return or_unknown(device_of(record).driver_version);
}
std::string cuda(const Record& record, const CaseResult&) {
  return or_unknown(device_of(record).runtime_version);
}
/// Only where it is what is timed.
std::string cublas(const Record& record, const CaseResult& c) {
  return c.what.workload == "cublas" ? or_unknown(device_of(record).cublas_version) : "not used";
}
std::string ecc(const Record& record, const CaseResult&) {
  return yes_no(device_of(record).ecc);
}
/// Versions before 1.0 promise nothing from one minor to the next.
std::string method(const Record& record, const CaseResult&) {
  const std::vector<std::string_view> parts = split(record.tool.version, '.');
  if (parts.size() < 2) return record.tool.version;
  return parts[0] == "0" ? fmt::format("0.{}", parts[1]) : std::string(parts[0]);
}
std::string init(const Record& record, const CaseResult&) {
  return std::string(row_of(init_table, record.spec.sampling.init).word);
}
std::string placement(const Record& record, const CaseResult&) {
  return std::string(row_of(placement_table, record.spec.sampling.placement).word);
}
std::string config(const Record&, const CaseResult& c) {
  return c.what.config.empty() ? "default" : c.what.config;
}
std::string dtype(const Record&, const CaseResult& c) {
  return std::string(row_of(dtype_table, c.what.dtype).word);
}
std::string prep(const Record&, const CaseResult& c) {
  return c.prep;
}
std::string timer(const Record&, const CaseResult& c) {
  return std::string(row_of(timer_table, c.what.timer).word);
}
std::string launch(const Record&, const CaseResult& c) {
  return std::string(row_of(launch_table, c.what.launch).word);
}
std::string flush_bytes(const Record&, const CaseResult& c) {
  return fmt::format("{}", c.flush_bytes);
}
std::string calls(const Record&, const CaseResult& c) {
  return fmt::format("{} a sample over {} copies", c.calls_per_sample, c.copies);
}
std::string api(const Record&, const CaseResult& c) {
  return fmt::format("{}, {}", c.workload.api, c.workload.compute_type);
}
std::string kernels(const Record&, const CaseResult& c) {
  std::vector<std::string> names;
  for (const KernelInfo& kernel : c.workload.kernels) names.push_back(kernel.name);
  return names.empty() ? std::string(unknown) : fmt::format("{}", fmt::join(names, ", "));
}

/// Only where it is what is timed: the file's content, wherever it lies.
std::string own_code(const Record& record, const CaseResult& c) {
  const OwnCode& code = record.spec.code;
  std::string path;
  std::string name;
  if (c.what.workload == "kernel" && code.kernel) {
    path = code.kernel->call.file;
    name = code.kernel->call.name;
  } else if (c.what.workload == "plugin" && code.plugin) {
    path = code.plugin->file;
  } else {
    return "not used";
  }
  const auto found =
      std::find_if(record.code.begin(), record.code.end(), [&](const CodeFile& file) { return file.path == path; });
  return fmt::format("{}{}", name.empty() ? "" : name + ", ",
                     found == record.code.end() ? std::string(unknown) : "SHA-256 " + found->sha256.substr(0, 16));
}

const std::vector<ComparabilityRow> table{
    {simulated, "simulated", "measured or simulated: never compared with each other", false},
    {gpu, "gpu", "name of the GPU"},
    {mig, "mig", "MIG slice: on or off, SMs, L2"},
    {driver, "driver", "version of the driver"},
    {cuda, "cuda", "version of the CUDA runtime"},
    {cublas, "cublas", "version of cuBLAS, where the workload uses it"},
    {ecc, "ecc", "ECC of the memory"},
    {method, "l2bench", "version of l2bench whose times mean the same"},
    {init, "init", "input data"},
    {placement, "placement", "whether the processes have their data in the same places"},
    {config, "config", "compiled variant of the workload", true, true},
    {dtype, "dtype", "element type", true, true},
    {prep, "prep", "cache prep", true, true},
    {timer, "timer", "what reads the time", true, true},
    {launch, "launch", "how a sample is queued", true, true},
    {flush_bytes, "flush_bytes", "bytes the prep moves"},
    {calls, "calls", "calls a sample, and copies of the weight"},
    {api, "api", "the library call and the type it computes in"},
    {kernels, "kernels", "names of the kernels of one call"},
    {own_code, "code", "your kernel's or plug-in's file, by its content: allow it to compare two versions"},
};

}  // namespace

const std::vector<ComparabilityRow>& comparability_table() {
  return table;
}

void check_can_be_allowed(std::string_view word) {
  std::vector<std::string_view> known;
  for (const ComparabilityRow& row : table) {
    if (row.can_be_allowed) known.push_back(row.word);
    if (row.word != word) continue;
    if (row.can_be_allowed) return;
    throw UsageError(fmt::format("--allow-mismatch {}: this cannot be allowed: {}.", word, row.help));
  }
  throw UsageError(fmt::format("--allow-mismatch: {} is not a key{}. Keys: {}.", in_quotes(word),
                               suggestion(word, known), fmt::join(known, " ")));
}

bool is_allowed(const CompareOptions& options, std::string_view word) {
  return std::find(options.allowed.begin(), options.allowed.end(), word) != options.allowed.end();
}

std::string match_key(const CaseResult& c, const CompareOptions& options) {
  const Case& what = c.what;
  std::string key = fmt::format("{}/{}/m{}", what.workload, to_string(what.shape), what.rows);
  for (const ComparabilityRow& row : table) {
    if (row.in_key && !is_allowed(options, row.word)) key += fmt::format("/{}", row.value({}, c));
  }
  return key;
}

std::vector<Mismatch> mismatches_of(const Record& base, const CaseResult& base_case, const Record& candidate,
                                    const CaseResult& candidate_case, const CompareOptions& options) {
  std::vector<Mismatch> found;
  for (const ComparabilityRow& row : table) {
    std::string on_base = row.value(base, base_case);
    std::string on_candidate = row.value(candidate, candidate_case);
    if (on_base == on_candidate) continue;
    found.push_back({std::string(row.word), std::move(on_base), std::move(on_candidate),
                     row.can_be_allowed && is_allowed(options, row.word)});
  }
  return found;
}

}  // namespace l2bench
