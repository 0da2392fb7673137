#pragma once

#include <cstdint>
#include <string>

#include "model/model_stream.hpp"

namespace l2bench {

/// The doors of Device over the model. Time is the model's own: nothing waits.
class ModelDevice final : public Device {
 public:
  explicit ModelDevice(const ModelCard& card);

  ModelStream& stream() { return stream_; }
  void prepare_buffers(std::uint64_t write_bytes, std::uint64_t read_bytes);

  const DeviceInfo& info() const override { return info_; }
  ClockReading clocks() override { return {}; }  // the model has none

  void queue_step(const PlacedStep& step) override;
  std::string step_implementation(StepKind) const override { return "model"; }

  void arm_gate() override {}
  void queue_gate() override;
  void queue_pause(std::uint64_t ns) override;
  void release_gate() noexcept override { held_ = false; }
  bool gate_timed_out() override { return timed_out_; }
  void wait() override;

  void begin_capture() override { stream_.begin_capture(); }
  GraphId end_capture() override { return stream_.end_capture(); }
  void queue_replay(GraphId graph) override { stream_.replay(graph); }

  void protect(const Protection& protection, const MemoryRange& input) override {
    stream_.simulation().protect(protection, input);
  }
  void unprotect() override { stream_.simulation().protect({}, {}); }
  void displace(int) override {}  // its memory has no places
  void begin_steal(const Steal& steal) override { stream_.simulation().steal(steal); }
  void end_steal() override { stream_.simulation().steal({}); }
  void queue_steal_mark(int) override {}
  std::optional<double> stolen_bytes_per_s() override { return stream_.simulation().stolen_bytes_per_s(); }

  void begin_profile() override {}
  void end_profile() override {}

 private:
  std::uint64_t buffer_bytes(StepKind kind) const;

  DeviceInfo info_;
  ModelStream stream_;
  std::uint64_t write_bytes_ = 0;
  std::uint64_t read_bytes_ = 0;
  bool held_ = false;
  bool timed_out_ = false;
};

}  // namespace l2bench
