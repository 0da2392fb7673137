#include "src/cuda/timers.hpp"

#include <fmt/format.h>

#include <cmath>

#include "kernels/stamp.hpp"
#include "l2bench/error.hpp"

namespace l2bench {
namespace {

constexpr std::size_t slots_made_ahead = 16;

/// Events report milliseconds as a float: what lies below a thousandth of a nanosecond is its rounding.
double as_ns(float milliseconds) {
  return std::round(static_cast<double>(milliseconds) * 1e9) / 1e3;
}

}  // namespace

EventTimer::EventTimer(cudaStream_t stream) : stream_(stream) {
  pair(slots_made_ahead - 1);
}

EventTimer::Pair& EventTimer::pair(int slot) {
  const auto index = static_cast<std::size_t>(slot);
  while (pairs_.size() <= index) pairs_.push_back({make_event(), make_event()});
  return pairs_[index];
}

void EventTimer::queue_record(cudaEvent_t event) const {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  check(cudaStreamIsCapturing(stream_, &status), "ask whether a graph is being recorded");
  // Inside a graph an ordinary record is only an edge between its nodes and leaves no time.
  const unsigned flags = status == cudaStreamCaptureStatusNone ? cudaEventRecordDefault : cudaEventRecordExternal;
  check(cudaEventRecordWithFlags(event, stream_, flags), "record an event");
}

void EventTimer::queue_start(int slot) {
  queue_record(pair(slot).start.get());
}

void EventTimer::queue_stop(int slot) {
  queue_record(pair(slot).stop.get());
}

double EventTimer::elapsed_ns(int slot) {
  const Pair& timed = pair(slot);
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, timed.start.get(), timed.stop.get()), "read the time between two events");
  return as_ns(milliseconds);
}

StampTimer::StampTimer(cudaStream_t stream)
    : stream_(stream),
      stamps_(allocate_device<Stamps>(slots, "the time stamps")),
      copy_(allocate_mapped<Stamps>(1, "a copy of the time stamps")) {
  check(cudaMemsetAsync(stamps_.get(), 0, slots * sizeof(Stamps), stream_), "clear the time stamps");
}

StampTimer::Stamps* StampTimer::at(int slot) const {
  if (slot >= 0 && slot < slots) return stamps_.get() + slot;
  throw DeviceError(
      fmt::format("Could not take a time stamp in slot {}: there are {} of them. Use the timer event.", slot, slots),
      false);
}

void StampTimer::queue_start(int slot) {
  launch_stamp(&at(slot)->start, stream_);
}

void StampTimer::queue_stop(int slot) {
  launch_stamp(&at(slot)->stop, stream_);
}

double StampTimer::elapsed_ns(int slot) {
  check(cudaMemcpyAsync(copy_.get(), at(slot), sizeof(Stamps), cudaMemcpyDeviceToHost, stream_), "copy a time stamp");
  check(cudaStreamSynchronize(stream_), "copy a time stamp");
  if (copy_->start == 0 || copy_->stop < copy_->start) {
    throw DeviceError(fmt::format("The time stamps of slot {} are not those of one sample: start {} ns, stop {} ns.",
                                  slot, copy_->start, copy_->stop),
                      false);
  }
  return static_cast<double>(copy_->stop - copy_->start);
}

}  // namespace l2bench
