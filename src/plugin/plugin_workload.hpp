#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "l2bench/device.hpp"
#include "l2bench/plugin.h"

namespace l2bench {

/// A loaded plug-in. Stays loaded until the process ends: CUDA keeps pointers into libraries with kernels.
class PlugInLibrary {
 public:
  /// Throws UsageError for a file that is none, or that was built for another version of the interface.
  explicit PlugInLibrary(const std::string& path);
  const l2b_plugin& table() const { return *table_; }

 private:
  const l2b_plugin* table_;
};

/// The workload `plugin`.
class PlugInWorkload final : public Workload {
 public:
  PlugInWorkload(const WorkloadRequest& request, void* stream);
  ~PlugInWorkload() override;
  PlugInWorkload(const PlugInWorkload&) = delete;
  PlugInWorkload& operator=(const PlugInWorkload&) = delete;

  const WorkloadInfo& info() const override { return info_; }
  void set_kernels(std::vector<KernelInfo> kernels) { info_.kernels = std::move(kernels); }
  int copies() const override { return copies_; }
  void queue_call(int copy) override;
  void queue_touch() override;
  void queue_produce() override;
  MemoryRange input() const override;
  std::optional<Verification> verify(std::uint64_t seed) override;

 private:
  void set_up(const l2b_plugin_setup& setup);
  /// Runs a function of the plug-in; throws DeviceError with its own words if it fails.
  template <typename Call>
  void run(const char* what, Call call) const;
  void check_weight(std::uint64_t planned) const;

  PlugInLibrary library_;
  void* stream_;
  int copies_;
  void* state_ = nullptr;
  WorkloadInfo info_;
};

}  // namespace l2bench
