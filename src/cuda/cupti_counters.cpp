#include <fmt/format.h>

#include <optional>
#include <string>

#include "l2bench/error.hpp"
#include "src/cuda/cupti.hpp"
#include "src/cuda/cupti_library.hpp"
#include "src/cuda/cupti_session.hpp"
#include "src/cuda/cupti_status.hpp"

namespace l2bench {
namespace {

class CuptiCounters : public Counters {
 public:
  explicit CuptiCounters(cudaStream_t stream) : stream_(stream) {}

  CounterStatus status() override {
    if (!status_) open();
    return *status_;
  }

  void start(int ranges) override {
    if (!status().available) throw DeviceError(status_->remedy, false);
    guard([&] { session_->start(ranges); });
  }

  void push_range() override {
    guard([&] { started().push_range(); });
  }

  void pop_range() override {
    guard([&] { started().pop_range(); });
  }

  std::vector<CounterReading> stop() override {
    std::vector<CounterReading> readings;
    guard([&] { readings = started().stop(); });
    return readings;
  }

 private:
  void open() {
    status_.emplace();
    const CuptiLibrary* library = cupti_library(status_->remedy);
    if (!library) return;
    try {
      session_.emplace(*library, stream_);
      status_ = {.available = true, .word = "ok", .remedy = session_->left_out()};
    } catch (const CuptiError& error) {
      status_ = counter_status(error);
    }
  }

  CuptiSession& started() {
    if (!session_) throw DeviceError("A counted range was opened or closed before the counters were started.", false);
    return *session_;
  }

  /// After a failure the profiler is closed: a half-open one would touch the samples that are timed next.
  template <typename Call>
  void guard(Call call) {
    try {
      call();
    } catch (const CuptiError& error) {
      session_.reset();
      status_ = counter_status(error);
      throw DeviceError(status_->remedy, false);
    }
  }

  cudaStream_t stream_;
  std::optional<CounterStatus> status_;
  std::optional<CuptiSession> session_;
};

}  // namespace

std::unique_ptr<Counters> make_cupti_counters(cudaStream_t stream) {
  return std::make_unique<CuptiCounters>(stream);
}

}  // namespace l2bench
