#include "src/cuda/cupti_status.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace l2bench {
namespace {

struct StatusRow {
  CUptiResult code;
  const char* word;
  const char* remedy;
};

constexpr const char* hypervisor_remedy =
    "The hypervisor keeps this virtual machine from reading hardware counters: ask its administrator to allow GPU "
    "profiling, or run on bare metal.";
constexpr const char* other_profiler_remedy =
    "Another profiler (ncu, nsys, cuda-gdb) is attached to this process, and there can be only one: run without it.";

constexpr std::array<StatusRow, 14> status_rows{{
    {CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, "denied",
     "The driver lets only administrators read hardware counters: run as root (in a container, add the capability "
     "SYS_ADMIN), or set NVreg_RestrictProfilingToAdminUsers=0 for the kernel module nvidia and load it again."},
    {CUPTI_ERROR_HARDWARE_BUSY, "locked",
     "Another process holds the hardware counters: end other profilers, or pause DCGM with 'dcgmi profile --pause'."},
    {CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED, "profiler", other_profiler_remedy},
    {CUPTI_ERROR_DISABLED, "profiler", other_profiler_remedy},
    {CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES, "hypervisor", hypervisor_remedy},
    {CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED, "hypervisor", hypervisor_remedy},
    {CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED, "unsupported",
     "Counters cannot be read while the GPU is in confidential-computing mode."},
    {CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED, "unsupported",
     "Counters cannot be read on this MIG instance: use the whole GPU."},
    {CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED, "unsupported", "Counters cannot be read under WSL: use Linux itself."},
    {CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED, "unsupported", "This GPU model has no counters for users."},
    {CUPTI_ERROR_NOT_SUPPORTED, "unsupported", "This GPU cannot count DRAM bytes for CUPTI's range profiler."},
    {CUPTI_ERROR_INVALID_CHIP_NAME, "unsupported",
     "This CUPTI does not know the chip: build with a newer CUDA toolkit."},
    {CUPTI_ERROR_NOT_INITIALIZED, "absent",
     "CUPTI found no driver it can work with: check that the driver is at least as new as the CUDA toolkit."},
    {CUPTI_ERROR_UNKNOWN, "absent",
     "CUPTI gives no reason: check that libnvperf_host and libnvperf_target lie beside libcupti, and that the driver "
     "is "
     "at least as new as the CUDA toolkit."},
}};

}  // namespace

CounterStatus counter_status(const CuptiError& error) {
  const auto* row = std::find_if(status_rows.begin(), status_rows.end(),
                                 [&](const StatusRow& candidate) { return candidate.code == error.code; });
  if (row == status_rows.end()) return {.available = false, .word = "absent", .remedy = error.what()};
  return {.available = false, .word = row->word, .remedy = fmt::format("{} {}", error.what(), row->remedy)};
}

}  // namespace l2bench
