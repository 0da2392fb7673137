#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "l2bench/conditions.hpp"
#include "l2bench/error.hpp"
#include "l2bench/prep.hpp"
#include "l2bench/spec.hpp"

// The four doors to a GPU: Device, Workload, Timer, Counters, bundled as a Rig. The measuring code knows only these.
// Behind them stand the CUDA device (src/cuda), the L2 model (src/model) and, in tests, a recording fake.
// Every call may throw DeviceError. "Queue" means: in order on the rig's one stream, without waiting.

namespace l2bench {

/// Facts of a device that do not change during a run. Absent facts are empty, never 0.
struct DeviceInfo {
  std::string name;
  std::optional<std::string> uuid;
  std::optional<std::string> pci_id;
  std::optional<std::string> compute_capability;  ///< "9.0"
  std::uint64_t l2_bytes = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t free_memory_bytes = 0;
  int sm_count = 0;
  std::optional<double> peak_bytes_per_s;  ///< from the current memory clock and the bus width
  std::optional<std::string> driver_version;
  std::optional<std::string> runtime_version;
  std::optional<std::string> cublas_version;
  std::optional<bool> ecc;
  std::optional<bool> mig;
  std::optional<double> power_limit_w;
  std::optional<std::uint64_t> persisting_l2_max_bytes;
  std::optional<std::uint64_t> used_memory_bytes;          ///< taken when we came, by whomever
  std::optional<std::uint64_t> ecc_errors;                 ///< uncorrected, since the driver was loaded
  std::optional<std::uint64_t> remapped_rows;              ///< for correctable and uncorrectable errors
  std::optional<bool> remap_pending;                       ///< rows wait for a reset to be remapped
  std::optional<std::uint64_t> persisting_l2_found_bytes;  ///< the limit found; it is set to 0 before a run
  bool simulated = false;
};

/// One look at clocks, power and temperature. Every field is optional: drivers and virtual machines leave some out.
struct ClockReading {
  std::optional<double> sm_mhz;
  std::optional<double> memory_mhz;
  std::optional<double> power_w;
  std::optional<double> temperature_c;
  std::optional<std::uint64_t> throttle_reasons;  ///< NVML clocks-event-reasons bits
  friend bool operator==(const ClockReading&, const ClockReading&) = default;
};

/// Another process that has a context on the GPU.
struct GpuProcess {
  std::uint64_t pid = 0;
  std::string name;                           ///< "unknown" where the system does not tell
  std::optional<std::uint64_t> memory_bytes;  ///< what it holds of the GPU's memory
  std::string seen;  ///< "before", "during", "after" the samples; in a record: each that applies
  friend bool operator==(const GpuProcess&, const GpuProcess&) = default;
};

using GraphId = int;

/// Device memory by address and length.
struct MemoryRange {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  friend bool operator==(const MemoryRange&, const MemoryRange&) = default;
};

/// The queue, its gate, its graphs and its clocks.
class Device {
 public:
  virtual ~Device() = default;
  virtual const DeviceInfo& info() const = 0;
  virtual ClockReading clocks() = 0;
  /// The other processes on the GPU now. Never called while samples are taken.
  virtual std::vector<GpuProcess> others() { return {}; }

  /// Makes all later allocations lie elsewhere than for any other `step`, of 64; 0 leaves them where they are. Where
  /// data lies moves times and what stays in L2 by several percent, and fresh processes all have it in the same places.
  virtual void displace(int step) = 0;

  /// Queues a step of a prep. Steps on the workload's own data (StepRow::own) are not the device's.
  virtual void queue_step(const PlacedStep& step) = 0;
  /// How the device carries out a step, for the record: "own kernel", "cudaMemsetAsync".
  virtual std::string step_implementation(StepKind kind) const = 0;

  /// Makes sure that release_gate() will open the next gate. Called before queue_gate(), so that no error in between
  /// can leave the stream held.
  virtual void arm_gate() = 0;
  /// Queues a kernel that holds the stream until release_gate(), or until its own timeout.
  virtual void queue_gate() = 0;
  /// Opens the gate. Safe to call when nothing is held.
  virtual void release_gate() noexcept = 0;
  /// True if the last gate opened by its own timeout: what ran behind it was not queued in one go.
  virtual bool gate_timed_out() = 0;
  /// Queues a kernel that holds the stream for `ns` and touches no memory: for who cannot open a gate.
  virtual void queue_pause(std::uint64_t ns) = 0;

