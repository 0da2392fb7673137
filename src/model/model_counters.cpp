#include "model/model_counters.hpp"

#include <utility>

#include "l2bench/error.hpp"

namespace l2bench {

ModelCounters::ModelCounters(ModelStream& stream) {
  stream.watch(*this);
}

CounterStatus ModelCounters::status() {
  return {true, "ok", "The counts are the model's; it has none of L2's tags."};
}

void ModelCounters::start(int ranges) {
  range_.reset();
  readings_.clear();
  readings_.reserve(static_cast<std::size_t>(ranges));
}

void ModelCounters::push_range() {
  range_ = Traffic{};
}

void ModelCounters::pop_range() {
  if (!range_) throw DeviceError("Could not end a counted range: none was begun.", false);
  CounterReading reading;
  reading.dram_read_bytes = range_->dram_read;
  reading.dram_write_bytes = range_->dram_written;
  reading.l2_fabric_read_bytes = range_->far;
  reading.l2_fill_bytes = range_->dram_read;
  readings_.push_back(reading);
  range_.reset();
}

std::vector<CounterReading> ModelCounters::stop() {
  return std::exchange(readings_, {});
}

void ModelCounters::ran(const std::string&, const SimulatedKernel& kernel) {
  if (range_) *range_ += kernel.traffic;
}

}  // namespace l2bench
