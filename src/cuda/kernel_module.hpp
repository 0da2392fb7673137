#pragma once

#include <cuda.h>

#include <memory>
#include <string>
#include <vector>

#include "l2bench/own_code.hpp"
#include "src/cuda/kernel_arguments.hpp"

namespace l2bench {

/// One kernel of a .cu, .ptx or .cubin file, loaded into the current context.
class KernelModule {
 public:
  /// Reads the file, compiles a .cu for `capability` ("9.0"), loads it and finds the kernel. Throws UsageError with
  /// what is wrong with the file, the compiler's log, or the kernels that are there.
  KernelModule(const KernelCall& call, const std::vector<std::string>& options, const std::vector<std::string>& include,
               const std::string& capability);

  /// Bytes of each parameter, in order.
  std::vector<std::size_t> parameter_bytes() const;
  /// Once, before the first launch: without it a kernel has 48 KiB of static and dynamic shared memory together.
  void allow_shared_memory(const KernelCall& call, const AmountNames& names) const;
  /// Queues `call` with `arguments`.
  void launch(const KernelCall& call, const AmountNames& names, ArgumentValues& arguments, CUstream stream) const;

 private:
  struct Unload {
    using pointer = CUmodule;
    void operator()(CUmodule module) const noexcept;
  };

  std::unique_ptr<std::remove_pointer_t<CUmodule>, Unload> module_;
  CUfunction function_ = nullptr;
};

}  // namespace l2bench
