#pragma once

#include <functional>
#include <string>

namespace l2bench {

/// A GPU that no other run of l2bench may use. It is a lock on a file named after the GPU's UUID, in XDG_RUNTIME_DIR or
/// else /tmp; the system takes it back when its process ends, however it ends.
class GpuLock {
 public:
  enum class Wish { off, refuse, wait };
  /// `interrupted` ends the waiting.
  GpuLock(Wish wish, std::function<bool()> interrupted);
  ~GpuLock();
  GpuLock(const GpuLock&) = delete;
  GpuLock& operator=(const GpuLock&) = delete;

  /// Holds the GPU from now on; once held, nothing more happens. Throws MachineError naming the process that holds it.
  void hold(const std::string& uuid);

 private:
  Wish wish_;
  std::function<bool()> interrupted_;
  int file_ = -1;
};

}  // namespace l2bench
