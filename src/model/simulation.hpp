#pragma once

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

/// A card's L2 with the buffers of steps and workloads.
class Simulation {
 public:
  explicit Simulation(const ModelCard& card) : card_(card), l2_(card) {}

  const ModelCard& card() const { return card_; }
  RememberedL2& l2() { return l2_; }

  /// Buffers for `copies` of the operands that rotate, and one for each that does not.
  std::vector<PlacedOperand> place(const WorkloadInfo& workload, int copies);

  /// Runs a step. `touch` is not one: see run_touch().
  SimulatedKernel run_step(const PlacedStep& step);
  SimulatedKernel run_touch(const std::vector<PlacedOperand>& operands);
  SimulatedKernel run_call(const std::vector<PlacedOperand>& operands, int copy);

 private:
  SimulatedKernel run(const std::vector<Stream>& streams);

  ModelCard card_;
  RememberedL2 l2_;
  int next_buffer_ = 2;  // 0 and 1 are those of the steps
};

}  // namespace l2bench
