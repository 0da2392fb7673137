#include "measure/count.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "l2bench/stats.hpp"

namespace l2bench {
namespace {

constexpr int repetitions = 5;
constexpr int settling_calls = 2;

/// `repetitions` readings of `counted` after the prep. The session's first range is thrown away: the start of a session
/// leaves dirty lines of its own.
std::vector<CounterReading> count_ranges(Rig& rig, const Sampled& sampled, const std::function<void()>& counted) {
  Counters& counters = rig.counters();
  counters.start(repetitions + 1);
  for (int i = 0; i < settling_calls; ++i) {  // a prep that leaves L2 as it is takes more than one call to settle
    queue_prep(rig.device(), sampled);
    sampled.queue_op(0);
  }
  for (int i = 0; i < repetitions + 1; ++i) {
    queue_prep(rig.device(), sampled);
    counters.push_range();
    counted();
    counters.pop_range();
  }
  rig.device().wait();
  std::vector<CounterReading> readings = counters.stop();
  readings.erase(readings.begin());
  return readings;
}

void divide(std::optional<double>& count, int calls) {
  if (count) *count /= calls;
}

void divide(CounterReading& reading, int calls) {
  for (auto field :
       {&CounterReading::dram_read_bytes, &CounterReading::dram_write_bytes, &CounterReading::l2_tag_hits,
        &CounterReading::l2_tag_misses, &CounterReading::l2_fabric_read_bytes, &CounterReading::l2_fill_bytes}) {
    divide(reading.*field, calls);
  }
}

}  // namespace

std::vector<CounterReading> count_calls(Rig& rig, const Sampled& sampled) {
  const int calls = sampled.prep.rotation == Rotation::off ? 1 : sampled.copies;
  std::vector<CounterReading> readings = count_ranges(rig, sampled, [&] {
    for (int copy = 0; copy < calls; ++copy) sampled.queue_op(copy);
  });
  for (CounterReading& reading : readings) divide(reading, calls);
  return readings;
}

std::optional<double> count_residual_dirty(Rig& rig, const Sampled& sampled, std::uint64_t read_bytes) {
  const auto readings = count_ranges(rig, sampled, [&] { rig.device().queue_step({StepKind::read, read_bytes}); });
  std::vector<double> written;
  for (const CounterReading& reading : readings) {
    if (reading.dram_write_bytes) written.push_back(*reading.dram_write_bytes);
  }
  const auto stats = summarize(written);
  return stats ? std::optional(stats->median_ns) : std::nullopt;
}

}  // namespace l2bench
