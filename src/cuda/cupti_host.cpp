#include "src/cuda/cupti_host.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <optional>
#include <utility>

namespace l2bench {
namespace {

CUpti_Profiler_Host_Object* initialize(const CuptiLibrary& library, const std::string& chip,
                                       const std::vector<std::uint8_t>& availability) {
  CUpti_Profiler_Host_Initialize_Params params{.structSize = CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE};
  params.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
  params.pChipName = chip.c_str();
  params.pCounterAvailabilityImage = availability.empty() ? nullptr : availability.data();
  check_cupti(library, library.host_initialize(&params), fmt::format("describe the counters of the chip {}", chip));
  return params.pHostObject;
}

std::string names_of(const std::vector<const Metric*>& metrics) {
  std::vector<std::string> names;
  for (const Metric* metric : metrics) names.emplace_back(metric->what);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Empty if the chip lacks one of the metrics.
std::optional<CuptiHost> try_metrics(const CuptiLibrary& library, const std::string& chip,
                                     const std::vector<std::uint8_t>& availability,
                                     const std::vector<const Metric*>& metrics) {
  try {
    return CuptiHost(library, chip, availability, metrics);
  } catch (const CuptiError& error) {
    if (error.code == CUPTI_ERROR_NOT_SUPPORTED) return std::nullopt;
    throw;
  }
}

}  // namespace

void CuptiHost::Deinitialize::operator()(CUpti_Profiler_Host_Object* object) const {
  CUpti_Profiler_Host_Deinitialize_Params params{.structSize = CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE};
  params.pHostObject = object;
  library->host_deinitialize(&params);
}

CuptiHost::CuptiHost(const CuptiLibrary& library, std::string chip, const std::vector<std::uint8_t>& availability,
                     std::vector<const Metric*> metrics)
    : library_(library),
      metrics_(std::move(metrics)),
      object_(initialize(library, chip, availability), Deinitialize{&library}) {
  add_metrics(chip);
  make_config_image();
}

std::vector<const char*> CuptiHost::metric_names() const {
  std::vector<const char*> names;
  for (const Metric* metric : metrics_) names.push_back(metric->name);
  return names;
}

void CuptiHost::add_metrics(const std::string& chip) {
  std::vector<const char*> names = metric_names();
  CUpti_Profiler_Host_ConfigAddMetrics_Params params{.structSize =
                                                         CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE};
  params.pHostObject = object_.get();
  params.ppMetricNames = names.data();
  params.numMetrics = names.size();
  CUptiResult result = library_.host_add_metrics(&params);
  // CUPTI 13 answers a name that the chip lacks with "invalid parameter".
  if (result == CUPTI_ERROR_INVALID_PARAMETER || result == CUPTI_ERROR_INVALID_METRIC_NAME) {
    result = CUPTI_ERROR_NOT_SUPPORTED;
  }
  check_cupti(library_, result, fmt::format("count {} on the chip {}", names_of(metrics_), chip));
}

void CuptiHost::make_config_image() {
  CUpti_Profiler_Host_GetConfigImageSize_Params size{.structSize =
                                                         CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE};
  size.pHostObject = object_.get();
  check_cupti(library_, library_.host_get_config_image_size(&size), "size the configuration of the counters");

  config_image_.resize(size.configImageSize);
  CUpti_Profiler_Host_GetConfigImage_Params image{.structSize = CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE};
  image.pHostObject = object_.get();
  image.configImageSize = config_image_.size();
  image.pConfigImage = config_image_.data();
  check_cupti(library_, library_.host_get_config_image(&image), "write the configuration of the counters");

  CUpti_Profiler_Host_GetNumOfPasses_Params passes{.structSize = CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE};
  passes.configImageSize = config_image_.size();
  passes.pConfigImage = config_image_.data();
  check_cupti(library_, library_.host_get_passes(&passes), "say how many passes the counters take");
  passes_ = passes.numOfPasses;
}

CounterReading CuptiHost::evaluate(const std::vector<std::uint8_t>& counter_data, std::size_t index) const {
  std::vector<const char*> names = metric_names();
  std::vector<double> values(names.size());
  CUpti_Profiler_Host_EvaluateToGpuValues_Params params{.structSize =
                                                            CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE};
  params.pHostObject = object_.get();
  params.pCounterDataImage = counter_data.data();
  params.counterDataImageSize = counter_data.size();
  params.rangeIndex = index;
  params.ppMetricNames = names.data();
  params.numMetrics = names.size();
  params.pMetricValues = values.data();
  check_cupti(library_, library_.host_evaluate(&params), fmt::format("evaluate the counters of range {}", index));

  CounterReading reading;
  for (std::size_t i = 0; i < metrics_.size(); ++i) {
    if (std::isfinite(values[i])) reading.*metrics_[i]->field = values[i] * metrics_[i]->unit;
  }
  return reading;
}

OnePass open_one_pass(const CuptiLibrary& library, const std::string& chip,
                      const std::vector<std::uint8_t>& availability, const ChipMetrics& wanted) {
  const std::vector<const Metric*> core(wanted.core.begin(), wanted.core.end());
  std::vector<const Metric*> more;
  for (const Metric* metric : wanted.more) {
    if (metric) more.push_back(metric);
  }
  std::vector<const Metric*> all = core;
  all.insert(all.end(), more.begin(), more.end());

  std::optional<CuptiHost> host = try_metrics(library, chip, availability, all);
  if (host && host->passes() == 1) return {std::move(*host), ""};
  const std::string why = host ? fmt::format("would take {} passes", host->passes()) : "are not all known to CUPTI";

  host.emplace(library, chip, availability, core);
  if (host->passes() != 1) {
    throw CuptiError(CUPTI_ERROR_NOT_SUPPORTED, fmt::format("Counting {} on the chip {} would take {} passes.",
                                                            names_of(core), chip, host->passes()));
  }
  return {std::move(*host), fmt::format("Only {} are counted on the chip {}: with {} they {}.", names_of(core), chip,
                                        names_of(more), why)};
}

}  // namespace l2bench
