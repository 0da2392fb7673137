#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace l2bench {

/// What Nsight Compute says of one kernel.
struct NcuKernel {
  std::string name;
  double dram_read_bytes = 0;
  double dram_write_bytes = 0;
  double duration_ns = 0;
  friend bool operator==(const NcuKernel&, const NcuKernel&) = default;
};

/// The program `ncu`: on PATH, or the newest under /opt/nvidia/nsight-compute. Empty if there is none.
std::string find_ncu();

/// Runs `command` under ncu, which looks only between begin_profile and end_profile, leaves caches and clocks alone and
/// takes every metric from a real pass of the whole program. Throws MachineError with ncu's own words.
std::vector<NcuKernel> run_ncu(const std::string& ncu, const std::vector<std::string>& command);

/// Reads ncu's `--csv --page raw` output: kernels in the order they ran. Throws MachineError if it is something else.
std::vector<NcuKernel> parse_ncu_csv(std::string_view text);

}  // namespace l2bench
