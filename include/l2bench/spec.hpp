#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "l2bench/conditions.hpp"
#include "l2bench/expect.hpp"
#include "l2bench/own_code.hpp"
#include "l2bench/prep.hpp"
#include "l2bench/words.hpp"

namespace l2bench {

enum class Dtype { bf16, fp16, fp32, int8, own };
struct DtypeRow {
  Dtype value;
  std::string_view word;
  std::string_view help;
  int bytes;
};
inline constexpr std::array<DtypeRow, 5> dtype_table{{
    {Dtype::bf16, "bf16", "bfloat16 weight, input and output; fp32 accumulation", 2},
    {Dtype::fp16, "fp16", "IEEE half; fp32 accumulation", 2},
    {Dtype::fp32, "fp32", "single precision, no TF32", 4},
    {Dtype::int8, "int8", "cublas: int8 input, int32 output; int8-gemv always has an int8 weight", 1},
    {Dtype::own, "own", "whatever the code of kernel, plugin or callable computes with", 0},
}};

enum class TimerKind { event, stamp, kernel };
inline constexpr std::array<Word<TimerKind>, 3> timer_table{{
    {TimerKind::event, "event", "a pair of CUDA events around the call"},
    {TimerKind::stamp, "stamp", "%globaltimer read by one-thread kernels around the call"},
    {TimerKind::kernel, "kernel", "CUPTI Activity: start of the first kernel to the end of the last"},
}};

enum class Launch { stream, graph };
inline constexpr std::array<Word<Launch>, 2> launch_table{{
    {Launch::stream, "stream", "queued behind a gate, one sample at a time"},
    {Launch::graph, "graph", "prep, timer and call in one CUDA graph, one replay a sample"},
}};

enum class Init { normal, uniform, zeros };
inline constexpr std::array<Word<Init>, 3> init_table{{
    {Init::normal, "normal", "seeded normal random data"},
    {Init::uniform, "uniform", "seeded uniform random data in [-1, 1)"},
    {Init::zeros, "zeros", "zeros: lower power and higher clocks than real data"},
}};

/// Where the data of a process lies in device memory, against that of the run's other processes.
enum class Placement { fixed, varied };
inline constexpr std::array<Word<Placement>, 2> placement_table{{
    {Placement::fixed, "fixed", "in the same places in every process"},
    {Placement::varied, "varied",
     "elsewhere in every process, which moves times and what stays in L2 by several percent"},
}};

enum class CounterWish { automatic, off, required };
inline constexpr std::array<Word<CounterWish>, 4> counter_table{{
    {CounterWish::automatic, "auto", "where this machine has them"},
    {CounterWish::automatic, "on", "the same as auto"},
    {CounterWish::off, "off", "no counters"},
    {CounterWish::required, "required", "or do not run"},
}};

/// The timed operations. `dtypes` lists what the workload accepts; the first is its default.
struct WorkloadRow {
  std::string_view value;
  std::string_view word;
  std::string_view help;
  std::string_view dtypes;     ///< words of dtype_table, separated by spaces
  bool has_configs = false;    ///< `--config` names one of its variants
  bool takes_block = false;    ///< its shape is a block of bytes, not a weight
  std::string_view code = {};  ///< the spec's key that brings its code; such a workload needs no shape
  bool is_chain = false;       ///< a call is many kernels, with steps between them if wanted, over any number of rows
};
inline constexpr std::array<WorkloadRow, 7> workload_table{{
    {"cublas", "cublas", "cublasGemmEx, y[rows, N] = x[rows, K] W[N, K]^T", "bf16 fp16 fp32 int8"},
    {"int8-gemv", "int8-gemv", "own kernel: INT8 weight, one scale a row, bf16 input and output", "int8", true},
    {"consume", "consume", "own kernel: reads a block of bytes once, as the next kernel reads what one left in L2",
     "int8", true, true},
    {"decode-chain", "decode-chain",
     "the kernels of Llama layers in order, cuBLAS and own; its shape is hidden x feed-forward size", "bf16", true,
     false, "", true},
    {"kernel", "kernel", "your kernel, from a .cu, .ptx or .cubin file: --kernel and docs/own-kernels.md", "own", false,
     false, "kernel"},
    {"plugin", "plugin", "your code behind l2bench/plugin.h, from a shared library: --plugin", "own", false, false,
     "plugin"},
    {"callable", "callable", "a function of the process that uses libl2bench, as python/l2bench does", "own", false,
     false, "callable"},
}};

/// Shape of a weight, N output features by K input features; or, with k = 0, a block of n bytes.
struct Shape {
  std::int64_t n = 0;
  std::int64_t k = 0;
  bool is_block() const { return k == 0 && n > 0; }
  std::uint64_t elements() const {
    return static_cast<std::uint64_t>(n) * static_cast<std::uint64_t>(is_block() ? 1 : k);
  }
  friend bool operator==(const Shape&, const Shape&) = default;
};
/// "4096x4096", "24MiB"; "-" for none.
std::string to_string(const Shape& shape);
/// Code of the user's own has a shape only if one was given.
inline constexpr Shape no_shape{0, 0};

/// One cell of the spec's grid.
struct Case {
  std::string workload = "cublas";
  std::string config;  ///< empty: the workload has none, or its default
  Shape shape;
  int rows = 1;
  Dtype dtype = Dtype::bf16;
  Prep prep;
  TimerKind timer = TimerKind::event;
  Launch launch = Launch::stream;
  Protection protect;
  Steal steal;
  friend bool operator==(const Case&, const Case&) = default;
};

struct StopRule {
  double rel_ci =
      0.0;  ///< 0: a fixed count; else stop when the 95% interval of the median is this tight (relative, full width)
  friend bool operator==(const StopRule&, const StopRule&) = default;
};

/// How often and how long; the same for every case of a run.
struct Sampling {
  int samples = 3000;       ///< per case and process
  int rounds = 5;           ///< blocks the samples come in
  int processes = 1;        ///< fresh processes, each taking all samples
  int max_samples = 20000;  ///< with StopRule::rel_ci
  StopRule stop;
  double warmup_s = 0.1;    ///< at least this long, and until the SM clock stops rising
  double timeout_s = 60.0;  ///< per case; enforced from outside the measuring process
  std::uint64_t seed = 1;
  Init init = Init::normal;
  Placement placement = Placement::fixed;
  CounterWish counters = CounterWish::automatic;
  std::optional<Size> mem_limit;  ///< device memory the run may take
  friend bool operator==(const Sampling&, const Sampling&) = default;
};

/// A group of cases as written: the product of its axes, from the outermost (shape) to the innermost (flush size).
struct Grid {
  std::vector<Shape> shapes;
  std::vector<int> rows;
  std::vector<Dtype> dtypes;  ///< empty: each workload's own default
  std::vector<std::string> workloads;
  std::vector<std::string> configs;  ///< empty: the default; skipped by workloads that have none
  std::vector<Launch> launches;      ///< empty: stream, and graph for rotations
  std::vector<TimerKind> timers;
  std::vector<Protection> protections;  ///< empty: none
  std::vector<Steal> steals;            ///< empty: 0
  std::vector<Prep> preps;
  std::vector<Size> flush_sizes;  ///< empty: sizes as the steps name them
  friend bool operator==(const Grid&, const Grid&) = default;
};

/// The cases of `grids` in order, each once.
std::vector<Case> expand(const std::vector<Grid>& grids);

/// What the user asked for, with every default filled in.
struct Spec {
  std::string name;
  std::string description;
  std::string device = "0";         ///< index, UUID, PCI id, or "model:NAME"
  std::string model_file;           ///< card of the predictions; empty: the device's
  std::vector<Grid> grids;          ///< how the cases were written; empty for cases made one by one
  std::vector<Expectation> expect;  ///< claims about the cases, made before the run
  std::vector<Case> cases;          ///< the grids, expanded in the order written, without duplicates
  Sampling sampling;
  OwnCode code;  ///< what the workloads kernel, plugin and callable run
  std::map<std::string, std::string> tags;
};

/// The words that identify a case of `placed` prep everywhere: "cublas/4096x4096/m1/bf16/read:256MiB/event/stream",
/// "int8-gemv:CONFIG/..." where the case names a config, "/protect:input" and "/steal:25%" at its end where it has any.
std::string case_key(const Case& c, const PlacedPrep& placed);

/// The command that repeats just this case with the run's sampling.
std::string reproduce_command(const Case& c, const PlacedPrep& placed, const Spec& spec);

}  // namespace l2bench
