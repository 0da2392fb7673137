#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "l2bench/build_info.hpp"
#include "l2bench/record.hpp"
#include "record/json_reader.hpp"
#include "record/json_writer.hpp"

// The JSON of every value of record.hpp: one list of fields a struct, walked by Writer and Reader.

namespace l2bench {

// ---- Words ----------------------------------------------------------------------------------------------------------

inline constexpr std::array<Word<Heat>, 2> heat_table{{
    {Heat::warm, "warm", "the data is in L2"},
    {Heat::cold, "cold", "the data is not in L2"},
}};
constexpr const auto& word_table(Heat) {
  return heat_table;
}
constexpr const auto& word_table(StepKind) {
  return step_table;
}
constexpr const auto& word_table(Rotation) {
  return policy_table;
}
constexpr const auto& word_table(Dtype) {
  return dtype_table;
}
constexpr const auto& word_table(TimerKind) {
  return timer_table;
}
constexpr const auto& word_table(Launch) {
  return launch_table;
}
constexpr const auto& word_table(Status) {
  return status_table;
}
constexpr const auto& word_table(Outcome) {
  return outcome_table;
}

inline std::string to_leaf(const Prep& prep) {
  return to_string(prep);
}
inline void from_leaf(const nlohmann::json& j, const JsonPath& at, Prep& prep) {
  if (!j.is_string()) reject(at, "a cache prep such as \"zero+read\"", j);
  prep = parse_prep(j.get_ref<const std::string&>());
}

inline std::string to_leaf(const Protection& protection) {
  return to_string(protection);
}
inline void from_leaf(const nlohmann::json& j, const JsonPath& at, Protection& protection) {
  if (!j.is_string()) reject(at, "a protection such as \"input\"", j);
  protection = parse_protection(j.get_ref<const std::string&>());
}
inline std::string to_leaf(const Steal& steal) {
  return to_string(steal);
}
inline void from_leaf(const nlohmann::json& j, const JsonPath& at, Steal& steal) {
  if (!j.is_string()) reject(at, "a theft such as \"25%\"", j);
  steal = parse_steal(j.get_ref<const std::string&>());
}

// ---- Device ---------------------------------------------------------------------------------------------------------

template <typename V>
void fields(V& v, Is<ClockReading> auto& clocks) {
  v("sm_mhz", clocks.sm_mhz);
  v("memory_mhz", clocks.memory_mhz);
  v("power_w", clocks.power_w);
  v("temperature_c", clocks.temperature_c);
  v("throttle_reasons", clocks.throttle_reasons);
}

template <typename V>
void fields(V& v, Is<DeviceInfo> auto& device) {
  v("name", device.name);
  v("uuid", device.uuid);
  v("pci_id", device.pci_id);
  v("compute_capability", device.compute_capability);
  v("l2_bytes", device.l2_bytes);
  v("memory_bytes", device.memory_bytes);
  v("free_memory_bytes", device.free_memory_bytes);
  v("sm_count", device.sm_count);
  v("peak_bytes_per_s", device.peak_bytes_per_s);
  v("driver_version", device.driver_version);
  v("runtime_version", device.runtime_version);
  v("cublas_version", device.cublas_version);
  v("ecc", device.ecc);
  v("mig", device.mig);
  v("power_limit_w", device.power_limit_w);
  v("persisting_l2_max_bytes", device.persisting_l2_max_bytes);
  v("persisting_l2_found_bytes", device.persisting_l2_found_bytes);
  v("used_memory_bytes", device.used_memory_bytes);
  v("ecc_errors", device.ecc_errors);
  v("remapped_rows", device.remapped_rows);
  v("remap_pending", device.remap_pending);
  v("simulated", device.simulated);
}

template <typename V>
void fields(V& v, Is<GpuProcess> auto& process) {
  v("pid", process.pid);
  v("name", process.name);
  v("memory_bytes", process.memory_bytes);
  v("seen", process.seen);
}

template <typename V>
void fields(V& v, Is<CounterStatus> auto& counters) {
  v("available", counters.available);
  v("status", counters.word);
  v.text_or_null("remedy", counters.remedy);
}

template <typename V>
void fields(V& v, Is<TimerFloor> auto& floor) {
  v("timer", floor.timer);
  v("launch", floor.launch);
  v("step_ns", floor.step_ns);
  v("empty_pair_ns", floor.empty_pair_ns);
  v("empty_kernel_ns", floor.empty_kernel_ns);
  v("replicate", floor.replicate);
}

// ---- A case's call --------------------------------------------------------------------------------------------------

template <typename V>
void fields(V& v, Is<Shape> auto& shape) {
  v("n", shape.n);
  v("k", shape.k);
}

template <typename V>
void fields(V& v, Is<Claim> auto& claim) {
  v("heat", claim.heat);
  v("clean", claim.clean);
}

template <typename V>
void fields(V& v, Is<PlacedStep> auto& step) {
  v("step", step.kind);
  v("bytes", step.bytes);
}

template <typename V>
void fields(V& v, Is<PlacedPrep> auto& prep) {
  v("steps", prep.steps);
  v("rotation", prep.rotation);
}

template <typename V>
void fields(V& v, Is<StepReport> auto& report) {
  v("step", report.step);
  v("implementation", report.implementation);
}

template <typename V>
void fields(V& v, Is<KernelInfo> auto& kernel) {
  v("name", kernel.name);
}

template <typename V>
void fields(V& v, Is<Operand> auto& operand) {
  v("name", operand.name);
  v("bytes", operand.bytes);
  v("rotates", operand.rotates);
}

/// Without its kernels: a record lists them beside the call.
template <typename V>
void fields(V& v, Is<WorkloadInfo> auto& call) {
  v("api", call.api);
  v("compute_type", call.compute_type);
  v.text_or_null("config", call.config);
  v("weight_bytes", call.weight_bytes);
  v("read_bytes", call.read_bytes);
  v("write_bytes", call.write_bytes);
  v("operands", call.operands);
}

template <typename V>
void fields(V& v, Is<Verification> auto& verification) {
  v.finite_or_null("max_rel_error", verification.max_rel_error);
  v("tolerance", verification.tolerance);
  v.derived("passed", verification.passed());
}

template <typename V>
void fields(V& v, Is<CounterReading> auto& reading) {
  v("dram_read_bytes", reading.dram_read_bytes);
  v("dram_write_bytes", reading.dram_write_bytes);
  v("l2_tag_hits", reading.l2_tag_hits);
  v("l2_tag_misses", reading.l2_tag_misses);
  v("l2_fabric_read_bytes", reading.l2_fabric_read_bytes);
  v("l2_fill_bytes", reading.l2_fill_bytes);
}

// ---- Results of a case ----------------------------------------------------------------------------------------------

template <typename V>
void fields(V& v, Is<Flag> auto& flag) {
  v("id", flag.id);
  v("detail", flag.detail);
  v("reported", flag.reported);
}

template <typename V>
void fields(V& v, Is<KernelTime> auto& kernel) {
  v("name", kernel.name);
  v("ns", kernel.ns);
}

template <typename V>
void fields(V& v, Is<BlockRow> auto& block) {
  v("replicate", block.replicate);
  v("round", block.round);
  v("first", block.first);
  v("count", block.count);
  v("clocks", block.clocks);
  v("kernel_times", block.kernel_times);
  v.unless("stolen_bytes_per_s", block.stolen_bytes_per_s, {});
}

template <typename V>
void fields(V& v, Is<Stats> auto& stats) {
  v("n", stats.n);
  v("min_ns", stats.min_ns);
  v("q1_ns", stats.q1_ns);
  v("median_ns", stats.median_ns);
  v("q3_ns", stats.q3_ns);
  v("iqr_ns", stats.iqr_ns);
  v("max_ns", stats.max_ns);
  v("mean_ns", stats.mean_ns);
  v("stdev_ns", stats.stdev_ns);
  v("median_ci95_ns", stats.median_ci95_ns);
}

template <typename V>
void fields(V& v, Is<CounterSummary> auto& counters) {
  v.derived("status", std::string("ok"));
  fields(v, counters.median);
  v("residual_dirty_bytes", counters.residual_dirty_bytes);
  v("dirty_evicted_bytes", counters.dirty_evicted_bytes);
  v("readings", counters.readings);
}

template <typename V>
void fields(V& v, Is<Prediction> auto& predicted) {
  v("dram_read_bytes", predicted.dram_read_bytes);
  v("dram_write_bytes", predicted.dram_write_bytes);
  v("dirty_evicted_bytes", predicted.dirty_evicted_bytes);
  v("time_ns", predicted.time_ns);
  v("measured_over_predicted", predicted.measured_over_predicted);
  v("source", predicted.source);
}

/// The axes of a case, flat.
template <typename V>
void fields(V& v, Is<Case> auto& what) {
  v("workload", what.workload);
  v.text_or_null("config", what.config);
  v("shape", what.shape);
  v("rows", what.rows);
  v("dtype", what.dtype);
  v("prep_written", what.prep);
  v("timer", what.timer);
  v("launch", what.launch);
  v.unless("protect", what.protect, {});
  v.unless("steal", what.steal, {});
}

/// The worse of before and after timing; empty if there is none, or it is infinite.
inline std::optional<double> worst_rel_error(const CaseResult& c) {
  std::optional<double> worst;
  for (const auto& verified : {c.verified_before, c.verified_after}) {
    if (verified && !std::isfinite(verified->max_rel_error)) return std::nullopt;
    if (verified) worst = std::max(worst.value_or(0.0), verified->max_rel_error);
  }
  return worst;
}

template <typename V>
void fields(V& v, Is<CaseResult> auto& c) {
  v("key", c.key);
  fields(v, c.what);
  v("prep", c.prep);
  v("claim", c.claim);
  v("steps", c.steps);
  v("prep_time_ns", c.prep_time_ns);
  v("flush_bytes", c.flush_bytes);
  v("calls_per_sample", c.calls_per_sample);
  v("copies", c.copies);
  v("simulated", c.simulated);
  v("status", c.status);
  v("flags", c.flags);
  v.samples("samples_ns", c.samples_ns);
  v("blocks", c.blocks);
  v("gate_timeouts", c.gate_timeouts);
  v("stats", c.stats);
  v("bytes_per_s", c.bytes_per_s);
  v("share_of_peak", c.share_of_peak);
  v("slowdown", c.slowdown);
  v("counters", c.counters);
  v("predicted", c.predicted);
  v.unless("unpredicted", c.unpredicted, "");
  v.object("call", !c.workload.api.empty(), [&](auto& call) { fields(call, c.workload); });
  v("kernels", c.workload.kernels);
  v.object("verify", c.verified_before || c.verified_after, [&](auto& verify) {
    verify("before", c.verified_before);
    verify("after", c.verified_after);
    verify.derived("max_rel_error", worst_rel_error(c));
  });
  v.text_or_null("reproduce", c.reproduce);
}

// ---- The run --------------------------------------------------------------------------------------------------------

template <typename V>
void fields(V& v, Is<ProcessRow> auto& process) {
  v("replicate", process.replicate);
  v("clocks_before", process.clocks_before);
  v("clocks_after", process.clocks_after);
  v("warmup_s", process.warmup_s);
  v("warmup_sm_mhz", process.warmup_sm_mhz);
  v("phase_seconds", process.phase_seconds);
}

template <typename V>
void fields(V& v, Is<Environment> auto& environment) {
  v.object("device", !environment.device.name.empty(), [&](auto& device) { fields(device, environment.device); });
  v("counters", environment.counters);
  v("floors", environment.floors);
  v("processes", environment.processes);
  v.newer("others", environment.others);
  v("host", environment.host);
  v("os", environment.os);
  v.text_or_null("cuda_module_loading", environment.cuda_module_loading);
}

template <typename V>
void fields(V& v, Is<Tool> auto& tool) {
  v("name", tool.name);
  v("version", tool.version);
  v("git_revision", tool.git_revision);
  v("compiler", tool.compiler);
  v("cuda", tool.cuda);
}

template <typename V>
void fields(V& v, Is<CodeFile> auto& file) {
  v("path", file.path);
  v("sha256", file.sha256);
}

template <typename V>
void fields(V& v, Is<Finding> auto& finding) {
  v("id", finding.id);
  v("text", finding.text);
  v("values", finding.values);
}

template <typename V>
void fields(V& v, Is<ExpectationResult> auto& result) {
  v("name", result.name);
  v("outcome", result.outcome);
  v("text", result.text);
}

template <typename V>
void fields(V& v, Is<ExpectReport> auto& report) {
  v("sha256", report.sha256);
  v("results", report.results);
}

template <typename V>
void fields(V& v, Is<Warning> auto& warning) {
  v("id", warning.id);
  v("text", warning.text);
}

}  // namespace l2bench
