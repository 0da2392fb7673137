#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>

#include "kernels/timer_mark.hpp"
#include "l2bench/error.hpp"
#include "src/cuda/cupti.hpp"
#include "src/cuda/cupti_activity.hpp"
#include "src/cuda/cupti_library.hpp"
#include "src/cuda/cupti_status.hpp"
#include "src/cuda/cupti_timeline.hpp"

namespace l2bench {
namespace {

class CuptiTimer : public Timer {
 public:
  /// Switches the trace on once: a refusal shows here, not amid samples, and the first time is slow.
  CuptiTimer(const CuptiLibrary& library, cudaStream_t stream) : stream_(stream), log_(library) {
    log_.enable();
    log_.disable();
  }

  void arm() override {
    guard([&] { log_.enable(); });
    unread_.clear();
  }

  void disarm() noexcept override { log_.disable(); }

  void queue_start(int slot) override { launch_timer_mark({MarkEdge::start, slot}, stream_); }

  void queue_stop(int slot) override { launch_timer_mark({MarkEdge::stop, slot}, stream_); }

  double elapsed_ns(int slot) override {
    guard([&] { collect(slot); });
    auto found = unread_.extract(slot);
    if (!found) throw DeviceError(no_call(slot), false);
    return (read_[slot] = std::move(found.mapped())).ns;
  }

  std::vector<KernelTime> kernel_times(int slot) override {
    const auto found = read_.find(slot);
    return found == read_.end() ? std::vector<KernelTime>{} : found->second.kernels;
  }

 private:
  /// A later run of a slot replaces an earlier one that was not read.
  void collect(int slot) {
    add(log_.take(false));
    if (!unread_.contains(slot)) add(log_.take(true));
  }

  void add(std::vector<Activity> activities) {
    for (auto& [slot, call] : timed_calls(std::move(activities))) unread_[slot] = std::move(call);
  }

  std::string no_call(int slot) const {
    const char* why = log_.enabled() ? "since it was read last, no call ran between its start and its stop"
                                     : "it was not armed while the call ran";
    return fmt::format("The kernel timer has no time for slot {}: {}.", slot, why);
  }

  template <typename Call>
  static void guard(Call call) {
    try {
      call();
    } catch (const CuptiError& error) {
      throw DeviceError(error.what(), false);
    }
  }

  cudaStream_t stream_;
  ActivityLog log_;
  std::map<int, TimedCall> unread_;
  std::map<int, TimedCall> read_;
};

[[noreturn]] void throw_cannot_trace(const std::string& why) {
  throw MachineError(
      fmt::format("The timer 'kernel' cannot be used. {} Timers that need no CUPTI: event, stamp.", why));
}

}  // namespace

std::unique_ptr<Timer> make_cupti_timer(cudaStream_t stream) {
  std::string why_none;
  const CuptiLibrary* library = cupti_library(why_none);
  if (!library) throw_cannot_trace(why_none);
  try {
    return std::make_unique<CuptiTimer>(*library, stream);
  } catch (const CuptiError& error) {
    throw_cannot_trace(counter_status(error).remedy);
  }
}

}  // namespace l2bench
