#include "src/cuda/cupti_session.hpp"

#include <cuda.h>
#include <fmt/format.h>

#include "l2bench/error.hpp"
#include "src/cuda/check.hpp"

namespace l2bench {
namespace {

/// Asks the driver without linking to it, so that the program starts on machines without one.
CUcontext current_context() {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found{};
  const cudaError_t result =
      cudaGetDriverEntryPointByVersion("cuCtxGetCurrent", &function, 12000, cudaEnableDefault, &found);
  CUcontext context = nullptr;
  if (result == cudaSuccess && function) reinterpret_cast<decltype(&cuCtxGetCurrent)>(function)(&context);
  if (!context) throw CuptiError(CUPTI_ERROR_INVALID_CONTEXT, "Counters need a CUDA context, and there is none.");
  return context;
}

std::string chip_name(const CuptiLibrary& library) {
  int device = 0;
  check(cudaGetDevice(&device), "find the current device");
  CUpti_Device_GetChipName_Params params{.structSize = CUpti_Device_GetChipName_Params_STRUCT_SIZE};
  params.deviceIndex = static_cast<std::size_t>(device);
  check_cupti(library, library.get_chip_name(&params), "name the chip of the device");
  return params.pChipName;
}

std::vector<std::uint8_t> counter_availability(const CuptiLibrary& library) {
  CUpti_Profiler_GetCounterAvailability_Params params{.structSize =
                                                          CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE};
  params.ctx = current_context();
  check_cupti(library, library.get_counter_availability(&params), "ask which counters are free");
  std::vector<std::uint8_t> image(params.counterAvailabilityImageSize);
  params.pCounterAvailabilityImage = image.data();
  check_cupti(library, library.get_counter_availability(&params), "ask which counters are free");
  return image;
}

OnePass open_metrics(const CuptiLibrary& library) {
  const std::string chip = chip_name(library);
  return open_one_pass(library, chip, counter_availability(library), chip_metrics(chip));
}

CUpti_RangeProfiler_Object* enable(const CuptiLibrary& library) {
  CUpti_RangeProfiler_Enable_Params params{.structSize = CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE};
  params.ctx = current_context();
  check_cupti(library, library.range_enable(&params), "open the range profiler");
  return params.pRangeProfilerObject;
}

}  // namespace

CuptiSession::Profiler::Profiler(const CuptiLibrary& library) : library_(library) {
  CUpti_Profiler_Initialize_Params params{.structSize = CUpti_Profiler_Initialize_Params_STRUCT_SIZE};
  check_cupti(library, library.profiler_initialize(&params), "initialize its profiler");
}

CuptiSession::Profiler::~Profiler() {
  CUpti_Profiler_DeInitialize_Params params{.structSize = CUpti_Profiler_DeInitialize_Params_STRUCT_SIZE};
  library_.profiler_deinitialize(&params);
}

void CuptiSession::Disable::operator()(CUpti_RangeProfiler_Object* object) const {
  CUpti_RangeProfiler_Disable_Params params{.structSize = CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE};
  params.pRangeProfilerObject = object;
  library->range_disable(&params);
}

CuptiSession::CuptiSession(const CuptiLibrary& library, cudaStream_t stream)
    : library_(library),
      stream_(stream),
      profiler_(library),
      one_pass_(open_metrics(library)),
      object_(enable(library), Disable{&library}) {}

CuptiSession::~CuptiSession() {
  try {
    if (started_) stop_hardware();
  } catch (const CuptiError&) {  // the profiler is closed next, whatever state it is in
  }
}

void CuptiSession::start(int ranges) {
  if (started_) stop_hardware();
  if (ranges < 1) {
    throw DeviceError(fmt::format("Counters cannot be started for {} ranges: ask for at least 1.", ranges), false);
  }
  reserve(static_cast<std::size_t>(ranges));
  // Zero-padded, so that the order of the names is the order of the ranges.
  range_names_.clear();
  for (int i = 0; i < ranges; ++i) range_names_.push_back(fmt::format("{:06}", i));
  pushed_ = 0;
  prepare_counter_data();
  configure();

  CUpti_RangeProfiler_Start_Params params{.structSize = CUpti_RangeProfiler_Start_Params_STRUCT_SIZE};
  params.pRangeProfilerObject = object_.get();
  check_cupti(library_, library_.range_start(&params), "start counting");
  started_ = true;
}

void CuptiSession::reserve(std::size_t ranges) {
  if (ranges <= capacity_) return;
  object_.reset();  // there can be one at a time
  object_.reset(enable(library_));
  capacity_ = ranges;
}

void CuptiSession::prepare_counter_data() {
  std::vector<const char*> names = one_pass_.host.metric_names();
  CUpti_RangeProfiler_GetCounterDataSize_Params size{.structSize =
                                                         CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE};
  size.pRangeProfilerObject = object_.get();
  size.pMetricNames = names.data();
  size.numMetrics = names.size();
  size.maxNumOfRanges = capacity_;
  size.maxNumRangeTreeNodes = static_cast<std::uint32_t>(capacity_);
  check_cupti(library_, library_.range_get_counter_data_size(&size), "size the data of the counters");

  counter_data_.assign(size.counterDataSize, 0);
  CUpti_RangeProfiler_CounterDataImage_Initialize_Params params{
      .structSize = CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE};
  params.pRangeProfilerObject = object_.get();
  params.counterDataSize = counter_data_.size();
  params.pCounterData = counter_data_.data();
  check_cupti(library_, library_.range_initialize_counter_data(&params), "ready the data of the counters");
}

void CuptiSession::configure() {
  CUpti_RangeProfiler_SetConfig_Params params{.structSize = CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE};
  params.pRangeProfilerObject = object_.get();
  params.configSize = one_pass_.host.config_image().size();
  params.pConfig = one_pass_.host.config_image().data();
  params.counterDataImageSize = counter_data_.size();
  params.pCounterDataImage = counter_data_.data();
  // User ranges with user replay leave L2 alone between push and pop; CUPTI's own replay of kernels does not.
  params.range = CUPTI_UserRange;
  params.replayMode = CUPTI_UserReplay;
  params.maxRangesPerPass = capacity_;
  params.numNestingLevels = 1;
  params.minNestingLevel = 1;
  params.passIndex = 0;
  params.targetNestingLevel = 1;
  check_cupti(library_, library_.range_set_config(&params), "configure the counters");
}

void CuptiSession::push_range() {
  if (pushed_ == range_names_.size()) {
    throw DeviceError(fmt::format("Counters were started for {} ranges, and one more was pushed.", range_names_.size()),
                      false);
  }
  CUpti_RangeProfiler_PushRange_Params params{.structSize = CUpti_RangeProfiler_PushRange_Params_STRUCT_SIZE};
  params.pRangeProfilerObject = object_.get();
  params.pRangeName = range_names_[pushed_].c_str();
  check_cupti(library_, library_.range_push(&params), "open a range");
  ++pushed_;
}

void CuptiSession::pop_range() {
  CUpti_RangeProfiler_PopRange_Params params{.structSize = CUpti_RangeProfiler_PopRange_Params_STRUCT_SIZE};
  params.pRangeProfilerObject = object_.get();
  check_cupti(library_, library_.range_pop(&params), "close a range");
}

std::vector<CounterReading> CuptiSession::stop() {
  check(cudaStreamSynchronize(stream_), "finish the counted ranges");
  stop_hardware();
  decode();
  check_range_names();
  std::vector<CounterReading> readings;
  for (std::size_t i = 0; i < pushed_; ++i) readings.push_back(one_pass_.host.evaluate(counter_data_, i));
  return readings;
}

void CuptiSession::stop_hardware() {
  started_ = false;
  CUpti_RangeProfiler_Stop_Params params{.structSize = CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE};
  params.pRangeProfilerObject = object_.get();
  check_cupti(library_, library_.range_stop(&params), "stop counting");
  if (!params.isAllPassSubmitted) {
    throw CuptiError(CUPTI_ERROR_NOT_SUPPORTED, "CUPTI wants a second pass for counters that it promised in one.");
  }
}

void CuptiSession::decode() {
  CUpti_RangeProfiler_DecodeData_Params decoded{.structSize = CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE};
  decoded.pRangeProfilerObject = object_.get();
  check_cupti(library_, library_.range_decode(&decoded), "decode the counters");

  CUpti_RangeProfiler_GetCounterDataInfo_Params info{.structSize =
                                                         CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE};
  info.pCounterDataImage = counter_data_.data();
  info.counterDataImageSize = counter_data_.size();
  check_cupti(library_, library_.range_get_counter_data_info(&info), "count the ranges");
  if (decoded.numOfRangeDropped != 0 || info.numTotalRanges != pushed_) {
    throw CuptiError(CUPTI_ERROR_HARDWARE, fmt::format("CUPTI kept {} of {} ranges and dropped {}.",
                                                       info.numTotalRanges, pushed_, decoded.numOfRangeDropped));
  }
}

void CuptiSession::check_range_names() const {
  for (std::size_t i = 0; i < pushed_; ++i) {
    CUpti_RangeProfiler_CounterData_GetRangeInfo_Params params{
        .structSize = CUpti_RangeProfiler_CounterData_GetRangeInfo_Params_STRUCT_SIZE};
    params.pCounterDataImage = counter_data_.data();
    params.counterDataImageSize = counter_data_.size();
    params.rangeIndex = i;
    params.rangeDelimiter = "/";
    check_cupti(library_, library_.range_get_range_info(&params), "name the ranges");
    if (range_names_[i] != params.rangeName) {
      throw CuptiError(CUPTI_ERROR_HARDWARE, fmt::format("CUPTI returned range {} where {} was expected.",
                                                         params.rangeName, range_names_[i]));
    }
  }
}

}  // namespace l2bench
