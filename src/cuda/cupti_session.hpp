#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "l2bench/device.hpp"
#include "src/cuda/cupti_host.hpp"
#include "src/cuda/cupti_library.hpp"

namespace l2bench {

/// CUPTI's range profiler, open on the device of a stream from construction to destruction.
/// Every call may throw CuptiError, or DeviceError where the calls do not fit together.
class CuptiSession {
 public:
  CuptiSession(const CuptiLibrary& library, cudaStream_t stream);
  ~CuptiSession();
  CuptiSession(const CuptiSession&) = delete;
  CuptiSession& operator=(const CuptiSession&) = delete;

  /// See OnePass::left_out.
  const std::string& left_out() const { return one_pass_.left_out; }

  /// Readies the hardware for up to `ranges` ranges. Ends a session that an error cut short.
  void start(int ranges);
  void push_range();
  void pop_range();
  /// Waits for the stream and returns one reading for each range that was pushed and popped.
  std::vector<CounterReading> stop();

 private:
  /// cuptiProfilerInitialize and its end.
  class Profiler {
   public:
    explicit Profiler(const CuptiLibrary& library);
    ~Profiler();
    Profiler(const Profiler&) = delete;
    Profiler& operator=(const Profiler&) = delete;

   private:
    const CuptiLibrary& library_;
  };
  struct Disable {
    const CuptiLibrary* library;
    void operator()(CUpti_RangeProfiler_Object* object) const;
  };

  void reserve(std::size_t ranges);
  void prepare_counter_data();
  void configure();
  void stop_hardware();
  void decode();
  void check_range_names() const;

  const CuptiLibrary& library_;
  cudaStream_t stream_;
  Profiler profiler_;
  OnePass one_pass_;
  std::unique_ptr<CUpti_RangeProfiler_Object, Disable> object_;
  /// Ranges a session can hold. The first start after the profiler was enabled fixes it: on an H200, a session for 4
  /// after one for 1 kept 2 ranges and reported none as dropped. So growing means enabling the profiler again.
  std::size_t capacity_ = 16;
  std::vector<std::uint8_t> counter_data_;
  std::vector<std::string> range_names_;  ///< CUPTI wants a name for each; none may repeat
  std::size_t pushed_ = 0;
  bool started_ = false;
};

}  // namespace l2bench
