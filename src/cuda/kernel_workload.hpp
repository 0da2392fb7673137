#pragma once

#include <cuda_runtime_api.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "l2bench/device.hpp"
#include "src/cuda/kernel_data.hpp"
#include "src/cuda/kernel_module.hpp"

namespace l2bench {

/// Each output against what is wanted, by its own scale and type (or `tolerance`): the one furthest from its tolerance.
Verification verify_outputs(const std::vector<Output>& found, const std::vector<Output>& wanted,
                            std::optional<double> tolerance);

/// A kernel of the user's: one launch a call. Checked against its reference kernel or against expected values.
class KernelWorkload final : public Workload {
 public:
  /// `capability` is the device's: "9.0". Throws UsageError for what is wrong with the file or its description.
  KernelWorkload(const WorkloadRequest& request, const std::string& capability, cudaStream_t stream);

  const WorkloadInfo& info() const override { return info_; }
  void set_kernels(std::vector<KernelInfo> kernels) { info_.kernels = std::move(kernels); }
  int copies() const override { return data_.copies(); }
  void queue_call(int copy) override;
  void queue_touch() override { data_.queue_touch(); }
  void queue_produce() override { data_.refill_inputs(); }
  MemoryRange input() const override { return data_.input(); }
  std::optional<Verification> verify(std::uint64_t seed) override;

 private:
  /// A kernel with its arguments, one set a copy.
  struct Ready {
    Ready(const KernelCall& of, const Kernel& kernel, const std::string& capability, const AmountNames& names,
          const KernelData& data);
    KernelCall call;
    KernelModule module;
    std::vector<ArgumentValues> arguments;
  };
  void launch(Ready& ready, int copy);
  std::vector<Output> reference_outputs(int copy);

  Kernel kernel_;
  AmountNames names_;
  cudaStream_t stream_;
  KernelData data_;
  Ready timed_;
  std::optional<Ready> reference_;
  WorkloadInfo info_;
};

}  // namespace l2bench