  /// Waits for everything queued.
  virtual void wait() = 0;

  /// Between these two, queued work is recorded into a graph instead of run.
  virtual void begin_capture() = 0;
  virtual GraphId end_capture() = 0;
  virtual void queue_replay(GraphId graph) = 0;

  /// Between these two, what is queued or recorded runs with `input` protected. A DeviceError says why this device
  /// cannot; unprotect() puts everything back, reads it back, and throws if something stayed.
  virtual void protect(const Protection& protection, const MemoryRange& input) = 0;
  virtual void unprotect() = 0;

  /// Between these two, a second kernel runs beside what is queued. Nothing may be loaded or allocated in between.
  virtual void begin_steal(const Steal& steal) = 0;
  virtual void end_steal() = 0;
  /// Queues a look at what the stealer has moved so far: 0 before the call, 1 and 2 after it. The time between the last
  /// two is that of a look alone.
  virtual void queue_steal_mark(int which) = 0;
  /// What the stealer moved while the call between looks 0 and 1 ran, a second; valid after wait(). Empty where the
  /// call was no longer than a look.
  virtual std::optional<double> stolen_bytes_per_s() = 0;

  /// Between these two, an attached profiler that waits for them looks at what is launched.
  virtual void begin_profile() = 0;
  virtual void end_profile() = 0;
};

/// A kernel of one call of a workload, as found by capturing the call.
struct KernelInfo {
  std::string name;
  friend bool operator==(const KernelInfo&, const KernelInfo&) = default;
};

struct Operand {
  std::string name;  ///< "W", "x", "y", "scale", "workspace"
  std::uint64_t bytes = 0;
  bool rotates = false;
  friend bool operator==(const Operand&, const Operand&) = default;
};

/// What one call is: which bytes it must move, which kernels it launches, how it computes.
struct WorkloadInfo {
  std::string api;           ///< "cublasGemmEx", "int8_gemv"
  std::string compute_type;  ///< "fp32", "int32"
  std::string config;        ///< the configuration in use; empty if there is none
  std::uint64_t weight_bytes = 0;
  std::uint64_t read_bytes = 0;   ///< bytes a call must read once
  std::uint64_t write_bytes = 0;  ///< bytes a call must write
  std::vector<KernelInfo> kernels;
  std::vector<Operand> operands;
  friend bool operator==(const WorkloadInfo&, const WorkloadInfo&) = default;
};

/// Result against a double-precision reference computed from the same data.
struct Verification {
  double max_rel_error =
      0.0;  ///< max |y - ref| / max(|ref|, rms(ref)); infinity if any output was not written or is NaN
  double tolerance = 0.0;
  bool passed() const { return max_rel_error <= tolerance; }
  friend bool operator==(const Verification&, const Verification&) = default;
};

/// A timed operation with its data on the device, `copies` times.
class Workload {
 public:
  virtual ~Workload() = default;
  virtual const WorkloadInfo& info() const = 0;
  virtual int copies() const = 0;
  /// Queues the call, and nothing else, on copy `copy` of the weight.
  virtual void queue_call(int copy) = 0;
  /// The same with `between` called between each two of its kernels, for workloads that are a chain of them.
  virtual void queue_call_between(int /*copy*/, const std::function<void()>& /*between*/) {
    throw DeviceError(info().api + " is no chain of kernels that a step could stand between.", false);
  }
  /// Queues a read of all of copy 0's operands: the step `touch`.
  virtual void queue_touch() = 0;
  /// Queues stores of the input as it already is, by a kernel of its own: the step `produce`.
  virtual void queue_produce() = 0;
  /// What `produce` stores: copy 0's input.
  virtual MemoryRange input() const = 0;
  /// Fills the input from `seed`, poisons the output, runs every copy once and compares. Waits. Empty: there is nothing
  /// to compare with.
  virtual std::optional<Verification> verify(std::uint64_t seed) = 0;
};

/// One kernel (or memset, or copy) of a timed call.
struct KernelTime {
  std::string name;
  double ns = 0;
  friend bool operator==(const KernelTime&, const KernelTime&) = default;
};

/// Times what is queued between start and stop. Slots let one graph hold several timed calls.
class Timer {
 public:
  virtual ~Timer() = default;
  /// Around every block of samples: what a timer needs switched on in the driver is on only in between, so that the
  /// samples of other timers are not touched by it. Nothing may be queued when either is called.
  virtual void arm() {}
  virtual void disarm() noexcept {}
  virtual void queue_start(int slot) = 0;
  virtual void queue_stop(int slot) = 0;
  /// Time of a slot in ns; valid after Device::wait(). Read once a sample.
  virtual double elapsed_ns(int slot) = 0;
  /// The kernels of the call that elapsed_ns(slot) gave last, in order of their start. Empty: the timer cannot see
  /// them.
  virtual std::vector<KernelTime> kernel_times(int /*slot*/) { return {}; }
};

/// One range's hardware counts. Absent: not available on this chip or in this set.
struct CounterReading {
  std::optional<double> dram_read_bytes;
  std::optional<double> dram_write_bytes;
  std::optional<double> l2_tag_hits;
  std::optional<double> l2_tag_misses;
  std::optional<double> l2_fabric_read_bytes;  ///< bytes that came from the other half of L2
  std::optional<double> l2_fill_bytes;         ///< bytes filled into L2 from device memory
  friend bool operator==(const CounterReading&, const CounterReading&) = default;
};

/// Why counters are or are not there; `remedy` is for the user. If they are there, `remedy` names the counts that this
/// chip leaves out, or is empty.
struct CounterStatus {
  bool available = false;
  std::string word = "absent";  ///< "ok", "absent", "denied", "locked", "profiler", "hypervisor", "unsupported"
  std::string remedy;
  friend bool operator==(const CounterStatus&, const CounterStatus&) = default;
};

/// Hardware byte counts over user ranges. Never used while samples are timed.
///   start(n); n x { queue prep; push_range(); queue op; pop_range(); }; stop() -> n readings
/// start() comes before the prep of the first range: a start between prep and op evicts lines.
class Counters {
 public:
  virtual ~Counters() = default;
  virtual CounterStatus status() = 0;
  virtual void start(int ranges) = 0;
  virtual void push_range() = 0;
  virtual void pop_range() = 0;
  virtual std::vector<CounterReading> stop() = 0;
};

/// Which data a workload is built on.
struct WorkloadRequest {
  std::string workload;
  std::string config;
  Shape shape;
  int rows = 1;
  Dtype dtype = Dtype::bf16;
  int copies = 1;
  Init init = Init::normal;
  std::uint64_t seed = 1;
  OwnCode code;  ///< what the workload runs, if it is the user's own
  friend bool operator==(const WorkloadRequest&, const WorkloadRequest&) = default;
};

/// Everything a run needs of one device.
class Rig {
 public:
  virtual ~Rig() = default;
  virtual Device& device() = 0;
  virtual Timer& timer(TimerKind kind) = 0;
  virtual Counters& counters() = 0;
  /// Allocates the step buffers for sizes up to these, before anything is timed. Asked again for more, it allocates
  /// anew.
  virtual void prepare_buffers(std::uint64_t largest_write_bytes, std::uint64_t largest_read_bytes) = 0;
  virtual std::unique_ptr<Workload> make_workload(const WorkloadRequest& request) = 0;
  /// Names of the compiled variants of a workload; empty for one without any.
  virtual std::vector<std::string> configs(std::string_view /*workload*/) const { return {}; }
  /// Device memory make_workload will take for `request`, in bytes.
  virtual std::uint64_t workload_bytes(const WorkloadRequest& request) const = 0;
  /// The kernels that `queue` launches, found by recording it without running it; none where that cannot be done.
  virtual std::vector<KernelInfo> kernels_of(const std::function<void()>& /*queue*/) { return {}; }
  /// After a measurement, where the rig is to be used for another one: graphs and the profiler are given up.
  virtual void end_measurement() {}
};

/// One kind of device the program can open: "cuda" (an index, UUID or PCI id) and "model".
struct DeviceSummary {
  std::string id;  ///< what --device takes
  DeviceInfo info;
};

/// Opens the device named by --device. Throws MachineError with what was found instead.
std::unique_ptr<Rig> open_rig(const std::string& device);

/// The UUID of the GPU named by --device, found without opening it; empty for a device that is no GPU. Throws
/// MachineError.
std::string uuid_of_device(const std::string& device);

/// A compiled variant of a workload: what --config takes.
struct ConfigSummary {
  std::string name;
  std::string help;
};

/// The configs of a workload; none for a workload without any.
std::vector<ConfigSummary> list_configs(std::string_view workload);

/// Devices of this machine; the reason there is none goes to `why_none`.
std::vector<DeviceSummary> list_devices(std::string& why_none);

}  // namespace l2bench
