#include "model/simulation.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "kernels/consume_config.hpp"
#include "l2bench/error.hpp"
#include "model/timing.hpp"

namespace l2bench {
namespace {

// As on a real device: all writing steps share one buffer, all reads another.
constexpr int written_buffer = 0;
constexpr int read_buffer = 1;

constexpr std::string_view output_name = "y";
constexpr std::string_view input_name = "x";
constexpr std::string_view block_name = "block";
constexpr std::string_view workspace_name = "workspace";

/// A stealer that is always busy gets this share of the memory's rate: about what half of the SMs can ask for.
constexpr double stealer_share = 0.5;

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
    case StepKind::scrub:
    case StepKind::nop:
    case StepKind::touch:
    case StepKind::produce:
      break;
  }
  throw DeviceError(fmt::format("Could not run the step {} on the model's device: the workload runs it.",
                                row_of(step_table, step.kind).word),
                    false);
}

bool is_input(const Operand& operand) {
  return operand.name == input_name || operand.name == block_name;
}

Stream stream_of(const PlacedOperand& placed, Access access, int copy) {
  const int buffer = placed.first_buffer + (placed.operand.rotates ? copy : 0);
  return {access, buffer, placed.operand.bytes};
}

}  // namespace

PlacedCall Simulation::place(const WorkloadInfo& workload, int copies) {
  PlacedCall call;
  for (const Operand& operand : workload.operands) {
    // How much of a workspace a kernel uses is not known; none is assumed (docs/model.md).
    if (operand.name == workspace_name) continue;
    call.operands.push_back({operand, new_buffers(operand.rotates ? copies : 1)});
  }
  const auto consume = parse_consume_config(workload.config);
  if (workload.api == "consume" && consume) {
    call.reads = consume->order != ConsumeOrder::nothing;
    call.backward = consume->order == ConsumeOrder::backward;
    call.flops = static_cast<double>(workload.read_bytes) * consume->flops_per_byte;
  }
  return call;
}

int Simulation::new_buffers(int count) {
  const int first = next_buffer_;
  next_buffer_ += count;
  return first;
}

SimulatedKernel Simulation::run_step(const PlacedStep& step) {
  if (step.kind == StepKind::scrub) return run_scrub(step);
  if (step.kind == StepKind::nop) return {card_.empty_kernel_ns.value, {}};
  scrubs_ = 0;
  return run({stream_of(step)});
}

/// As on a device, where a scrub goes on through the read buffer: each reads a buffer of its own, and the first of them
/// again once several times L2 have passed, or after the next prep, so that samples repeat.
SimulatedKernel Simulation::run_scrub(const PlacedStep& step) {
  constexpr double passed_l2_multiple = 4.0;
  std::vector<int>& buffers = scrub_buffers_[step.bytes];
  if (buffers.empty()) {
    const double passed_bytes = passed_l2_multiple * card_.l2_bytes.value;
    const int count = static_cast<int>(passed_bytes / static_cast<double>(step.bytes)) + 1;
    const int first = new_buffers(count);
    for (int i = 0; i < count; ++i) buffers.push_back(first + i);
  }
  return run({{Access::read, buffers[scrubs_++ % buffers.size()], step.bytes}});
}

SimulatedKernel Simulation::run_own_step(StepKind kind, const PlacedCall& call) {
  std::vector<Stream> streams;
  for (const PlacedOperand& placed : call.operands) {
    const bool fits = kind == StepKind::produce ? is_input(placed.operand) : placed.operand.name != output_name;
    if (fits) streams.push_back(stream_of(placed, kind == StepKind::produce ? Access::write : Access::read, 0));
  }
  return run(streams);
}

SimulatedKernel Simulation::run_call(const PlacedCall& call, int copy) {
  std::vector<Stream> streams;
  for (const PlacedOperand& placed : call.operands) {
    const bool output = placed.operand.name == output_name;
    if (!output && !call.reads) continue;
    streams.push_back(stream_of(placed, output ? Access::write : Access::read, copy));
    streams.back().backward = call.backward && !output;
  }
  return run(streams, call.flops);
}

MemoryRange Simulation::input_of(const PlacedCall& call) const {
  for (const PlacedOperand& placed : call.operands) {
    if (is_input(placed.operand)) return {static_cast<std::uint64_t>(placed.first_buffer), placed.operand.bytes};
  }
  throw DeviceError("The model's workload has no input that could be protected.", false);
}

void Simulation::protect(const Protection& protection, const MemoryRange& input) {
  protection_ = protection;
  protected_input_ = input;
}

double Simulation::stolen_bytes_per_s() const {
  return steal_.kind == StealKind::dram ? stealer_share * steal_.percent / 100.0 * card_.dram_bytes_per_s.value : 0.0;
}

SimulatedKernel Simulation::run(const std::vector<Stream>& streams, double flops) {
  SimulatedKernel kernel;
  for (Stream stream : streams) {
    if (protection_.kind == ProtectKind::input) {
      stream.protected_buffer = static_cast<int>(protected_input_.address);
      stream.protected_per_mille = static_cast<int>(std::lround(1000.0 * protection_.ratio));
    }
    kernel.traffic += l2_.run(stream);
  }
  ModelCard left = card_;
  left.dram_bytes_per_s.value -= stolen_bytes_per_s();
  kernel.ns = kernel_ns(left, kernel.traffic, flops);
  return kernel;
}

}  // namespace l2bench
