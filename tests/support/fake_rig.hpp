#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "l2bench/device.hpp"

namespace l2bench::fake {

/// What the fake answers and where it fails.
struct Script {
  DeviceInfo info;
  std::function<double(const std::string& last_prep_step)> time_ns = [](const std::string&) { return 10000.0; };
  std::function<std::optional<Verification>(std::uint64_t seed)> verify = [](std::uint64_t) {
    return Verification{0.0, 0.01};
  };
  std::function<bool()> gate_times_out = [] { return false; };
  CounterStatus counters{true, "ok", ""};
  CounterReading reading{.dram_read_bytes = 1000.0, .dram_write_bytes = 10.0};
  std::vector<GpuProcess> others;         ///< on the device all the time
  std::vector<double> sm_mhz = {1980.0};  ///< the last one repeats
  std::uint64_t workload_bytes = 1000;
  std::optional<double> stolen_bytes_per_s = 1e12;
  std::function<double(const std::string& config)> config_ns;  ///< if set: the time of a call of that config

  std::function<void(const WorkloadRequest&, bool behind_gate)> on_call = [](const WorkloadRequest&, bool) {};
  std::function<void(std::size_t n)> on_word = [](std::size_t) {};  ///< at the n-th word that can fail, from 1
  std::size_t fail_at = 0;  ///< fail at the n-th word that can fail, counted from 1; 0: never
  bool sticky = false;
};

Script h200();

/// All doors in one object: it records every word it is asked for, in order, and can fail at any of them.
class FakeRig : public Rig, private Device, private Timer, private Counters {
 public:
  explicit FakeRig(Script script) : script_(std::move(script)) {}

  Device& device() override { return *this; }
  Timer& timer(TimerKind kind) override;
  Counters& counters() override { return *this; }
  void prepare_buffers(std::uint64_t largest_write_bytes, std::uint64_t largest_read_bytes) override;
  std::unique_ptr<Workload> make_workload(const WorkloadRequest& request) override;
  std::vector<std::string> configs(std::string_view) const override { return {"slow", "fast", "middling"}; }
  std::uint64_t workload_bytes(const WorkloadRequest&) const override { return script_.workload_bytes; }

  const std::vector<std::string>& words() const { return words_; }
  void clear_words() { words_.clear(); }
  std::size_t failable_words() const { return failable_; }
  /// True while a gate holds the stream: after any failure this must be false.
  bool held() const { return held_; }
  /// True while a capture is open: likewise.
  bool capturing() const { return capturing_; }
  /// True while a timer is switched on: likewise.
  bool armed() const { return armed_; }

  /// True while lines are protected, or a stealer runs: likewise.
  bool protecting() const { return protecting_; }
  bool stealing() const { return stealing_; }

  /// Records a word and fails if it is its turn.
  void say(const std::string& word);
  void note(const std::string& word) { words_.push_back(word); }
  void called(const std::string& config) { last_config_ = config; }
  const Script& script() const { return script_; }

 private:
  const DeviceInfo& info() const override { return script_.info; }
  ClockReading clocks() override;
  std::vector<GpuProcess> others() override { return script_.others; }
  void displace(int step) override {
    if (step > 0) say("displace:" + std::to_string(step));
  }
  void queue_step(const PlacedStep& step) override;
  std::string step_implementation(StepKind) const override { return "fake"; }
  void arm_gate() override { say("arm"); }
  void queue_gate() override;
  void queue_pause(std::uint64_t ns) override { say("pause:" + std::to_string(ns)); }
  void release_gate() noexcept override;
  bool gate_timed_out() override { return script_.gate_times_out(); }
  void wait() override;
  void begin_capture() override;
  GraphId end_capture() override;
  void queue_replay(GraphId graph) override { say("replay:" + std::to_string(graph)); }
  void protect(const Protection& protection, const MemoryRange& input) override;
  void unprotect() override;
  void begin_steal(const Steal& steal) override;
  void end_steal() override;
  void queue_steal_mark(int which) override { say("mark:" + std::to_string(which)); }
  std::optional<double> stolen_bytes_per_s() override { return script_.stolen_bytes_per_s; }
  void begin_profile() override { say("profile"); }
  void end_profile() override { say("end-profile"); }

  void arm() override;
  void disarm() noexcept override { armed_ = false; }
  void queue_start(int slot) override { say("start:" + std::to_string(slot)); }
  void queue_stop(int slot) override { say("stop:" + std::to_string(slot)); }
  double elapsed_ns(int slot) override;

  CounterStatus status() override { return script_.counters; }
  void start(int ranges) override;
  void push_range() override { say("push"); }
  void pop_range() override { say("pop"); }
  std::vector<CounterReading> stop() override;

  Script script_;
  std::vector<std::string> words_;
  std::string last_prep_step_ = "none";
  std::string last_config_;
  std::size_t failable_ = 0;
  std::size_t clock_reads_ = 0;
  int ranges_ = 0;
  int graphs_ = 0;
  bool held_ = false;
  bool capturing_ = false;
  bool armed_ = false;
  bool protecting_ = false;
  bool stealing_ = false;
};

}  // namespace l2bench::fake
