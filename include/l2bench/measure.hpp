#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "l2bench/device.hpp"
#include "l2bench/record.hpp"

namespace l2bench {

/// A case with everything that depends on the device filled in.
struct CasePlan {
  Case what;
  PlacedPrep prep;
  WorkloadRequest request;  ///< cases that differ only in prep, timer and launch share one request
};

/// What a run will do on one device, before anything is allocated. Pure: `--dry-run` prints it.
struct RunPlan {
  std::vector<CasePlan> cases;
  std::uint64_t write_buffer_bytes = 0;
  std::uint64_t read_buffer_bytes = 0;
  std::uint64_t flush_traffic_bytes = 0;  ///< moved by all preps over all samples of all processes
};
/// Bytes of the step buffers that a prep needs.
struct BufferNeed {
  std::uint64_t write_bytes = 0;
  std::uint64_t read_bytes = 0;
};
BufferNeed buffers_of(const PlacedPrep& prep);

/// Device memory that a case needs when it runs alone: its buffers and every copy of its weight.
std::uint64_t memory_of(const CasePlan& plan);

RunPlan plan_run(const Spec& spec, std::uint64_t l2_bytes);

/// Bytes of one copy of the weight of a workload on the device, scales included.
std::uint64_t weight_bytes(const WorkloadRequest& request);

/// What one measuring process is asked to do. After a process died, a fresh one goes on where it stopped.
struct MeasureRequest {
  Spec spec;
  std::vector<CodeFile> code = {};  ///< what the files of the spec's code held when the run began
  int replicate = 0;
  int first_round = 0;
  std::vector<std::size_t> skip;           ///< cases that an earlier process could not finish
  std::vector<std::size_t> done_in_round;  ///< cases that an earlier process sampled in `first_round`
  bool all_sampled = false;                ///< an earlier process took all samples and died afterwards
  bool asks_for_leave = false;       ///< the process names its device and waits on leave_descriptor before it opens it
  std::vector<std::size_t> counted;  ///< cases whose bytes an earlier process counted
  std::map<std::size_t, std::vector<double>> taken_ns;  ///< with a stop rule: what earlier processes took, by case
};

using Sink = std::function<void(const Message&)>;

/// Runs the request on `rig` and reports to `sink`. A case that fails is reported and left out; a sticky DeviceError
/// is rethrown after its case has been reported, since nothing more can run in this process.
void measure(const MeasureRequest& request, Rig& rig, const Sink& sink);

/// Runs each case's call `calls` times after its prep, ungated, uncounted and untimed, with only the call between
/// Device::begin_profile and end_profile: for ncu and nsys.
void profile(const Spec& spec, int calls, Rig& rig);

/// Order of `cases` in one round: a seeded shuffle, the same for the same arguments on every machine.
std::vector<std::size_t> round_order(std::vector<std::size_t> cases, std::uint64_t seed, int replicate, int round);

/// How many of `samples` fall in `round` of `rounds`: as even as can be, earlier rounds first.
int samples_in_round(int samples, int rounds, int round);

/// True when the 95% interval of the median of `samples` is at most `rel_ci` of the median wide.
bool tight_enough(const std::vector<double>& samples, double rel_ci);

/// Slices of an ungated warm-up whose SM clock was read after each: go on while the clock rises, but at least
/// `least_slices` and at most `most_slices`. Without clocks only the counts decide.
bool warm_up_goes_on(const std::vector<double>& sm_mhz, std::size_t slices, std::size_t least_slices,
                     std::size_t most_slices);

}  // namespace l2bench
