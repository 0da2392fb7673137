#include "measure/sampler.hpp"

#include <utility>

#include "l2bench/error.hpp"
#include "measure/launches.hpp"

namespace l2bench {
namespace {

/// start, op, stop; and looks at the stealer outside of them, where there is one.
void queue_one_call(Device& device, Timer& timer, const Sampled& sampled) {
  if (sampled.stolen) device.queue_steal_mark(0);
  timer.queue_start(0);
  sampled.queue_op(0);
  timer.queue_stop(0);
  if (!sampled.stolen) return;
  device.queue_steal_mark(1);
  device.queue_steal_mark(2);
}

std::optional<double> stolen_of(Device& device, bool stolen) {
  return stolen ? device.stolen_bytes_per_s() : std::nullopt;
}

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
    queue_one_call(device_, timer_, sampled_);
  }

  bool take(std::vector<double>& samples_ns) override {
    {
      HeldGate gate(device_);
      queue_prep(device_, sampled_);
      queue_spacers(device_);
      gate.hold();
      queue_one_call(device_, timer_, sampled_);
    }
    device_.wait();
    if (device_.gate_timed_out()) return false;
    samples_ns.push_back(timer_.elapsed_ns(0));
    return true;
  }

  Timer& timer() override { return timer_; }
  std::optional<double> stolen_bytes_per_s() override { return stolen_of(device_, sampled_.stolen); }
  int calls_per_sample() const override { return 1; }

 private:
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
      : device_(device),
        timer_(timer),
        rotation_(sampled.prep.rotation),
        copies_(sampled.copies),
        stolen_(sampled.stolen) {
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
  std::optional<double> stolen_bytes_per_s() override { return stolen_of(device_, stolen_); }
  int calls_per_sample() const override { return rotation_ == Rotation::pool ? copies_ : 1; }

 private:
  void queue_timed(const Sampled& sampled) {
    if (rotation_ == Rotation::off) return queue_one_call(device_, timer_, sampled);
    const bool around_each = rotation_ == Rotation::each;
    if (!around_each) timer_.queue_start(0);
    for (int copy = 0; copy < copies_; ++copy) {
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
  bool stolen_;
  GraphId graph_ = 0;
};

}  // namespace

void queue_own_step(Workload& workload, StepKind kind) {
  if (kind == StepKind::produce) {
    workload.queue_produce();
  } else {
    workload.queue_touch();
  }
}

std::function<void(int)> op_of(Device& device, Workload& workload, const PlacedPrep& prep) {
  const std::optional<PlacedStep> between = step_between(prep);
  if (!between) return [&workload](int copy) { workload.queue_call(copy); };
  return [&device, &workload, step = *between](int copy) {
    workload.queue_call_between(copy, [&] { device.queue_step(step); });
  };
}

void queue_prep(Device& device, const Sampled& sampled) {
  for (const PlacedStep& step : sampled.prep.steps) {
    if (row_of(step_table, step.kind).between) continue;
    if (row_of(step_table, step.kind).own) {
      sampled.queue_own_step(step.kind);
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
