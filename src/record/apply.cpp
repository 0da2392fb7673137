#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "l2bench/record.hpp"
#include "record/json_writer.hpp"

namespace l2bench {
namespace {

void place_case(CaseResult& c, const PlacedPrep& prep, const Record& record) {
  c.key = case_key(c.what, prep);
  c.prep = to_string(prep);
  c.claim = claim_of(prep, record.environment.device.l2_bytes);
  if (c.what.protect.kind == ProtectKind::input) c.claim.heat = Heat::warm;
  c.flush_bytes = traffic_bytes(prep);
  c.reproduce = reproduce_command(c.what, prep, record.spec);
}

bool same_device(const DeviceInfo& a, const DeviceInfo& b) {
  return a.name == b.name && a.uuid == b.uuid && a.pci_id == b.pci_id && a.driver_version == b.driver_version;
}

/// What matters of several verifications is the worst: a NaN-like infinity is larger than all.
void keep_worse(std::optional<Verification>& kept, const Verification& found) {
  if (!kept || found.max_rel_error > kept->max_rel_error) kept = found;
}

class Apply {
 public:
  Apply(Record& record, int replicate) : record_(record), replicate_(replicate) {}

  void operator()(const DeviceOpened& m) {
    DeviceInfo& device = record_.environment.device;
    record_.environment.processes.push_back({.replicate = replicate_, .clocks_before = m.clocks_before});
    if (!device.name.empty()) {
      if (!same_device(device, m.device)) warn_of_other_device(m.device);
      return;
    }
    device = m.device;
    for (CaseResult& c : record_.cases) {
      c.simulated = device.simulated;
      place_case(c, place(c.what.prep, device.l2_bytes), record_);
    }
  }

  void operator()(const OthersSeen& m) {
    for (const GpuProcess& process : m.processes) see(process);
  }

  void operator()(const FloorMeasured& m) {
    record_.environment.floors.push_back(m.floor);
    record_.environment.floors.back().replicate = replicate_;
  }

  void operator()(const CaseReady& m) {
    CaseResult& c = case_at(m.index);
    if (!c.workload.api.empty() && c.workload != m.workload) warn_of_other_call(c);
    place_case(c, m.prep, record_);
    c.steps = m.steps;
    if (!c.prep_time_ns) c.prep_time_ns = m.prep_time_ns;
    c.workload = m.workload;
    c.calls_per_sample = m.calls_per_sample;
    c.copies = m.copies;
    if (m.verified) keep_worse(c.verified_before, *m.verified);
  }

  void operator()(const WarmedUp& m) {
    process().warmup_s = m.seconds;
    process().warmup_sm_mhz = m.sm_mhz;
  }

  void operator()(const BlockStarted& m) { case_at(m.index); }

  void operator()(const BlockDone& m) {
    CaseResult& c = case_at(m.index);
    c.blocks.push_back({replicate_, m.round, c.samples_ns.size(), m.samples_ns.size(), m.clocks, m.kernel_times,
                        m.stolen_bytes_per_s});
    for (const double ns : m.samples_ns) c.samples_ns.push_back(rounded_to_ps(ns));
    c.gate_timeouts += m.gate_timeouts;
  }

  void operator()(const RoundDone& /*m*/) {}

  void operator()(const CountersOpened& m) { record_.environment.counters = m.status; }

  /// Every process counts; a prep is as clean as its worst pass.
  void operator()(const CountersDone& m) {
    CaseResult& c = case_at(m.index);
    if (!c.counters) c.counters.emplace();
    c.counters->readings.insert(c.counters->readings.end(), m.readings.begin(), m.readings.end());
    if (m.residual_dirty_bytes) {
      c.counters->residual_dirty_bytes =
          std::max(c.counters->residual_dirty_bytes.value_or(0.0), *m.residual_dirty_bytes);
    }
  }

  void operator()(const CaseVerified& m) { keep_worse(case_at(m.index).verified_after, m.verified); }

  void operator()(const CaseFailed& m) {
    CaseResult& c = case_at(m.index);
    const std::string id(flag_row(m.flag).id);
    const auto known =
        std::find_if(c.flags.begin(), c.flags.end(), [&](const Flag& flag) { return flag.reported && flag.id == id; });
    if (known == c.flags.end()) {
      c.flags.push_back({id, m.detail, true});
    } else if (known->detail.find(m.detail) == std::string::npos) {
      known->detail += " " + m.detail;
    }
  }

  void operator()(const DeviceClosed& m) {
    process().clocks_after = m.clocks_after;
    process().phase_seconds = m.phase_seconds;
    if (replicate_ + 1 >= record_.spec.sampling.processes) record_.partial = false;
  }

 private:
  CaseResult& case_at(std::size_t index) {
    if (index < record_.cases.size()) return record_.cases[index];
    throw std::runtime_error(
        fmt::format("A message speaks of case {}, but the record has {} cases.", index, record_.cases.size()));
  }

  /// The latest process of this replicate: one that died has a successor with the same number.
  ProcessRow& process() {
    auto& processes = record_.environment.processes;
    const auto found = std::find_if(processes.rbegin(), processes.rend(),
                                    [&](const ProcessRow& row) { return row.replicate == replicate_; });
    if (found != processes.rend()) return *found;
    throw std::runtime_error(fmt::format("Process {} sent a message before it opened a device.", replicate_));
  }

  void see(const GpuProcess& process) {
    auto& others = record_.environment.others;
    const auto known = std::find_if(others.begin(), others.end(), [&](const GpuProcess& other) {
      return other.pid == process.pid && other.name == process.name;
    });
    if (known == others.end()) {
      others.push_back(process);
      return;
    }
    if (known->seen.find(process.seen) == std::string::npos) known->seen += ", " + process.seen;
    known->memory_bytes = std::max(known->memory_bytes, process.memory_bytes);
  }

  void warn_of_other_device(const DeviceInfo& other) {
    record_.warnings.push_back(
        {"device_changed",
         fmt::format("Process {} opened {} ({}), the first one {} ({}): their samples are pooled, but not comparable.",
                     replicate_, other.name, other.uuid.value_or("no UUID"), record_.environment.device.name,
                     record_.environment.device.uuid.value_or("no UUID"))});
  }

  void warn_of_other_call(const CaseResult& c) {
    record_.warnings.push_back(
        {"call_changed", fmt::format("Process {} ran {} with other kernels or operands than the process before it.",
                                     replicate_, c.key)});
  }

  Record& record_;
  int replicate_;
};

}  // namespace

void apply(Record& record, int replicate, const Message& message) {
  std::visit(Apply(record, replicate), message);
}

}  // namespace l2bench
