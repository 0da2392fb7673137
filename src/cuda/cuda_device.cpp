#include "src/cuda/cuda_device.hpp"

#include <cuda_profiler_api.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

#include "l2bench/error.hpp"
#include "l2bench/size.hpp"
#include "src/cuda/device_query.hpp"
#include "src/cuda/graph_nodes.hpp"

namespace l2bench {
namespace {

// Small allocations share pages of 2 MiB, large ones have their own: each kind needs a spacer. An x of 8 KiB that lies
// 8 KiB further on has changed the time of a GEMV by 7%.
constexpr std::size_t small_displacement_bytes = 8 * KiB;
constexpr std::size_t large_displacement_bytes = 14 * MiB;
constexpr int displacements = 64;  // the small spacers stay small

/// The device that is current stays so.
class KeepCurrentDevice {
 public:
  KeepCurrentDevice() { static_cast<void>(cudaGetDevice(&current_)); }
  ~KeepCurrentDevice() { static_cast<void>(cudaSetDevice(current_)); }
  KeepCurrentDevice(const KeepCurrentDevice&) = delete;
  KeepCurrentDevice& operator=(const KeepCurrentDevice&) = delete;

 private:
  int current_ = 0;
};

Stream open_stream(int ordinal) {
  check(cudaSetDevice(ordinal), fmt::format("open device {}", ordinal));
  check(cudaSetDeviceFlags(cudaDeviceScheduleSpin), "make waits spin");
  return make_stream();
}

/// Returns the limit found; empty where the device has no persisting L2 (MIG slices, for one).
std::optional<std::uint64_t> reset_persisting_l2() {
  std::size_t found = 0;
  if (cudaDeviceGetLimit(&found, cudaLimitPersistingL2CacheSize) != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    return std::nullopt;
  }
  check(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0), "set the persisting L2 limit to 0");
  check(cudaCtxResetPersistingL2Cache(), "reset the persisting lines of L2");
  return found;
}

std::uint64_t free_memory() {
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  check(cudaMemGetInfo(&free_bytes, &total_bytes), "ask for the free device memory");
  return free_bytes;
}

bool has_pid(const std::vector<GpuProcess>& processes, std::uint64_t pid) {
  return std::any_of(processes.begin(), processes.end(), [&](const GpuProcess& p) { return p.pid == pid; });
}

/// Ours if it is on the list; else the only one that came when our context did.
std::uint64_t find_own_pid(const std::vector<GpuProcess>& before, const std::vector<GpuProcess>& after) {
  const auto ours = static_cast<std::uint64_t>(getpid());
  if (has_pid(after, ours)) return ours;
  std::vector<std::uint64_t> came;
  for (const GpuProcess& process : after) {
    if (!has_pid(before, process.pid)) came.push_back(process.pid);
  }
  return came.size() == 1 ? came.front() : 0;
}

/// For a context that was there before us: ours if it is on the list; else the only one on it.
std::uint64_t find_attached_pid(const std::vector<GpuProcess>& now) {
  const auto ours = static_cast<std::uint64_t>(getpid());
  if (has_pid(now, ours)) return ours;
  return now.size() == 1 ? now.front().pid : 0;
}

bool is_capturing(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  check(cudaStreamIsCapturing(stream, &status), "ask whether a graph is being recorded");
  return status != cudaStreamCaptureStatusNone;
}

}  // namespace

CudaDevice::CudaDevice(int ordinal)
    : ordinal_(ordinal),
      nvml_(nvml_device(ordinal)),
      info_(query_device(ordinal, nvml_)),
      before_us_(nvml_.processes()),
      own_stream_(open_stream(ordinal)),
      stream_(own_stream_.get()),
      own_pid_(find_own_pid(before_us_, nvml_.processes())) {
  if (info_.persisting_l2_max_bytes) info_.persisting_l2_found_bytes = reset_persisting_l2();
  info_.free_memory_bytes = free_memory();
}

CudaDevice::CudaDevice(int ordinal, cudaStream_t stream)
    : ordinal_(ordinal),
      nvml_(nvml_device(ordinal)),
      info_(query_device(ordinal, nvml_)),
      before_us_(nvml_.processes()),
      stream_(stream),
      own_pid_(find_attached_pid(before_us_)) {
  info_.used_memory_bytes.reset();  // our own process holds some of it
  if (info_.persisting_l2_max_bytes) info_.persisting_l2_found_bytes = reset_persisting_l2();
  info_.free_memory_bytes = free_memory();
}

