#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model_stream.hpp"

namespace l2bench {

/// The model's own bytes, range by range.
class ModelCounters final : public Counters, private KernelWatcher {
 public:
  explicit ModelCounters(ModelStream& stream);
  CounterStatus status() override;
  void start(int ranges) override;
  void push_range() override;
  void pop_range() override;
  std::vector<CounterReading> stop() override;

 private:
  void ran(const std::string& name, const SimulatedKernel& kernel) override;

  std::optional<Traffic> range_;  ///< of the range that is open
  std::vector<CounterReading> readings_;
};

}  // namespace l2bench
