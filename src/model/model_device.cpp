#include "model/model_device.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "l2bench/error.hpp"
#include "l2bench/size.hpp"

namespace l2bench {
namespace {

DeviceInfo info_of(const ModelCard& card) {
  DeviceInfo info;
  info.name = fmt::format("{} (simulated)", card.device.empty() ? card.name : card.device);
  info.l2_bytes = static_cast<std::uint64_t>(card.l2_bytes.value);
  info.memory_bytes = static_cast<std::uint64_t>(card.memory_bytes.value);
  info.free_memory_bytes = info.memory_bytes;
  info.sm_count = static_cast<int>(card.sm_count.value);
  info.peak_bytes_per_s = card.peak_bytes_per_s.value;
  info.simulated = true;
  return info;
}

}  // namespace

ModelDevice::ModelDevice(const ModelCard& card) : info_(info_of(card)), stream_(card) {}

void ModelDevice::prepare_buffers(std::uint64_t write_bytes, std::uint64_t read_bytes) {
  write_bytes_ = std::max(write_bytes_, write_bytes);
  read_bytes_ = std::max(read_bytes_, read_bytes);
}

std::uint64_t ModelDevice::buffer_bytes(StepKind kind) const {
  return kind == StepKind::read || kind == StepKind::scrub ? read_bytes_ : write_bytes_;
}

void ModelDevice::queue_step(const PlacedStep& step) {
  const std::string word(row_of(step_table, step.kind).word);
  if (step.bytes > buffer_bytes(step.kind)) {
    throw DeviceError(fmt::format("Could not run the step {}:{}: its buffer has {}.", word, format_bytes(step.bytes),
                                  format_bytes(buffer_bytes(step.kind))),
                      false);
  }
  stream_.queue_kernel(word, [step](Simulation& simulation) { return simulation.run_step(step); });
}

void ModelDevice::queue_gate() {
  if (stream_.capturing()) {
    throw DeviceError("Could not record a gate into a graph: a gate opens once, a graph runs many times.", false);
  }
  held_ = true;
  timed_out_ = false;
}

void ModelDevice::queue_pause(std::uint64_t ns) {
  stream_.queue_kernel("simulated pause", [ns](Simulation&) { return SimulatedKernel{static_cast<double>(ns), {}}; });
}

/// On a real device a gate that nobody opens would hold the stream until its own timeout.
void ModelDevice::wait() {
  stream_.drop_capture();
  if (held_) timed_out_ = true;
  held_ = false;
}

}  // namespace l2bench
