#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/model_stream.hpp"

namespace l2bench {

/// A workload as streams over its operands. Nothing is computed, so its result is never wrong.
class ModelWorkload final : public Workload {
 public:
  ModelWorkload(const WorkloadRequest& request, ModelStream& stream);
  const WorkloadInfo& info() const override { return info_; }
  int copies() const override { return copies_; }
  void queue_call(int copy) override;
  void queue_touch() override { queue_own_step(StepKind::touch); }
  void queue_produce() override { queue_own_step(StepKind::produce); }
  MemoryRange input() const override { return stream_.simulation().input_of(call_); }
  std::optional<Verification> verify(std::uint64_t seed) override;

 private:
  void queue_own_step(StepKind kind);

  WorkloadInfo info_;
  int copies_;
  ModelStream& stream_;
  PlacedCall call_;
};

/// Operands and bytes of a call. Throws DeviceError for a workload or a config that the model does not know.
WorkloadInfo modelled_workload(const WorkloadRequest& request);

/// Device memory that the workload would take.
std::uint64_t modelled_bytes(const WorkloadRequest& request);

}  // namespace l2bench
