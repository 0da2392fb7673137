#include "measure/sampler.hpp"

#include <utility>

#include "l2bench/error.hpp"

namespace l2bench {
namespace {

/// Opens the gate on every way out of a sample: a stream left held would hang the process.
class Gate {
 public:
  explicit Gate(Device& device) : device_(device) { device_.arm_gate(); }
  ~Gate() { device_.release_gate(); }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;
  void hold() { device_.queue_gate(); }

 private:
  Device& device_;
};

/// One gated sample at a time: prep, gate, start, op and stop are all queued before any of the last three runs.
/// A deep queue instead makes the time depend on how many commands the prep has.
///
/// Three empty launches stand between prep and gate. Without them one call in four starts 1.2 us later between two
/// events, and the number of launches of the prep decides which one (docs/launch-slots.md).
class StreamSampler : public Sampler {
 public:
  StreamSampler(Device& device, Timer& timer, Sampled sampled)
      : device_(device), timer_(timer), sampled_(std::move(sampled)) {}

  void queue_ungated() override {
    queue_prep(device_, sampled_);
    queue_timed();
  }

  bool take(std::vector<double>& samples_ns) override {
    {
      Gate gate(device_);
      queue_prep(device_, sampled_);
      queue_spacers();
      gate.hold();
      queue_timed();
    }
    device_.wait();
    if (device_.gate_timed_out()) return false;
    samples_ns.push_back(timer_.elapsed_ns(0));
    return true;
  }

  Timer& timer() override { return timer_; }
  int calls_per_sample() const override { return 1; }

 private:
  void queue_timed() {
    timer_.queue_start(0);
    sampled_.queue_op(0);
    timer_.queue_stop(0);
  }

  void queue_spacers() {
    for (int i = 0; i < spacers; ++i) device_.queue_step({StepKind::nop, 0});
  }

  static constexpr int spacers = 3;

  Device& device_;
  Timer& timer_;
  Sampled sampled_;
};

/// Ends a capture that an error cut short, so that the stream can be used again.
class Capture {
 public:
  explicit Capture(Device& device) : device_(device) { device_.begin_capture(); }
  ~Capture() {
    if (open_) abandon();
  }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;
  GraphId end() {
    open_ = false;
    return device_.end_capture();
  }

 private:
  void abandon() noexcept {
    try {
      device_.end_capture();
    } catch (const Error&) {  // the first error is already on its way to the caller
    }
  }

  Device& device_;
  bool open_ = true;
};

/// One replay of {prep, start, op, stop} a sample, or of {start, op on every copy, stop}.
class GraphSampler : public Sampler {
 public:
  GraphSampler(Device& device, Timer& timer, const Sampled& sampled)
      : device_(device), timer_(timer), rotation_(sampled.prep.rotation), copies_(sampled.copies) {
    Capture capture(device_);
    queue_prep(device_, sampled);
    queue_timed(sampled);
    graph_ = capture.end();
  }

  void queue_ungated() override { device_.queue_replay(graph_); }

  bool take(std::vector<double>& samples_ns) override {
    device_.queue_replay(graph_);
    device_.wait();
    const int slots = rotation_ == Rotation::each ? copies_ : 1;
    for (int slot = 0; slot < slots; ++slot) samples_ns.push_back(timer_.elapsed_ns(slot) / calls_per_sample());
    return true;
  }

  Timer& timer() override { return timer_; }
  int calls_per_sample() const override { return rotation_ == Rotation::pool ? copies_ : 1; }

 private:
  void queue_timed(const Sampled& sampled) {
    const int calls = rotation_ == Rotation::off ? 1 : copies_;
    const bool around_each = rotation_ == Rotation::each;
    if (!around_each) timer_.queue_start(0);
    for (int copy = 0; copy < calls; ++copy) {
      if (around_each) timer_.queue_start(copy);
      sampled.queue_op(copy);
      if (around_each) timer_.queue_stop(copy);
    }
    if (!around_each) timer_.queue_stop(0);
  }

  Device& device_;
  Timer& timer_;
  Rotation rotation_;
  int copies_;
  GraphId graph_ = 0;
};

}  // namespace

void queue_prep(Device& device, const Sampled& sampled) {
  for (const PlacedStep& step : sampled.prep.steps) {
    if (step.kind == StepKind::touch) {
      sampled.queue_touch();
    } else {
      device.queue_step(step);
    }
  }
}

std::unique_ptr<Sampler> make_sampler(Device& device, Timer& timer, Launch launch, Sampled sampled) {
  if (launch == Launch::graph) return std::make_unique<GraphSampler>(device, timer, sampled);
  return std::make_unique<StreamSampler>(device, timer, std::move(sampled));
}

}  // namespace l2bench
