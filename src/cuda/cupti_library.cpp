#include "src/cuda/cupti_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

namespace l2bench {
namespace {

template <typename Function>
void find(void* handle, const char* name, Function& function, std::vector<std::string>& missing) {
  function = reinterpret_cast<Function>(dlsym(handle, name));
  if (!function) missing.emplace_back(name);
}

/// Names of the functions that this CUPTI does not have.
std::vector<std::string> find_all(void* handle, CuptiLibrary& l) {
  std::vector<std::string> missing;
  find(handle, "cuptiGetResultString", l.get_result_string, missing);

  find(handle, "cuptiProfilerInitialize", l.profiler_initialize, missing);
  find(handle, "cuptiProfilerDeInitialize", l.profiler_deinitialize, missing);
  find(handle, "cuptiProfilerGetCounterAvailability", l.get_counter_availability, missing);
  find(handle, "cuptiDeviceGetChipName", l.get_chip_name, missing);

  find(handle, "cuptiProfilerHostInitialize", l.host_initialize, missing);
  find(handle, "cuptiProfilerHostDeinitialize", l.host_deinitialize, missing);
  find(handle, "cuptiProfilerHostConfigAddMetrics", l.host_add_metrics, missing);
  find(handle, "cuptiProfilerHostGetConfigImageSize", l.host_get_config_image_size, missing);
  find(handle, "cuptiProfilerHostGetConfigImage", l.host_get_config_image, missing);
  find(handle, "cuptiProfilerHostGetNumOfPasses", l.host_get_passes, missing);
  find(handle, "cuptiProfilerHostEvaluateToGpuValues", l.host_evaluate, missing);

  find(handle, "cuptiRangeProfilerEnable", l.range_enable, missing);
  find(handle, "cuptiRangeProfilerDisable", l.range_disable, missing);
  find(handle, "cuptiRangeProfilerGetCounterDataSize", l.range_get_counter_data_size, missing);
  find(handle, "cuptiRangeProfilerCounterDataImageInitialize", l.range_initialize_counter_data, missing);
  find(handle, "cuptiRangeProfilerSetConfig", l.range_set_config, missing);
  find(handle, "cuptiRangeProfilerStart", l.range_start, missing);
  find(handle, "cuptiRangeProfilerPushRange", l.range_push, missing);
  find(handle, "cuptiRangeProfilerPopRange", l.range_pop, missing);
  find(handle, "cuptiRangeProfilerStop", l.range_stop, missing);
  find(handle, "cuptiRangeProfilerDecodeData", l.range_decode, missing);
  find(handle, "cuptiRangeProfilerGetCounterDataInfo", l.range_get_counter_data_info, missing);
  find(handle, "cuptiRangeProfilerCounterDataGetRangeInfo", l.range_get_range_info, missing);

  find(handle, "cuptiActivityRegisterCallbacks", l.activity_register_callbacks, missing);
  find(handle, "cuptiActivityEnable", l.activity_enable, missing);
  find(handle, "cuptiActivityDisable", l.activity_disable, missing);
  find(handle, "cuptiActivityFlushAll", l.activity_flush_all, missing);
  find(handle, "cuptiActivityGetNextRecord", l.activity_get_next_record, missing);
  find(handle, "cuptiActivityGetNumDroppedRecords", l.activity_get_dropped, missing);
  return missing;
}

/// L2BENCH_CUPTI_DIRS and L2BENCH_CUDA_MAJOR come from the build.
std::vector<std::string> usual_candidates() {
  const std::string name = fmt::format("libcupti.so.{}", L2BENCH_CUDA_MAJOR);
  std::vector<std::string> candidates;
  // A process that libl2bench is loaded into may have one already, as with PyTorch: two would be in each other's way.
  if (dlopen(name.c_str(), RTLD_NOW | RTLD_NOLOAD) != nullptr) candidates.push_back(name);
  for (const char* directory : {L2BENCH_CUPTI_DIRS}) candidates.push_back(fmt::format("{}/{}", directory, name));
  candidates.push_back(name);
  for (const char* directory : {"/usr/local/cuda/lib64", "/usr/local/cuda/extras/CUPTI/lib64"}) {
    candidates.push_back(fmt::format("{}/{}", directory, name));
  }
  return candidates;
}

}  // namespace

bool open_cupti(const std::vector<std::string>& candidates, CuptiLibrary& library, std::string& why_none) {
  for (const std::string& candidate : candidates) {
    void* handle = dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) continue;
    const std::vector<std::string> missing = find_all(handle, library);
    if (missing.empty()) return true;
    why_none = fmt::format("{} lacks {}. Use the CUPTI of the CUDA toolkit that l2bench was built with.", candidate,
                           fmt::join(missing, ", "));
    return false;
  }
  why_none = fmt::format(
      "The CUPTI library was not found; tried {}. Install it (package cuda-cupti of the CUDA toolkit, "
      "version {}) or add its folder to LD_LIBRARY_PATH.",
      fmt::join(candidates, ", "), L2BENCH_CUDA_MAJOR);
  return false;
}

const CuptiLibrary* cupti_library(std::string& why_none) {
  struct Found {
    std::optional<CuptiLibrary> library;
    std::string why_none;
  };
  static const Found found = [] {
    Found result;
    CuptiLibrary library{};
    if (open_cupti(usual_candidates(), library, result.why_none)) result.library = library;
    return result;
  }();
  why_none = found.why_none;
  return found.library ? &*found.library : nullptr;
}

void check_cupti(const CuptiLibrary& library, CUptiResult result, std::string_view attempted) {
  if (result == CUPTI_SUCCESS) return;
  const char* word = nullptr;
  library.get_result_string(result, &word);
  throw CuptiError(result, fmt::format("CUPTI could not {}: error {} ({}).", attempted, static_cast<int>(result),
                                       word ? word : "unknown"));
}

}  // namespace l2bench
