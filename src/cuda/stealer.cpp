#include "src/cuda/stealer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/fill.hpp"
#include "l2bench/error.hpp"

namespace l2bench {
namespace {

constexpr std::uint64_t timeout_ns = 60'000'000'000;  // if this process dies or hangs, the device is free again
constexpr int stop_byte = 1;
constexpr std::uint64_t data_seed = 0x57EA1;

int attribute(cudaDeviceAttr which, const char* what) {
  int ordinal = 0;
  int value = 0;
  check(cudaGetDevice(&ordinal), "ask for the current device");
  check(cudaDeviceGetAttribute(&value, which, ordinal), what);
  return value;
}

int half_of_the_sms() {
  return std::max(1, attribute(cudaDevAttrMultiProcessorCount, "ask for the number of SMs") / 2);
}

std::size_t chunk_bytes() {
  const int shared = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, "ask for the shared memory of a block");
  return stealer_chunk_bytes(static_cast<std::size_t>(shared));
}

}  // namespace

/// What the looks themselves take, in which the stealer has the memory to itself, is in both differences.
std::optional<double> stolen_bytes_per_s(const std::array<StealMark, 3>& looks) {
  const auto& [before, after, later] = looks;
  if (after.ns < before.ns || later.ns < after.ns || after.bytes < before.bytes || later.bytes < after.bytes) {
    throw DeviceError("The three looks at the stealer are not those of one sample.", false);
  }
  const double ns = static_cast<double>(after.ns - before.ns) - static_cast<double>(later.ns - after.ns);
  const double bytes = static_cast<double>(after.bytes - before.bytes) - static_cast<double>(later.bytes - after.bytes);
  if (ns <= 0.0) return std::nullopt;
  return bytes / ns * 1e9;
}

Stealer::~Stealer() {
  if (!running_) return;
  static_cast<void>(cudaMemsetAsync(stop_.get(), stop_byte, sizeof(std::uint32_t), switch_stream_.get()));
  static_cast<void>(cudaStreamSynchronize(stream_.get()));
}

void Stealer::prepare() {
  if (blocks_ > 0) return;
  const int blocks = half_of_the_sms();
  chunk_bytes_ = chunk_bytes();
  const std::size_t bytes = stealer_part_chunks * chunk_bytes_ * static_cast<std::size_t>(blocks);
  stream_ = make_stream();
  switch_stream_ = make_stream();
  stop_ = allocate_device<std::uint32_t>(1, "the stealer's switch");
  data_ = allocate_device<std::byte>(bytes, "what the stealer reads");
  moved_ = allocate_device<unsigned long long>(static_cast<std::size_t>(blocks), "the stealer's counts");
  marks_ = allocate_device<StealMark>(3, "looks at the stealer");
  launch_fill(data_.get(), Element::fp32, Init::uniform, data_seed, bytes / sizeof(float), stream_.get());
  blocks_ = blocks;
  clear_counts();
  check(cudaStreamSynchronize(stream_.get()), "prepare the stealer");
}

void Stealer::clear_counts() const {
  const std::size_t bytes = static_cast<std::size_t>(blocks_) * sizeof(unsigned long long);
  check(cudaMemsetAsync(moved_.get(), 0, bytes, stream_.get()), "clear the stealer's counts");
}

void Stealer::set_stop(int value, cudaStream_t stream) const {
  check(cudaMemsetAsync(stop_.get(), value, sizeof(std::uint32_t), stream), "throw the stealer's switch");
}

void Stealer::begin(const Steal& steal) {
  if (running_) throw DeviceError("Could not start the stealer: it runs already.", false);
  prepare();
  set_stop(0, stream_.get());
  clear_counts();
  launch_steal(steal, blocks_, {data_.get(), chunk_bytes_}, moved_.get(), stop_.get(), timeout_ns, stream_.get());
  running_ = true;
}

void Stealer::end() {
  if (!running_) return;
  running_ = false;
  const bool ended_early = cudaStreamQuery(stream_.get()) == cudaSuccess;
  static_cast<void>(cudaGetLastError());  // that it still runs is no error
  set_stop(stop_byte, switch_stream_.get());
  check(cudaStreamSynchronize(stream_.get()), "stop the stealer");
  if (ended_early) {
    throw DeviceError(fmt::format("The stealer ends by itself after {} s, and the calls that it was to slow down took "
                                  "longer: ask for fewer samples or more rounds.",
                                  timeout_ns / 1'000'000'000),
                      false);
  }
}

void Stealer::queue_mark(int which, cudaStream_t stream) {
  prepare();
  launch_steal_mark(moved_.get(), blocks_, marks_.get() + which, stream);
}

/// On the stealer's own stream a copy would wait for its end; the looks are complete, so the default order is enough.
std::optional<double> Stealer::bytes_per_s() {
  std::array<StealMark, 3> looks;
  check(cudaMemcpy(looks.data(), marks_.get(), sizeof looks, cudaMemcpyDeviceToHost), "read the looks at the stealer");
  return stolen_bytes_per_s(looks);
}

}  // namespace l2bench
