#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "l2bench/device.hpp"

namespace l2bench {

/// What one sample consists of. The same path serves cases, floors and the time of a prep alone.
struct Sampled {
  PlacedPrep prep;
  std::function<void(int copy)> queue_op = [](int) {};             ///< queues what is timed
  std::function<void(StepKind)> queue_own_step = [](StepKind) {};  ///< a step on the workload's own data
  int copies = 1;                                                  ///< used by rotations
  bool stolen = false;  ///< a stealer runs beside the op: what it moves meanwhile is counted
};

/// Queues a step on the data of `workload`: `touch` or `produce`.
void queue_own_step(Workload& workload, StepKind kind);

/// What queues the call of a case: with the step between its kernels, if the prep has one. All outlive it.
std::function<void(int copy)> op_of(Device& device, Workload& workload, const PlacedPrep& prep);

/// Queues the steps of the prep, in order, but for the one between kernels.
void queue_prep(Device& device, const Sampled& sampled);

/// Takes samples of one case. The order of the words in one sample is an invariant, tested with the recording fake.
class Sampler {
 public:
  virtual ~Sampler() = default;
  /// Queues one whole sample without a gate and without waiting: warm-up and the first calls of a block. (A gate before
  /// every module is loaded can deadlock: lazy loading waits for the stream that the gate holds.)
  virtual void queue_ungated() = 0;
  /// Takes one sample, in ns; a rotation with the timer around every call gives one value a call.
  /// Returns false, adding nothing, if the gate opened by its own timeout.
  virtual bool take(std::vector<double>& samples_ns) = 0;
  /// The timer in use: switched on around a block, and asked for the kernels it saw.
  virtual Timer& timer() = 0;
  /// What was stolen while the last sample's call ran, in bytes a second; empty: nothing is.
  virtual std::optional<double> stolen_bytes_per_s() = 0;
  /// Calls of the op that one value stands for.
  virtual int calls_per_sample() const = 0;
};

/// Captures the graph, if `launch` is one, and returns what takes the samples. `device`, `timer` outlive it.
std::unique_ptr<Sampler> make_sampler(Device& device, Timer& timer, Launch launch, Sampled sampled);

}  // namespace l2bench
