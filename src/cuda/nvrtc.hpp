#pragma once

#include <string>
#include <vector>

namespace l2bench {

/// A CUDA C++ source and one kernel of it.
struct Source {
  std::string path;  ///< as messages of the compiler name it
  std::string text;
  std::string kernel;  ///< "gemv", "space::gemv<4>"
  std::vector<std::string> options;
  std::vector<std::string> include;  ///< folders
};

struct Compiled {
  std::string image;        ///< a cubin
  std::string kernel_name;  ///< as the image has it
};

/// Compiles with NVRTC, which needs no GPU. `capability` is the device's: "9.0". The source's own folder and the
/// toolkit's headers are searched as well. Throws UsageError with the compiler's log, MachineError without NVRTC.
Compiled compile_source(const Source& source, const std::string& capability);

}  // namespace l2bench
