#include "support/made_up_record.hpp"

#include <algorithm>
#include <random>

namespace l2bench::made_up {
namespace {

constexpr int rounds = 5;

Spec spec_of(const std::vector<Times>& cases) {
  Spec spec;
  spec.name = "made up";
  spec.sampling.rounds = rounds;
  for (const Times& times : cases) {
    Case c;
    c.shape = times.shape;
    c.prep = parse_prep(times.prep);
    c.timer = times.timer;
    spec.cases.push_back(c);
    spec.sampling.processes = std::max(spec.sampling.processes, times.processes);
  }
  return spec;
}

DeviceInfo h200() {
  DeviceInfo device;
  device.name = "NVIDIA H200";
  device.uuid = "GPU-one";
  device.l2_bytes = 60 * MiB;
  device.memory_bytes = 140 * GiB;
  device.free_memory_bytes = 139 * GiB;
  device.sm_count = 132;
  device.driver_version = "570.1";
  device.runtime_version = "12.8";
  device.cublas_version = "12.8.4";
  device.mig = false;
  device.ecc = true;
  return device;
}

CaseReady ready(std::size_t index, const Times& times) {
  CaseReady m;
  m.index = index;
  m.prep = place(parse_prep(times.prep), 60 * MiB);
  m.workload.api = "cublasGemmEx";
  m.workload.compute_type = "fp32";
  m.workload.read_bytes = 33562624;
  m.workload.write_bytes = 8192;
  m.workload.kernels = {{"gemv_kernel"}};
  return m;
}

class Maker {
 public:
  Maker(const std::vector<Times>& cases, std::uint64_t seed)
      : cases_(cases), random_(seed), record_(begin_record(spec_of(cases), {"l2bench", "run"})) {}

  Record make() {
    const int processes = record_.spec.sampling.processes;
    for (int replicate = 0; replicate < processes; ++replicate) {
      apply(record_, replicate, DeviceOpened{h200(), {}});
      for (const TimerKind timer : {TimerKind::event, TimerKind::kernel}) {
        apply(record_, replicate, FloorMeasured{{timer, Launch::stream, 32.0, 1300.0, 2900.0, 0}});
      }
      for (std::size_t i = 0; i < cases_.size(); ++i) {
        if (replicate < cases_[i].processes) add_process(i, replicate);
      }
      apply(record_, replicate, DeviceClosed{});
    }
    judge(record_);
    return std::move(record_);
  }

 private:
  void add_process(std::size_t index, int replicate) {
    const Times& times = cases_[index];
    apply(record_, replicate, ready(index, times));
    if (!times.failed_with.empty()) return apply(record_, replicate, CaseFailed{index, times.failed_with, "Made up."});
    const double level_ns = times.median_ns * (1.0 + times.between * normal_(random_));
    for (int round = 0; round < rounds; ++round) {
      BlockDone block{.index = index, .round = round, .samples_ns = {}, .clocks = {.sm_mhz = times.sm_mhz}};
      const double drifted_ns = level_ns * (1.0 + times.drift * progress(times, replicate, round));
      for (int i = 0; i < times.samples / rounds; ++i) {
        block.samples_ns.push_back(drifted_ns * (1.0 + times.within * normal_(random_)));
      }
      apply(record_, replicate, block);
    }
    if (times.dram_read_bytes || times.dram_write_bytes) {
      const CounterReading reading{.dram_read_bytes = times.dram_read_bytes,
                                   .dram_write_bytes = times.dram_write_bytes};
      apply(record_, replicate, CountersDone{index, {reading}, 0.0});
    }
  }

  /// From -1/2 to +1/2 over the run.
  static double progress(const Times& times, int replicate, int round) {
    const double blocks = static_cast<double>(times.processes) * rounds;
    return (static_cast<double>(replicate) * rounds + round + 0.5) / blocks - 0.5;
  }

  const std::vector<Times>& cases_;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  Record record_;
};

}  // namespace

Record record_of(const std::vector<Times>& cases, std::uint64_t seed) {
  return Maker(cases, seed).make();
}

std::vector<Times> alike(const Times& times, std::size_t count) {
  std::vector<Times> cases(count, times);
  for (std::size_t i = 0; i < count; ++i) cases[i].shape.k = 64 * static_cast<std::int64_t>(i + 1);
  return cases;
}

}  // namespace l2bench::made_up
