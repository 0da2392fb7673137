#include "library/session.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "l2bench/analyze.hpp"
#include "l2bench/error.hpp"
#include "l2bench/measure.hpp"
#include "l2bench/model.hpp"
#include "l2bench/spec_io.hpp"
#include "measure/launches.hpp"
#ifdef L2BENCH_HAVE_CUDA
#include "src/cuda/device_rig.hpp"
#endif

namespace l2bench {
namespace {

constexpr std::uint64_t pause_ns = 200'000;  // for a call of a few kernels from Python, on a slow host, too

/// One process, this one; and no other workload than the callable.
Spec spec_of(const std::string& text) {
  Spec spec = parse_spec({.path = "", .text = text, .flags = {}});
  for (const Case& c : spec.cases) {
    if (c.workload == "callable") continue;
    throw UsageError(
        fmt::format("libl2bench times the workload 'callable'; the spec names '{}'. Use the program "
                    "l2bench for that.",
                    c.workload));
  }
  if (spec.sampling.processes != 1) {
    throw UsageError("libl2bench measures in the process that loaded it: leave 'processes' out of the spec.");
  }
  return spec;
}

/// After a measurement, however it ended.
class Ended {
 public:
  explicit Ended(Rig& rig) : rig_(rig) {}
  ~Ended() {
    try {
      rig_.device().wait();
    } catch (const Error&) {  // the error that ended the measurement is on its way to the caller
    }
    rig_.end_measurement();
  }
  Ended(const Ended&) = delete;
  Ended& operator=(const Ended&) = delete;

 private:
  Rig& rig_;
};

}  // namespace

void Session::prepare(const std::string& prep) {
  for (const PlacedStep& step : placed(prep).steps) device().queue_step(step);
}

void Session::prepare_alone(const std::string& prep) {
  device().wait();
  prepare(prep);
  device().queue_pause(pause_ns);
  queue_spacers(device());
}

/// A loop prepares the same state thousands of times: it is parsed once.
const PlacedPrep& Session::placed(const std::string& prep) {
  if (prep == last_prep_) return last_placed_;
  const PlacedPrep found = place(parse_prep(prep), info().l2_bytes);
  const bool needs_data = std::any_of(found.steps.begin(), found.steps.end(),
                                      [](const PlacedStep& step) { return row_of(step_table, step.kind).own; });
  if (needs_data || found.rotation != Rotation::off) {
    throw UsageError(fmt::format("'{}' needs a workload: it cannot be prepared alone.", prep));
  }
  const BufferNeed need = buffers_of(found);
  rig_->prepare_buffers(need.write_bytes, need.read_bytes);
  last_prep_ = prep;
  last_placed_ = found;
  return last_placed_;
}

Record Session::measure(const std::string& spec_json, const QueueCall& call) {
  const Spec spec = spec_of(spec_json);
  last_prep_.reset();  // its buffers may be replaced
  Record record = begin_record(spec, {"libl2bench"});
  CallableRig rig(*rig_, call);
  const Ended ended(rig);
  const Predictor predictor(spec);  // of code that no model knows: it says so in every case
  l2bench::measure({.spec = spec}, rig, [&](const Message& message) {
    apply(record, 0, message);
    predictor.take(record, message);
  });
  judge(record);
  record.findings = analyze(record);
  return record;
}

std::unique_ptr<Rig> open_session_rig(const char* device, [[maybe_unused]] void* stream) {
  const std::string name = device == nullptr ? "" : device;
  if (name.starts_with(model_prefix)) return open_model_rig(open_model_card(name.substr(model_prefix.size())));
  if (!name.empty()) {
    throw UsageError(
        fmt::format("'{}' is not a device of a session: leave it out for the current CUDA device, or "
                    "name model:NAME.",
                    name));
  }
#ifdef L2BENCH_HAVE_CUDA
  return attach_rig(static_cast<cudaStream_t>(stream));
#else
  throw MachineError("This libl2bench has no CUDA: it was configured without nvcc. Build it with the preset cuda.");
#endif
}

}  // namespace l2bench
