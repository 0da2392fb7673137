#include "model/simulation.hpp"

#include <string_view>

#include "l2bench/error.hpp"
#include "model/timing.hpp"

namespace l2bench {
namespace {

// As on a real device: all writing steps share one buffer, all reads another.
constexpr int written_buffer = 0;
constexpr int read_buffer = 1;

constexpr std::string_view output_name = "y";
constexpr std::string_view workspace_name = "workspace";

Stream stream_of(const PlacedStep& step) {
  switch (step.kind) {
    case StepKind::zero:
    case StepKind::memset:
    case StepKind::write:
      return {Access::write, written_buffer, step.bytes};
    case StepKind::discard:
      return {Access::discard, written_buffer, step.bytes};
    case StepKind::read:
      return {Access::read, read_buffer, step.bytes};
    case StepKind::nop:
    case StepKind::touch:
      break;
  }
  throw DeviceError("Could not run the step touch on the model's device: the workload runs it.", false);
}

Stream stream_of(const PlacedOperand& placed, Access access, int copy) {
  const int buffer = placed.first_buffer + (placed.operand.rotates ? copy : 0);
  return {access, buffer, placed.operand.bytes};
}

}  // namespace

std::vector<PlacedOperand> Simulation::place(const WorkloadInfo& workload, int copies) {
  std::vector<PlacedOperand> placed;
  for (const Operand& operand : workload.operands) {
    // How much of a workspace a kernel uses is not known; none is assumed (docs/model.md).
    if (operand.name == workspace_name) continue;
    placed.push_back({operand, next_buffer_});
    next_buffer_ += operand.rotates ? copies : 1;
  }
  return placed;
}

SimulatedKernel Simulation::run_step(const PlacedStep& step) {
  if (step.kind == StepKind::nop) return {card_.empty_kernel_ns.value, {}};
  return run({stream_of(step)});
}

SimulatedKernel Simulation::run_touch(const std::vector<PlacedOperand>& operands) {
  std::vector<Stream> streams;
  for (const PlacedOperand& placed : operands) {
    if (placed.operand.name != output_name) streams.push_back(stream_of(placed, Access::read, 0));
  }
  return run(streams);
}

SimulatedKernel Simulation::run_call(const std::vector<PlacedOperand>& operands, int copy) {
  std::vector<Stream> streams;
  for (const PlacedOperand& placed : operands) {
    const bool output = placed.operand.name == output_name;
    streams.push_back(stream_of(placed, output ? Access::write : Access::read, copy));
  }
  return run(streams);
}

SimulatedKernel Simulation::run(const std::vector<Stream>& streams) {
  SimulatedKernel kernel;
  for (const Stream& stream : streams) kernel.traffic += l2_.run(stream);
  kernel.ns = kernel_ns(card_, kernel.traffic);
  return kernel;
}

}  // namespace l2bench
