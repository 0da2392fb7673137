#include "src/cuda/kernel_data.hpp"

#include <cuda_fp16.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "kernels/fill.hpp"
#include "kernels/flush.hpp"
#include "kernels/int8_gemv_reference.hpp"
#include "l2bench/error.hpp"
#include "l2bench/input_file.hpp"

namespace l2bench {
namespace {

Element element_of(BufferType type) {
  switch (type) {
    case BufferType::bf16:
      return Element::bf16;
    case BufferType::fp16:
      return Element::fp16;
    case BufferType::fp32:
      return Element::fp32;
    case BufferType::int8:
      return Element::int8;
    case BufferType::int32:
      return Element::int32;
  }
  return Element::fp32;  // unreachable: every enumerator is above
}

std::uint64_t whole_lines_of(std::uint64_t bytes) {
  return (bytes + line_bytes - 1) / line_bytes * line_bytes;
}

bool is_random(const KernelBuffer& buffer) {
  return buffer.fill_file.empty() && buffer.fill != "zeros";
}

int copies_of_buffer(const KernelBuffer& buffer, int copies) {
  return buffer.role == BufferRole::weight ? copies : 1;
}

std::uint64_t size_of(const KernelBuffer& buffer, const AmountNames& names) {
  return evaluate(buffer.size, names) * static_cast<std::uint64_t>(bytes_of(buffer.type));
}

AmountNames names_of_request(const WorkloadRequest& request) {
  return {request.shape.n, request.shape.k, request.rows};
}

template <typename Stored, typename Read>
std::vector<double> numbers(const std::string& bytes, Read read) {
  std::vector<double> values(bytes.size() / sizeof(Stored));
  for (std::size_t i = 0; i < values.size(); ++i) {
    Stored stored{};
    std::memcpy(&stored, bytes.data() + i * sizeof(Stored), sizeof(Stored));
    values[i] = read(stored);
  }
  return values;
}

double half_value(std::uint16_t bits) {
  __half_raw raw;
  raw.x = bits;
  return static_cast<double>(__half2float(__half(raw)));
}

}  // namespace

std::vector<double> as_numbers(BufferType type, const std::string& bytes) {
  const auto itself = [](auto value) { return static_cast<double>(value); };
  switch (type) {
    case BufferType::bf16:
      return numbers<std::uint16_t>(bytes, bf16_value);
    case BufferType::fp16:
      return numbers<std::uint16_t>(bytes, half_value);
    case BufferType::fp32:
      return numbers<float>(bytes, itself);
    case BufferType::int8:
      return numbers<std::int8_t>(bytes, itself);
    case BufferType::int32:
      return numbers<std::int32_t>(bytes, itself);
  }
  return {};  // unreachable: every enumerator is above
}

KernelData::KernelData(const WorkloadRequest& request, cudaStream_t stream)
    : kernel_(*request.code.kernel),
      names_(names_of_request(request)),
      init_(request.init),
      copies_(request.copies),
      input_seed_(request.seed),
      stream_(stream) {
  for (const KernelBuffer& buffer : kernel_.buffers) place(buffer);
  for (const Placed& placed : buffers_) {
    for (int copy = 0; copy < copies_of_buffer(placed.what, copies_); ++copy) fill(placed, copy, request.seed);
    upload(placed);
  }
  poison_outputs();
}

void KernelData::place(const KernelBuffer& buffer) {
  Placed placed{.what = buffer, .bytes = size_of(buffer, names_)};
  if (placed.bytes == 0) throw UsageError(fmt::format("The buffer '{}' has no elements.", buffer.name));
  placed.stride = whole_lines_of(placed.bytes);
  const auto copies = static_cast<std::size_t>(copies_of_buffer(buffer, copies_));
  placed.memory = allocate_device<std::byte>(placed.stride * copies, "the buffer " + buffer.name);
  buffers_.push_back(std::move(placed));
}

/// A seed of its own for each buffer and copy.
void KernelData::fill(const Placed& placed, int copy, std::uint64_t seed) {
  std::byte* to = placed.memory.get() + placed.stride * static_cast<std::size_t>(copy);
  const bool zeros =
      placed.what.fill == "zeros" || placed.what.role == BufferRole::scratch || placed.what.role == BufferRole::output;
  if (zeros) {
    check(cudaMemsetAsync(to, 0, placed.bytes, stream_), "clear a buffer");
    return;
  }
  const auto* named = find_word(init_table, placed.what.fill);
  const auto position = static_cast<std::uint64_t>(&placed - buffers_.data());
  const std::uint64_t part = derive_seed(derive_seed(seed, position), static_cast<std::uint64_t>(copy));
  launch_fill(to, element_of(placed.what.type), named == nullptr ? init_ : named->value, part,
              placed.bytes / static_cast<std::uint64_t>(bytes_of(placed.what.type)), stream_);
}

void KernelData::upload(const Placed& placed) {
  if (placed.what.fill_file.empty()) return;
  const std::string content = read_input_file(placed.what.fill_file, "fill_file of " + placed.what.name);
  if (content.size() != placed.bytes) {
    throw UsageError(fmt::format("The fill_file {} has {} bytes; the buffer '{}' has {}.",
                                 in_quotes(placed.what.fill_file), content.size(), placed.what.name, placed.bytes));
  }
  for (int copy = 0; copy < copies_of_buffer(placed.what, copies_); ++copy) {
    check(cudaMemcpyAsync(placed.memory.get() + placed.stride * static_cast<std::size_t>(copy), content.data(),
                          content.size(), cudaMemcpyHostToDevice, stream_),
          "copy a fill_file");
  }
  check(cudaStreamSynchronize(stream_), "copy a fill_file");
}

std::uint64_t KernelData::address(const std::string& buffer, int copy) const {
  for (const Placed& placed : buffers_) {
    if (placed.what.name != buffer) continue;
    const int of_it = placed.what.role == BufferRole::weight ? copy : 0;
    return reinterpret_cast<std::uint64_t>(placed.memory.get() + placed.stride * static_cast<std::size_t>(of_it));
  }
  throw UsageError(fmt::format("There is no buffer '{}'.", buffer));
}

std::vector<Operand> KernelData::operands() const {
  std::vector<Operand> operands;
  for (const Placed& placed : buffers_) {
    operands.push_back({placed.what.name, placed.bytes, placed.what.role == BufferRole::weight});
  }
  return operands;
}

void KernelData::fill_inputs(std::uint64_t seed) {
  input_seed_ = seed;
  for (const Placed& placed : buffers_) {
    if (placed.what.role == BufferRole::input && is_random(placed.what)) fill(placed, 0, seed);
  }
}

void KernelData::refill_inputs() {
  for (const Placed& placed : buffers_) {
    if (placed.what.role == BufferRole::input && placed.what.fill_file.empty()) fill(placed, 0, input_seed_);
  }
}

MemoryRange KernelData::input() const {
  for (const Placed& placed : buffers_) {
    if (placed.what.role != BufferRole::input) continue;
    return {reinterpret_cast<std::uintptr_t>(placed.memory.get()), placed.bytes};
  }
  throw DeviceError("The kernel has no buffer of the role input.", false);
}

void KernelData::poison_outputs() {
  for (const Placed& placed : buffers_) {
    if (placed.what.role != BufferRole::output) continue;
    check(cudaMemsetAsync(placed.memory.get(), 0xFF, placed.bytes, stream_), "poison an output");
  }
}

void KernelData::queue_touch() {
  for (const Placed& placed : buffers_) {
    const bool read = placed.what.role == BufferRole::weight || placed.what.role == BufferRole::input;
    if (read) launch_read(placed.memory.get(), placed.bytes, stream_);
  }
}

bool KernelData::has_outputs() const {
  return std::any_of(buffers_.begin(), buffers_.end(),
                     [](const Placed& placed) { return placed.what.role == BufferRole::output; });
}

std::vector<Output> KernelData::outputs() const {
  std::vector<Output> all;
  for (const Placed& placed : buffers_) {
    if (placed.what.role != BufferRole::output) continue;
    std::string bytes(placed.bytes, '\0');
    check(cudaMemcpyAsync(bytes.data(), placed.memory.get(), bytes.size(), cudaMemcpyDeviceToHost, stream_),
          "copy an output");
    check(cudaStreamSynchronize(stream_), "copy an output");
    all.push_back({placed.what.type, as_numbers(placed.what.type, bytes)});
  }
  return all;
}

std::vector<Output> KernelData::expected_outputs() const {
  std::vector<Output> all;
  for (const Placed& placed : buffers_) {
    if (placed.what.role != BufferRole::output) continue;
    const auto file = kernel_.expected.find(placed.what.name);
    if (file == kernel_.expected.end()) {
      throw UsageError(fmt::format("'expected' lacks the output '{}'.", placed.what.name));
    }
    const std::string content = read_input_file(file->second, "expected values of " + placed.what.name);
    if (content.size() != placed.bytes) {
      throw UsageError(fmt::format("The expected values {} have {} bytes; the output '{}' has {}.",
                                   in_quotes(file->second), content.size(), placed.what.name, placed.bytes));
    }
    all.push_back({placed.what.type, as_numbers(placed.what.type, content)});
  }
  return all;
}

std::uint64_t kernel_data_bytes(const WorkloadRequest& request) {
  const AmountNames names = names_of_request(request);
  std::uint64_t bytes = 0;
  for (const KernelBuffer& buffer : request.code.kernel->buffers) {
    bytes +=
        whole_lines_of(size_of(buffer, names)) * static_cast<std::uint64_t>(copies_of_buffer(buffer, request.copies));
  }
  return bytes;
}

}  // namespace l2bench
