#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "l2bench/error.hpp"
#include "l2bench/number.hpp"
#include "l2bench/words.hpp"
#include "spec/code.hpp"

// What can be wrong with a description of code in the cases it is for: read_code() has read the objects alone.

namespace l2bench {
namespace {

/// A literal of the argument's kind, or an amount; whether it fits the type is seen where it is placed.
void check_scalar(const KernelCall& call, const KernelArgument& argument, const AmountNames& names) {
  if (argument.kind == ArgumentKind::buffer || argument.kind == ArgumentKind::null_pointer) return;
  const bool real = argument.kind == ArgumentKind::f32 || argument.kind == ArgumentKind::f64;
  const std::string& text = argument.text;
  if (parse_literal<std::int64_t>(text) || parse_literal<std::uint64_t>(text) || (real && parse_literal<double>(text)))
    return;
  if (text.find_first_of("+-.eE") != std::string::npos) {
    throw UsageError(fmt::format("'{}': {} is not a {}number.", call.name, in_quotes(text), real ? "" : "whole "));
  }
  evaluate(text, names);
}

void check_call(const KernelCall& call, const AmountNames& names) {
  for (const auto& sizes : {call.grid, call.block}) {
    for (const Amount& size : sizes) {
      if (evaluate(size, names) == 0) throw UsageError(fmt::format("'{}': a grid or block of 0.", call.name));
    }
  }
  evaluate(call.shared_bytes, names);
  for (const KernelArgument& argument : call.arguments) check_scalar(call, argument, names);
}

bool has_step(const Case& c, StepKind kind) {
  return std::any_of(c.prep.steps.begin(), c.prep.steps.end(), [&](const Step& step) { return step.kind == kind; });
}

/// What only a workload can do whose data l2bench knows.
void check_known_data(const Case& c) {
  if (c.protect.on()) {
    throw UsageError(
        fmt::format("--protect {}: l2bench does not know which of the data of '{}' is the input. It "
                    "protects that of a --kernel with one buffer of the role input.",
                    to_string(c.protect), c.workload));
  }
  if (has_step(c, StepKind::produce)) {
    throw UsageError(fmt::format("'{}': l2bench does not know the input of '{}', so it cannot store it as it is.",
                                 to_string(c.prep), c.workload));
  }
  if (c.workload != "callable") return;
  if (has_step(c, StepKind::touch)) {
    throw UsageError(
        fmt::format("'{}': l2bench does not know the data of a callable, so it cannot read it.", to_string(c.prep)));
  }
  if (c.steal.on()) {
    throw UsageError(
        fmt::format("--steal {}: a callable may allocate memory, which waits for the stealer, which waits for the "
                    "callable. Steal from a --kernel or a --plugin.",
                    to_string(c.steal)));
  }
}

void check_input_buffers(const Case& c, const Kernel& kernel) {
  int inputs = 0;
  for (const KernelBuffer& buffer : kernel.buffers) {
    if (buffer.role != BufferRole::input) continue;
    ++inputs;
    if (!has_step(c, StepKind::produce) || buffer.fill_file.empty()) continue;
    throw UsageError(fmt::format("'{}': the buffer '{}' is filled from a file, and a step of a prep reads none.",
                                 to_string(c.prep), buffer.name));
  }
  if (c.protect.on() && inputs != 1) {
    throw UsageError(fmt::format("--protect {}: it needs one buffer of the role input; this kernel has {}.",
                                 to_string(c.protect), inputs));
  }
  if (has_step(c, StepKind::produce) && inputs == 0) {
    throw UsageError(fmt::format("'{}': this kernel has no buffer of the role input to store.", to_string(c.prep)));
  }
}

}  // namespace

void check_code(const OwnCode& code, const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    const bool missing = (c.workload == "kernel" && !code.kernel) || (c.workload == "plugin" && !code.plugin) ||
                         (c.workload == "callable" && !code.callable);
    if (missing) {
      throw UsageError(fmt::format("The workload '{0}' needs its code: a '{0}' object in the spec{1}.", c.workload,
                                   c.workload == "callable" ? "; l2bench.do_bench of python/l2bench writes it"
                                                            : fmt::format(", and --{} to allow it", c.workload)));
    }
    const AmountNames names{c.shape.n, c.shape.k, c.rows};
    if (c.workload == "kernel") {
      bytes_of(*code.kernel, names);
      check_call(code.kernel->call, names);
      if (code.kernel->reference) check_call(*code.kernel->reference, names);
      check_input_buffers(c, *code.kernel);
    } else if (!workload_row(c.workload).code.empty()) {
      check_known_data(c);
    }
    if (c.workload == "plugin" && code.plugin->weight_bytes) evaluate(*code.plugin->weight_bytes, names);
  }
}

}  // namespace l2bench
