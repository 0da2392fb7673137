#pragma once

#include <array>
#include <functional>
#include <vector>

#include "kernels/decode_chain_plan.hpp"
#include "model/model_stream.hpp"

namespace l2bench {

/// The chain's kernels as streams over its tensors and weights, one after the other. Arithmetic costs nothing here, so
/// that with many tokens, where projections are bound by it, times are too short (docs/model.md).
class ModelChain final : public Workload {
 public:
  ModelChain(const WorkloadRequest& request, ModelStream& stream);
  const WorkloadInfo& info() const override { return info_; }
  int copies() const override { return 1; }
  void queue_call(int copy) override;
  void queue_call_between(int copy, const std::function<void()>& between) override;
  void queue_touch() override;
  void queue_produce() override;
  MemoryRange input() const override;
  std::optional<Verification> verify(std::uint64_t seed) override;

 private:
  Stream tensor_stream(ChainTensor which, Access access) const;
  Stream weight_stream(ChainWeight which, int layer) const;
  void queue_streams(const std::string& name, std::vector<Stream> streams);
  void queue_kernel(const ChainKernel& kernel);

  ChainSizes sizes_;
  std::vector<ChainKernel> kernels_;
  ModelStream& stream_;
  WorkloadInfo info_;
  std::array<int, chain_tensors.size()> tensor_buffers_{};
  int first_weight_buffer_ = 0;  ///< chain_weights.size() of them a layer
};

/// What a call is; the same for the model as for a device but for the kernels' names.
WorkloadInfo chain_info(const WorkloadRequest& request);

}  // namespace l2bench
