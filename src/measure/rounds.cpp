#include "measure/blocks.hpp"
#include "measure/measurement.hpp"

namespace l2bench {

void Measurement::sample_rounds() {
  for (int round = request_.first_round;; ++round) {
    const std::vector<std::size_t> order =
        round_order(cases_of_round(round), sampling_.seed, request_.replicate, round);
    if (order.empty()) return;
    for (const std::size_t i : order) {
      if (!done_before(live_[i].index, round)) sample_block(live_[i], round);
    }
    look_around("during");
    sink_(RoundDone{round});
  }
}

/// Positions in live_ of the cases that want samples in this round.
std::vector<std::size_t> Measurement::cases_of_round(int round) const {
  std::vector<std::size_t> wanting;
  for (std::size_t i = 0; i < live_.size(); ++i) {
    if (!live_[i].failed && samples_wanted(live_[i], round) > 0) wanting.push_back(i);
  }
  return wanting;
}

int Measurement::samples_wanted(const LiveCase& live, int round) const {
  if (round < sampling_.rounds) return samples_in_round(sampling_.samples, sampling_.rounds, round);
  if (sampling_.stop.rel_ci == 0.0 || tight_enough(live.samples_ns, sampling_.stop.rel_ci)) return 0;
  const int taken = static_cast<int>(live.samples_ns.size());
  return std::min(samples_in_round(sampling_.samples, sampling_.rounds, 0), sampling_.max_samples - taken);
}

bool Measurement::done_before(std::size_t index, int round) const {
  return round == request_.first_round && contains(request_.done_in_round, index);
}

void Measurement::sample_block(LiveCase& live, int round) {
  attempt(live, round, "samples", [&] {
    Block block;
    under_conditions(live, [&] { block = take_block(device_, *live.sampler, samples_wanted(live, round)); });
    live.samples_ns.insert(live.samples_ns.end(), block.samples_ns.begin(), block.samples_ns.end());
    sink_(BlockDone{live.index, round, std::move(block.samples_ns), block.gate_timeouts, block.clocks,
                    std::move(block.kernel_times), block.stolen_bytes_per_s});
  });
}

}  // namespace l2bench
