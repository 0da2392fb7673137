#include "support/fake_rig.hpp"

#include <algorithm>
#include <stdexcept>

#include "l2bench/error.hpp"

namespace l2bench::fake {
namespace {

class FakeWorkload : public Workload {
 public:
  FakeWorkload(FakeRig& rig, WorkloadRequest request) : rig_(rig), request_(std::move(request)) {
    info_.api = "fake";
    info_.config = request_.config;
    info_.weight_bytes = 33554432;
    info_.read_bytes = 33562624;
    info_.write_bytes = 8192;
    info_.kernels = {{"gemm"}, {"reduce"}};
  }

  const WorkloadInfo& info() const override { return info_; }
  int copies() const override { return request_.copies; }
  void queue_call(int copy) override {
    rig_.say("op:" + std::to_string(copy));
    rig_.called(request_.config);
    rig_.script().on_call(request_, rig_.held());
  }
  void queue_call_between(int copy, const std::function<void()>& between) override {
    queue_call(copy);
    between();
    queue_call(copy);
  }
  void queue_touch() override { rig_.say("touch"); }
  void queue_produce() override { rig_.say("produce"); }
  MemoryRange input() const override { return {4096, 24 * MiB}; }
  std::optional<Verification> verify(std::uint64_t seed) override {
    rig_.say("verify:" + std::to_string(seed));
    return rig_.script().verify(seed);
  }

 private:
  FakeRig& rig_;
  WorkloadRequest request_;
  WorkloadInfo info_;
};

}  // namespace

Script h200() {
  Script script;
  script.info.name = "Fake H200";
  script.info.uuid = "GPU-fake";
  script.info.l2_bytes = 60 * MiB;
  script.info.memory_bytes = 140 * GiB;
  script.info.free_memory_bytes = 139 * GiB;
  script.info.sm_count = 132;
  script.info.peak_bytes_per_s = 4.814e12;
  return script;
}

void FakeRig::say(const std::string& word) {
  note(word);
  script_.on_word(++failable_);
  if (failable_ == script_.fail_at) throw DeviceError("The fake failed at '" + word + "'.", script_.sticky);
}

Timer& FakeRig::timer(TimerKind kind) {
  note("timer:" + std::string(row_of(timer_table, kind).word));
  return *this;
}

void FakeRig::prepare_buffers(std::uint64_t largest_write_bytes, std::uint64_t largest_read_bytes) {
  say("buffers:" + format_bytes(largest_write_bytes) + ":" + format_bytes(largest_read_bytes));
}

std::unique_ptr<Workload> FakeRig::make_workload(const WorkloadRequest& request) {
  say("make:" + to_string(request.shape) + ":" + std::to_string(request.copies));
  return std::make_unique<FakeWorkload>(*this, request);
}

ClockReading FakeRig::clocks() {
  note("clocks");
  if (script_.sm_mhz.empty()) return {};
  const std::size_t i = std::min(clock_reads_++, script_.sm_mhz.size() - 1);
  return {.sm_mhz = script_.sm_mhz[i]};
}

void FakeRig::queue_step(const PlacedStep& step) {
  if (step.kind != StepKind::nop) last_prep_step_ = row_of(step_table, step.kind).word;
  say(to_string(PlacedPrep{{step}, Rotation::off}));
}

void FakeRig::queue_gate() {
  say("gate");
  held_ = true;
}

void FakeRig::release_gate() noexcept {
  note("release");
  held_ = false;
}

void FakeRig::wait() {
  if (held_) throw std::logic_error("deadlock: waiting for a stream that a gate holds");
  say("wait");
}

void FakeRig::begin_capture() {
  say("capture");
  capturing_ = true;
}

GraphId FakeRig::end_capture() {
  capturing_ = false;
  say("end-capture");
  return graphs_++;
}

void FakeRig::protect(const Protection& protection, const MemoryRange& input) {
  say("protect:" + to_string(protection) + ":" + format_bytes(input.bytes));
  protecting_ = true;
}

void FakeRig::unprotect() {
  protecting_ = false;
  say("unprotect");
}

void FakeRig::begin_steal(const Steal& steal) {
  say("steal:" + to_string(steal));
  stealing_ = true;
}

void FakeRig::end_steal() {
  stealing_ = false;
  say("end-steal");
}

void FakeRig::arm() {
  say("timer-on");
  armed_ = true;
}

double FakeRig::elapsed_ns(int slot) {
  say("elapsed:" + std::to_string(slot));
  if (script_.config_ns) return script_.config_ns(last_config_);
  return script_.time_ns(last_prep_step_);
}

void FakeRig::start(int ranges) {
  say("count:" + std::to_string(ranges));
  ranges_ = ranges;
}

std::vector<CounterReading> FakeRig::stop() {
  say("end-count");
  return std::vector<CounterReading>(static_cast<std::size_t>(ranges_), script_.reading);
}

}  // namespace l2bench::fake
