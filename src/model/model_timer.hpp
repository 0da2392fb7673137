#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/model_stream.hpp"

namespace l2bench {

/// Shows the kernels of a slot as a timer of `kind` would on the card. Its clock advances in steps: the starts of a
/// block's samples are spread evenly over a step, so that a time between two steps is shown as either.
class ModelTimer final : public Timer, private KernelWatcher {
 public:
  ModelTimer(TimerKind kind, ModelStream& stream);
  void arm() override { starts_ = 0; }
  void queue_start(int slot) override;
  void queue_stop(int slot) override;
  double elapsed_ns(int slot) override;
  std::vector<KernelTime> kernel_times(int slot) override;

 private:
  struct Slot {
    bool open = false;
    double phase = 0;  ///< of the start within a step of the clock
    std::vector<KernelTime> kernels;
  };
  void ran(const std::string& name, const SimulatedKernel& kernel) override;

  TimerKind kind_;
  ModelStream& stream_;
  std::map<int, Slot> slots_;
  int starts_ = 0;  ///< since the timer was armed
};

}  // namespace l2bench
