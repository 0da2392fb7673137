#pragma once

#include <vector>

#include "src/cuda/cupti_library.hpp"
#include "src/cuda/cupti_timeline.hpp"

namespace l2bench {

/// CUPTI's trace of kernels, memsets and copies. One at a time in a process, since CUPTI's callbacks carry no context
/// of the caller. Every call but disable() may throw CuptiError.
class ActivityLog {
 public:
  explicit ActivityLog(const CuptiLibrary& library);
  ~ActivityLog();
  ActivityLog(const ActivityLog&) = delete;
  ActivityLog& operator=(const ActivityLog&) = delete;

  /// From here on until disable(), what the device does is kept. Starts empty.
  void enable();
  void disable() noexcept;
  bool enabled() const { return enabled_; }

  /// Takes out what has been kept and is finished. With `force`, also asks for buffers with unfinished records.
  std::vector<Activity> take(bool force);

 private:
  void flush(bool force);
  void discard();

  const CuptiLibrary& library_;
  bool enabled_ = false;
};

}  // namespace l2bench
