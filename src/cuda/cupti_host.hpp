#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "l2bench/device.hpp"
#include "src/cuda/cupti_library.hpp"
#include "src/cuda/cupti_metrics.hpp"

namespace l2bench {

/// The half of the range profiler that needs no GPU: which counters a set of metrics takes, in how many passes, and how
/// counter data become values.
class CuptiHost {
 public:
  /// `chip` is CUPTI's name ("GH100"). `availability` is the device's counter availability image, or empty to assume
  /// that all counters are there. Throws CuptiError, with CUPTI_ERROR_NOT_SUPPORTED if the chip lacks a metric.
  CuptiHost(const CuptiLibrary& library, std::string chip, const std::vector<std::uint8_t>& availability,
            std::vector<const Metric*> metrics);

  std::size_t passes() const { return passes_; }
  const std::vector<std::uint8_t>& config_image() const { return config_image_; }
  const std::vector<const Metric*>& metrics() const { return metrics_; }
  std::vector<const char*> metric_names() const;

  /// Counts of range `index` of decoded counter data.
  CounterReading evaluate(const std::vector<std::uint8_t>& counter_data, std::size_t index) const;

 private:
  struct Deinitialize {
    const CuptiLibrary* library;
    void operator()(CUpti_Profiler_Host_Object* object) const;
  };

  void add_metrics(const std::string& chip);
  void make_config_image();

  const CuptiLibrary& library_;
  std::vector<const Metric*> metrics_;
  std::unique_ptr<CUpti_Profiler_Host_Object, Deinitialize> object_;
  std::vector<std::uint8_t> config_image_;
  std::size_t passes_ = 0;
};

/// A host whose metrics are counted in one pass.
struct OnePass {
  CuptiHost host;
  std::string left_out;  ///< a sentence about the counts that this chip cannot add in that pass; empty if none
};

/// The chip's row of chip_metrics_table, or only its core if CUPTI wants more passes or lacks counters for the rest.
/// Throws CuptiError if not even the core fits.
OnePass open_one_pass(const CuptiLibrary& library, const std::string& chip,
                      const std::vector<std::uint8_t>& availability, const ChipMetrics& wanted);

}  // namespace l2bench
