#pragma once

#include <cuda.h>
#include <cupti_activity.h>
#include <cupti_profiler_target.h>
// After cupti_profiler_target.h, whose types it uses without including it.
#include <cupti_profiler_host.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace l2bench {

/// The functions of CUPTI that are used here. They are looked up at run time, so that the program starts on machines
/// without CUPTI.
struct CuptiLibrary {
  decltype(&::cuptiGetResultString) get_result_string;

  decltype(&::cuptiProfilerInitialize) profiler_initialize;
  decltype(&::cuptiProfilerDeInitialize) profiler_deinitialize;
  decltype(&::cuptiProfilerGetCounterAvailability) get_counter_availability;
  decltype(&::cuptiDeviceGetChipName) get_chip_name;

  decltype(&::cuptiProfilerHostInitialize) host_initialize;
  decltype(&::cuptiProfilerHostDeinitialize) host_deinitialize;
  decltype(&::cuptiProfilerHostConfigAddMetrics) host_add_metrics;
  decltype(&::cuptiProfilerHostGetConfigImageSize) host_get_config_image_size;
  decltype(&::cuptiProfilerHostGetConfigImage) host_get_config_image;
  decltype(&::cuptiProfilerHostGetNumOfPasses) host_get_passes;
  decltype(&::cuptiProfilerHostEvaluateToGpuValues) host_evaluate;

  decltype(&::cuptiRangeProfilerEnable) range_enable;
  decltype(&::cuptiRangeProfilerDisable) range_disable;
  decltype(&::cuptiRangeProfilerGetCounterDataSize) range_get_counter_data_size;
  decltype(&::cuptiRangeProfilerCounterDataImageInitialize) range_initialize_counter_data;
  decltype(&::cuptiRangeProfilerSetConfig) range_set_config;
  decltype(&::cuptiRangeProfilerStart) range_start;
  decltype(&::cuptiRangeProfilerPushRange) range_push;
  decltype(&::cuptiRangeProfilerPopRange) range_pop;
  decltype(&::cuptiRangeProfilerStop) range_stop;
  decltype(&::cuptiRangeProfilerDecodeData) range_decode;
  decltype(&::cuptiRangeProfilerGetCounterDataInfo) range_get_counter_data_info;
  decltype(&::cuptiRangeProfilerCounterDataGetRangeInfo) range_get_range_info;

  decltype(&::cuptiActivityRegisterCallbacks) activity_register_callbacks;
  decltype(&::cuptiActivityEnable) activity_enable;
  decltype(&::cuptiActivityDisable) activity_disable;
  decltype(&::cuptiActivityFlushAll) activity_flush_all;
  decltype(&::cuptiActivityGetNextRecord) activity_get_next_record;
  decltype(&::cuptiActivityGetNumDroppedRecords) activity_get_dropped;
};

/// The library of this machine, or null with the reason and what to do in `why_none`. Looked for once a process: beside
/// the toolkit of the build, then on the loader's path, then in the toolkit's usual place. Never unloaded: CUPTI hooks
/// itself into the driver.
const CuptiLibrary* cupti_library(std::string& why_none);

/// Opens the first of `candidates` that can be opened (a name without a slash is searched on the loader's path) and
/// fills `library`. On failure returns false with a sentence in `why_none`.
bool open_cupti(const std::vector<std::string>& candidates, CuptiLibrary& library, std::string& why_none);

/// A call to CUPTI failed. `what()` is a sentence: what was attempted, and CUPTI's own word for the failure.
struct CuptiError : std::runtime_error {
  CuptiError(CUptiResult code_, const std::string& message) : std::runtime_error(message), code(code_) {}
  CUptiResult code;
};

/// Throws CuptiError unless `result` is success. `attempted` completes the sentence "CUPTI could not ...".
void check_cupti(const CuptiLibrary& library, CUptiResult result, std::string_view attempted);

}  // namespace l2bench
