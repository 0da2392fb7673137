#pragma once

#include <map>
#include <vector>

#include "l2bench/device.hpp"
#include "model/memo.hpp"

namespace l2bench {

/// A kernel that has run in the model.
struct SimulatedKernel {
  double ns = 0;
  Traffic traffic;
};

/// The operands of a workload as buffers of the model.
struct PlacedOperand {
  Operand operand;
  int first_buffer = 0;  ///< of copy 0; one buffer a copy where the operand rotates
};

/// A workload's call as the model runs it.
struct PlacedCall {
  std::vector<PlacedOperand> operands;
  bool reads = true;      ///< false: a consumer of nothing
  bool backward = false;  ///< reads from the last line to the first
  double flops = 0;       ///< single-precision operations of a call
};

/// A card's L2 with the buffers of steps and workloads.
class Simulation {
 public:
  explicit Simulation(const ModelCard& card) : card_(card), l2_(card) {}

  const ModelCard& card() const { return card_; }
  RememberedL2& l2() { return l2_; }

  /// Buffers for `copies` of the operands that rotate, and one for each that does not.
  PlacedCall place(const WorkloadInfo& workload, int copies);

  /// Runs a step on the device's buffers.
  SimulatedKernel run_step(const PlacedStep& step);
  /// Runs a step on the data of a call: `touch` or `produce`.
  SimulatedKernel run_own_step(StepKind kind, const PlacedCall& call);
  SimulatedKernel run_call(const PlacedCall& call, int copy);

  /// The first of `count` buffers that nothing else uses.
  int new_buffers(int count);
  /// Runs the streams of one kernel, and `flops` single-precision operations beside them.
  SimulatedKernel run(const std::vector<Stream>& streams, double flops = 0);

  /// The input of a call as protect() takes it: an address is a buffer's number here.
  MemoryRange input_of(const PlacedCall& call) const;
  /// From now on lines of `input` are evicted last; the controls change nothing (docs/model.md).
  void protect(const Protection& protection, const MemoryRange& input);
  /// From now on the stealer has its share of the memory's rate.
  void steal(const Steal& steal) { steal_ = steal; }
  double stolen_bytes_per_s() const;

 private:
  SimulatedKernel run_scrub(const PlacedStep& step);

  ModelCard card_;
  RememberedL2 l2_;
  Protection protection_;
  MemoryRange protected_input_;
  Steal steal_;
  std::map<std::uint64_t, std::vector<int>> scrub_buffers_;  ///< by the scrub's size
  std::size_t scrubs_ = 0;                                   ///< since the last prep
  int next_buffer_ = 2;                                      // 0 and 1 are those of the steps
};

}  // namespace l2bench
