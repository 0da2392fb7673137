#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "l2bench/device.hpp"
#include "l2bench/record.hpp"

namespace l2bench {

/// What one measuring process is asked to do. `skip` names cases that an earlier process of the run could not finish.
struct MeasureRequest {
  Spec spec;
  int replicate = 0;
  std::vector<std::size_t> skip;
};

using Sink = std::function<void(const Message&)>;

/// Runs the request on `rig` and reports to `sink`. A case that fails is reported and left out; a sticky DeviceError
/// is rethrown after its case has been reported, since nothing more can run in this process.
void measure(const MeasureRequest& request, Rig& rig, const Sink& sink);

/// Order of `cases` in one round: a seeded shuffle, the same for the same arguments on every machine.
std::vector<std::size_t> round_order(std::vector<std::size_t> cases, std::uint64_t seed, int replicate, int round);

/// How many of `samples` fall in `round` of `rounds`: as even as can be, earlier rounds first.
int samples_in_round(int samples, int rounds, int round);

/// True when the 95% interval of the median of `samples` is at most `rel_ci` of the median wide.
bool tight_enough(const std::vector<double>& samples, double rel_ci);

}  // namespace l2bench
