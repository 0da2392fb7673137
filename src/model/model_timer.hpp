#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/model_stream.hpp"

namespace l2bench {

/// Shows the kernels of a slot as a timer of `kind` would on the card.
class ModelTimer final : public Timer, private KernelWatcher {
 public:
  ModelTimer(TimerKind kind, ModelStream& stream);
  void queue_start(int slot) override;
  void queue_stop(int slot) override;
  double elapsed_ns(int slot) override;
  std::vector<KernelTime> kernel_times(int slot) override;

 private:
  struct Slot {
    bool open = false;
    std::vector<KernelTime> kernels;
  };
  void ran(const std::string& name, const SimulatedKernel& kernel) override;

  TimerKind kind_;
  ModelStream& stream_;
  std::map<int, Slot> slots_;
};

}  // namespace l2bench
