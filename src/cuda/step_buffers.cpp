#include "src/cuda/step_buffers.hpp"

#include <fmt/format.h>

#include "kernels/fill.hpp"
#include "kernels/flush.hpp"
#include "l2bench/error.hpp"
#include "l2bench/size.hpp"

namespace l2bench {
namespace {

constexpr std::uint64_t read_buffer_seed = 0x12B;

std::uint64_t whole_lines(std::uint64_t bytes) {
  return (bytes + line_bytes - 1) / line_bytes * line_bytes;
}

}  // namespace

void StepBuffers::prepare(std::uint64_t write_bytes, std::uint64_t read_bytes, cudaStream_t stream) {
  check(cudaStreamSynchronize(stream), "run what was queued before the step buffers are allocated");
  if (write_bytes > written_.bytes) {
    written_ = {};  // freed first: both might not fit
    written_.memory = allocate_device<std::byte>(whole_lines(write_bytes), "the buffer that steps write");
    written_.bytes = whole_lines(write_bytes);
  }
  if (read_bytes > read_.bytes) {
    read_ = {};
    read_.memory = allocate_device<std::byte>(whole_lines(read_bytes), "the buffer that the step read loads");
    read_.bytes = whole_lines(read_bytes);
    launch_fill(read_.memory.get(), Element::fp32, Init::uniform, read_buffer_seed, read_.bytes / sizeof(float),
                stream);
  }
  check(cudaStreamSynchronize(stream), "fill the buffer that the step read loads");
}

std::byte* StepBuffers::part(const Buffer& buffer, const PlacedStep& step) {
  if (step.bytes <= buffer.bytes) return buffer.memory.get();
  throw DeviceError(fmt::format("Could not run the step {}:{}: its buffer has {}.", row_of(step_table, step.kind).word,
                                format_bytes(step.bytes), format_bytes(buffer.bytes)),
                    false);
}

/// Each goes on where the one before it, or the last read, ended, so that it reads what was evicted long ago: lines
/// that are still in L2 would evict nothing.
void StepBuffers::queue_scrub(const PlacedStep& step, cudaStream_t stream) {
  const std::byte* buffer = part(read_, step);
  if (scrubbed_ + step.bytes > read_.bytes) scrubbed_ = 0;
  launch_read(buffer + scrubbed_, step.bytes, stream);
  scrubbed_ += whole_lines(step.bytes);
}

void StepBuffers::queue(const PlacedStep& step, cudaStream_t stream) {
  switch (step.kind) {
    case StepKind::zero:
      launch_zero(part(written_, step), step.bytes, stream);
      return;
    case StepKind::memset:
      check(cudaMemsetAsync(part(written_, step), 0, step.bytes, stream), "run the step memset");
      return;
    case StepKind::write:
      launch_write(part(written_, step), step.bytes, stream);
      return;
    case StepKind::discard:
      launch_discard(part(written_, step), step.bytes, stream);
      return;
    case StepKind::read:
      launch_read(part(read_, step), step.bytes, stream);
      scrubbed_ = whole_lines(step.bytes);
      return;
    case StepKind::scrub:
      queue_scrub(step, stream);
      return;
    case StepKind::nop:
      launch_nop(stream);
      return;
    case StepKind::touch:
    case StepKind::produce:
      break;
  }
  throw DeviceError(fmt::format("Could not run the step {} on the device: it works on the workload's data, so the "
                                "workload queues it.",
                                row_of(step_table, step.kind).word),
                    false);
}

std::string implementation_of(StepKind kind) {
  switch (kind) {
    case StepKind::memset:
      return "cudaMemsetAsync";
    case StepKind::discard:
      return "own kernel, discard.global.L2";
    case StepKind::nop:
      return "own kernel, empty";
    default:
      return "own kernel";
  }
}

}  // namespace l2bench
