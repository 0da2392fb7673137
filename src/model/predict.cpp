#include <fmt/format.h>

#include <set>
#include <vector>

#include "l2bench/model.hpp"
#include "model/simulation.hpp"
#include "model/timing.hpp"

namespace l2bench {
namespace {

// A cold prep repeats at once; a warm one with a weight larger than L2 may take a few calls.
constexpr int most_samples = 32;

struct SampleOutcome {
  Traffic traffic;
  std::vector<double> kernels_ns;
};

class PredictedRun {
 public:
  PredictedRun(const ModelCard& card, const PredictedCase& what)
      : what_(what), simulation_(card), call_(simulation_.place(what.workload, what.copies)) {}

  /// The sample after which the samples repeat.
  SampleOutcome settled() {
    std::set<L2::Digest> met;
    SampleOutcome last;
    for (int sample = 0; sample < most_samples && met.insert(simulation_.l2().state()).second; ++sample) {
      last = take();
    }
    return last;
  }

  /// What a pass in place of the call writes, once samples have settled.
  double left_dirty_bytes() {
    settled();
    run_prep();
    const PlacedStep pass{.kind = StepKind::read, .bytes = default_flush_bytes(l2_bytes())};
    return simulation_.run_step(pass).traffic.dram_written;
  }

  int calls() const { return what_.prep.rotation == Rotation::off ? 1 : what_.copies; }

 private:
  std::uint64_t l2_bytes() const { return static_cast<std::uint64_t>(simulation_.card().l2_bytes.value); }

  void run_prep() {
    for (const PlacedStep& step : what_.prep.steps) {
      if (row_of(step_table, step.kind).own) {
        simulation_.run_own_step(step.kind, call_);
      } else {
        simulation_.run_step(step);
      }
    }
  }

  SampleOutcome take() {
    run_prep();
    SampleOutcome outcome;
    for (int copy = 0; copy < calls(); ++copy) {
      const SimulatedKernel kernel = simulation_.run_call(call_, copy);
      outcome.traffic += kernel.traffic;
      outcome.kernels_ns.push_back(kernel.ns);
    }
    return outcome;
  }

  const PredictedCase& what_;
  Simulation simulation_;
  PlacedCall call_;
};

double time_ns(const ModelCard& card, const PredictedCase& what, const std::vector<double>& kernels_ns) {
  if (what.prep.rotation == Rotation::each) return between_ns(card, what.timer, {kernels_ns.back()});
  return between_ns(card, what.timer, kernels_ns) / static_cast<double>(kernels_ns.size());
}

}  // namespace

Prediction predict(const ModelCard& card, const PredictedCase& what) {
  PredictedRun run(card, what);
  const SampleOutcome outcome = run.settled();
  Prediction prediction;
  prediction.dram_read_bytes = outcome.traffic.dram_read / run.calls();
  prediction.dram_write_bytes = outcome.traffic.dram_written / run.calls();
  prediction.dirty_evicted_bytes = evicted_of(*prediction.dram_write_bytes, what.workload.write_bytes);
  prediction.time_ns = time_ns(card, what, outcome.kernels_ns);
  prediction.source = card.name;
  return prediction;
}

double predict_left_dirty_bytes(const ModelCard& card, const PredictedCase& what) {
  return PredictedRun(card, what).left_dirty_bytes();
}

}  // namespace l2bench
