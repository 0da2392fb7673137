#include "golden/synthetic_record.hpp"

#include <fmt/format.h>

#include "l2bench/analyze.hpp"

namespace l2bench::synthetic {
namespace {

Record begun(const Spec& spec, std::vector<std::string> argv) {
  Record record = begin_record(spec, std::move(argv));
  record.tool = {"l2bench", "0.1.0", "0123456789ab", "GNU 12.2.0", "13.0"};
  record.started = "2026-11-30T12:00:00Z";
  record.environment.host = "node1";
  record.environment.os = "Linux 6.1.0 x86_64";
  record.environment.cuda_module_loading = "";
  return record;
}

void judged(Record& record) {
  judge(record);
  record.findings = analyze(record);
}

std::vector<Prep> preps(std::initializer_list<const char*> texts) {
  std::vector<Prep> all;
  for (const char* text : texts) all.push_back(parse_prep(text));
  return all;
}

Spec spec_of(const Grid& grid) {
  Spec spec;
  spec.grids = {grid};
  spec.cases = expand(spec.grids);
  spec.sampling.samples = 10;
  spec.sampling.rounds = 2;
  return spec;
}

ClockReading busy_clocks() {
  return {1980.0, 3201.0, 412.5, 41.0, 0};
}

/// Five samples around `median_ns`, on a step of 32 ns.
std::vector<double> samples_around(double median_ns) {
  return {median_ns - 64, median_ns - 32, median_ns, median_ns + 32, median_ns + 96};
}

WorkloadInfo gemv(const Shape& shape) {
  WorkloadInfo call;
  call.api = "cublasGemmEx";
  call.compute_type = "fp32";
  call.weight_bytes = static_cast<std::uint64_t>(shape.n * shape.k) * 2;
  call.read_bytes = call.weight_bytes + static_cast<std::uint64_t>(shape.k) * 2;
  call.write_bytes = static_cast<std::uint64_t>(shape.n) * 2;
  call.kernels = {{"gemm_splitK"}, {"splitK_reduce"}};
  call.operands = {{"W", call.weight_bytes, true},
                   {"x", static_cast<std::uint64_t>(shape.k) * 2, false},
                   {"y", call.write_bytes, false}};
  return call;
}

CaseReady ready(const Record& record, std::size_t index) {
  const Case& what = record.cases[index].what;
  CaseReady message;
  message.index = index;
  message.prep = place(what.prep, record.environment.device.l2_bytes);
  for (const PlacedStep& step : message.prep.steps) {
    message.steps.push_back({to_string(PlacedPrep{{step}, Rotation::off}), "own kernel"});
  }
  if (!message.prep.steps.empty()) message.prep_time_ns = 63000.0;
  message.workload = gemv(what.shape);
  if (what.prep.rotation != Rotation::off) {
    message.copies = rotation_copies(message.workload.weight_bytes, record.environment.device.l2_bytes);
    message.calls_per_sample = message.copies;
  }
  message.verified = {0.0009765625, 0.01};
  return message;
}

struct Measured {
  std::size_t index;
  double median_ns;
  double dram_read_bytes;
  double dram_write_bytes;
  std::optional<double> residual_dirty_bytes;
};

void open(Record& record, const DeviceInfo& info) {
  apply(record, 0, DeviceOpened{info, {1200.0, 3201.0, 121.0, 35.0, 1}});
}

void warm_up_and_floors(Record& record, const std::vector<TimerFloor>& floors) {
  apply(record, 0, WarmedUp{0.125, {1755, 1980, 1980}});
  for (const TimerFloor& floor : floors) apply(record, 0, FloorMeasured{floor});
}

void close(Record& record) {
  apply(record, 0,
        DeviceClosed{{1980.0, 3201.0, 188.0, 43.0, 0}, {{"open", 0.25}, {"warm_up", 0.125}, {"samples", 0.5}}});
}

const std::vector<TimerFloor> event_floors{{TimerKind::event, Launch::stream, 32.0, 1312.0, 2912.0},
                                           {TimerKind::event, Launch::graph, 32.0, 1280.0, 2880.0}};

void count(Record& record, const Measured& m) {
  CountersDone done{.index = m.index};
  done.residual_dirty_bytes = m.residual_dirty_bytes;
  for (const double wobble : {-2048.0, 0.0, 2048.0}) {
    done.readings.push_back({.dram_read_bytes = m.dram_read_bytes + wobble,
                             .dram_write_bytes = std::max(0.0, m.dram_write_bytes + wobble)});
  }
  apply(record, 0, done);
}

}  // namespace

DeviceInfo device() {
  DeviceInfo info;
  info.name = "NVIDIA H200";
  info.uuid = "GPU-00000000-0000-0000-0000-000000000001";
  info.pci_id = "0000:0f:00.0";
  info.compute_capability = "9.0";
  info.l2_bytes = 60 * MiB;
  info.memory_bytes = 150'000'000'000;
  info.free_memory_bytes = 149'000'000'000;
  info.sm_count = 132;
  info.peak_bytes_per_s = 4.814e12;
  info.driver_version = "580.159.04";
  info.runtime_version = "13.0";
  info.cublas_version = "13.1.0";
  info.ecc = true;
  info.mig = false;
  info.power_limit_w = 700.0;
  info.persisting_l2_max_bytes = 39'321'600;
  info.persisting_l2_found_bytes = 0;
  return info;
}

Record study() {
  Spec spec = spec_of({.shapes = {{4096, 4096}, {6144, 4096}},
                       .rows = {1},
                       .workloads = {"cublas"},
                       .timers = {TimerKind::event},
                       .preps = preps({"none", "zero", "read", "zero+read:160MiB", "rotate"})});
  spec.name = "study";
  spec.tags = {{"node", "node1"}};
  Record record = begun(spec, {"l2bench", "run", "study.json"});
  open(record, device());
  const std::vector<Measured> all{
      {0, 12512, 8.0e3, 4.0e3, 0.0},       {1, 18016, 33.57e6, 11.77e6, 29.7e6}, {2, 14528, 33.57e6, 8.0e3, 0.0},
      {3, 14880, 33.57e6, 2.1e6, 4.8e6},   {4, 12704, 33.57e6, 8.0e3, {}},       {5, 17200, 9.0e3, 4.0e3, 0.0},
      {6, 23040, 50.35e6, 17.9e6, 29.7e6}, {7, 18880, 50.35e6, 12.0e3, 0.0},     {8, 19296, 50.35e6, 2.3e6, 4.8e6}};
  for (const Measured& m : all) apply(record, 0, ready(record, m.index));
  apply(record, 0, CaseFailed{9, "out_of_memory", "It needs 480MiB of device memory; 128MiB are left."});
  warm_up_and_floors(record, event_floors);
  for (int round = 0; round < spec.sampling.rounds; ++round) {
    for (const Measured& m : all) {
      apply(record, 0, BlockDone{m.index, round, samples_around(m.median_ns), 0, busy_clocks()});
    }
    apply(record, 0, RoundDone{round});
  }
  apply(record, 0, CountersOpened{{true, "ok", ""}});
  for (const Measured& m : all) {
    count(record, m);
    apply(record, 0, CaseVerified{m.index, {0.001953125, 0.01}});
  }
  close(record);
  judged(record);
  return record;
}

Record simulated_sweep() {
  Spec spec =
      spec_of({.shapes = {{4096, 4096}},
               .rows = {1},
               .workloads = {"cublas"},
               .timers = {TimerKind::event},
               .preps = preps({"read:256MiB+zero:8MiB", "read:256MiB+zero:16MiB", "read:256MiB+zero:24MiB",
                               "read:256MiB+zero:32MiB", "read:256MiB+zero:64MiB", "read:256MiB+zero:256MiB"})});
  spec.device = "model:h200";
  Record record = begun(spec, {"l2bench", "--device", "model:h200"});
  DeviceInfo info;
  info.name = "model of h200";
  info.l2_bytes = 60 * MiB;
  info.peak_bytes_per_s = 4.814e12;
  info.simulated = true;
  open(record, info);
  const std::vector<double> medians_ns{15648, 16416, 17312, 18016, 18048, 18016};
  for (std::size_t i = 0; i < medians_ns.size(); ++i) apply(record, 0, ready(record, i));
  warm_up_and_floors(record, {event_floors.front()});
  for (std::size_t i = 0; i < medians_ns.size(); ++i) {
    apply(record, 0, BlockDone{i, 0, samples_around(medians_ns[i]), 0, {}});
    const double written = 1.0e6 * static_cast<double>(i);
    record.cases[i].predicted = Prediction{.dram_read_bytes = 33.57e6,
                                           .dram_write_bytes = written + 8192.0,
                                           .dirty_evicted_bytes = written,
                                           .time_ns = medians_ns[i] - 500.0,
                                           .source = "h200"};
  }
  apply(record, 0, CountersOpened{{false, "absent", "a model has no counters"}});
  close(record);
  judged(record);
  return record;
}

Record hostile_and_partial() {
  Spec spec = spec_of({.shapes = {{4096, 4096}},
                       .rows = {1},
                       .workloads = {"cublas"},
                       .timers = {TimerKind::event},
                       .preps = preps({"read", "write+discard"})});
  spec.name = "=cmd|'/c calc'!A1";
  spec.description = "\x1b[31mred\x1b[0m, \"quoted\",\r\n| a | <script>alert(1)</script> ]]>";
  spec.tags = {{"node", "*bold* _it_ `code` #1 & bell\a \xff\xc2\x9b"}};
  Record record = begun(spec, {"l2bench", "--tag", "node=\a"});
  DeviceInfo info = device();
  info.uuid.reset();
  info.driver_version = "@SUM(A1)";
  open(record, info);
  apply(record, 0, ready(record, 0));
  warm_up_and_floors(record, {event_floors.front()});
  apply(record, 0, BlockDone{0, 0, {14496.0004, 14528.0, 14560.25}, 1, {}});
  judged(record);
  return record;
}

}  // namespace l2bench::synthetic