CudaDevice::~CudaDevice() {
  const KeepCurrentDevice keep;  // who attached us may be at another device by now
  static_cast<void>(cudaSetDevice(ordinal_));
  gate_.release();  // whatever is still queued must run before its memory goes
  if (is_own_recording()) drop_capture(stream());
  static_cast<void>(cudaStreamSynchronize(stream()));
  if (!own_stream_ && info_.persisting_l2_found_bytes.value_or(0) > 0) {
    static_cast<void>(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, *info_.persisting_l2_found_bytes));
  }
}

/// On a stream of somebody else's a recording may be theirs: what we queue is part of it, and it is not ours to end.
bool CudaDevice::is_own_recording() const {
  return own_stream_ != nullptr || recording_;
}

/// Where our own id cannot be told, only those who were there before us are surely others.
std::vector<GpuProcess> CudaDevice::others() {
  std::vector<GpuProcess> others;
  for (GpuProcess& process : nvml_.processes()) {
    const bool is_other = own_pid_ != 0 ? process.pid != own_pid_ : has_pid(before_us_, process.pid);
    if (is_other) others.push_back(std::move(process));
  }
  return others;
}

void CudaDevice::prepare_buffers(std::uint64_t write_bytes, std::uint64_t read_bytes) {
  buffers_.prepare(write_bytes, read_bytes, stream());
  // Asked again now that the device has worked: some lower their memory clock while they idle.
  info_.peak_bytes_per_s = peak_bytes_per_s(ordinal_, nvml_);
}

std::string CudaDevice::step_implementation(StepKind kind) const {
  return implementation_of(kind);
}

void CudaDevice::displace(int step) {
  const auto places = static_cast<std::size_t>(step % displacements);
  small_spacer_.reset();
  large_spacer_.reset();
  if (places == 0) return;
  small_spacer_ = allocate_device<std::byte>(places * small_displacement_bytes, "a spacer before the data");
  large_spacer_ = allocate_device<std::byte>(places * large_displacement_bytes, "a spacer before the data");
}

void CudaDevice::queue_gate() {
  if (is_capturing(stream())) {
    throw DeviceError("Could not record a gate into a graph: a gate opens once, a graph runs many times.", false);
  }
  gate_.queue(stream());
}

void CudaDevice::queue_pause(std::uint64_t ns) {
  launch_pause(ns, stream());
}

void CudaDevice::wait() {
  if (is_capturing(stream())) {
    if (!is_own_recording()) {
      throw UsageError(
          "Could not wait for the stream: it is being recorded into a graph. Call l2bench outside of that.");
    }
    drop_capture(stream());
    recording_ = false;
  }
  check(cudaStreamSynchronize(stream()), "run what was queued");
}

void CudaDevice::begin_capture() {
  if (is_own_recording()) drop_capture(stream());
  check(cudaStreamBeginCapture(stream(), cudaStreamCaptureModeThreadLocal), "begin to record a graph");
  recording_ = true;
}

GraphId CudaDevice::end_capture() {
  recording_ = false;
  cudaGraph_t recorded = nullptr;
  check(cudaStreamEndCapture(stream(), &recorded), "end the recording of a graph");
  const Graph graph(recorded);
  refuse_allocations(graph.get());
  if (protection_.window()) set_window(graph.get(), *protection_.window());
  cudaGraphExec_t exec = nullptr;
  check(cudaGraphInstantiate(&exec, graph.get(), 0), "make a graph executable");
  graphs_.emplace_back(exec);
  check(cudaGraphUpload(exec, stream()), "upload a graph");
  wait();
  return static_cast<GraphId>(graphs_.size() - 1);
}

void CudaDevice::queue_replay(GraphId graph) {
  check(cudaGraphLaunch(graphs_.at(static_cast<std::size_t>(graph)).get(), stream()), "launch a graph");
}

void CudaDevice::begin_profile() {
  check(cudaProfilerStart(), "tell a profiler to start");
}

void CudaDevice::end_profile() {
  check(cudaProfilerStop(), "tell a profiler to stop");
}

}  // namespace l2bench
