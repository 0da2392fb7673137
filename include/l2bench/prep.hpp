#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "l2bench/size.hpp"

namespace l2bench {

enum class StepKind { zero, memset, read, write, discard, touch, produce, nop, scrub };

/// What a step does to L2, one row a step.
struct StepRow {
  StepKind value;
  std::string_view word;
  std::string_view help;
  bool sized;   ///< takes ":SIZE"
  bool writes;  ///< leaves its lines dirty
  bool own;     ///< works on the workload's own data, so the workload queues it; else on the device's step buffers
  bool between = false;  ///< is no part of the prep: it runs between each two kernels of a chain, in the timed call
};

inline constexpr std::array<StepRow, 9> step_table{{
    {StepKind::zero, "zero", "store zeros with an own kernel: L2 is left full of dirty lines", true, true, false},
    {StepKind::memset, "memset", "the same by cudaMemsetAsync", true, true, false},
    {StepKind::read, "read", "load a buffer that nobody writes: L2 is left cold and clean", true, false, false},
    {StepKind::write, "write", "store a pattern with an own kernel: dirty, and not zeros", true, true, false},
    {StepKind::discard, "discard", "drop the lines of the step before it, unwritten (discard.global.L2)", true, false,
     false},
    {StepKind::touch, "touch", "read the workload's own data: L2 is left warm and clean", false, false, true},
    {StepKind::produce, "produce", "store the workload's input as a preceding kernel would: L2 is left warm and dirty",
     false, true, true},
    {StepKind::nop, "nop", "launch an empty kernel: changes nothing, and must change no time", false, false, false},
    {StepKind::scrub, "scrub", "between the kernels of decode-chain: read memory that is not in L2, so that it evicts",
     true, false, false, true},
}};

/// A step as written: `zero:16MiB`.
struct Step {
  StepKind kind = StepKind::nop;
  std::optional<Size> size;
  friend bool operator==(const Step&, const Step&) = default;
};

/// How a prep walks over copies of the weight instead of running steps.
enum class Rotation {
  off,
  pool,  ///< `rotate`: one graph over the whole pool; a sample is graph time / calls
  each,  ///< `rotate-each`: the same graph with the timer around every call
};

/// A cache-prep policy as written. `none` is no step and no rotation.
struct Prep {
  std::vector<Step> steps;
  Rotation rotation = Rotation::off;
  friend bool operator==(const Prep&, const Prep&) = default;
};

/// Names that are not steps. `rotate` and `rotate-each` cannot be joined with steps.
struct PolicyRow {
  Rotation value;
  std::string_view word;
  std::string_view help;
};
inline constexpr std::array<PolicyRow, 3> policy_table{{
    {Rotation::off, "none", "nothing: L2 stays as the previous call left it (warm)"},
    {Rotation::pool, "rotate", "a CUDA graph over enough copies of the weight; a sample is graph time / calls"},
    {Rotation::each, "rotate-each", "the same graph with the timer around every call"},
}};

/// Steps of one prep at most: enough for every study, and a text of any length stays a plan that can be run.
inline constexpr std::size_t max_steps = 64;

/// "zero+read", "read:256MiB+zero:16MiB", "none", "rotate". Throws UsageError naming the text, with a suggestion.
/// `discard` needs a writing step before it; `none`, `rotate` and `rotate-each` stand alone.
Prep parse_prep(std::string_view text);

/// The text parse_prep reads back to the same value.
std::string to_string(const Prep& prep);

/// `prep` with `size` given to its last zero, memset, read or write step that names none; the flag --flush-size.
/// Throws UsageError where no step can take it.
Prep with_flush_size(const Prep& prep, const Size& size);

/// A step with its size in bytes, ready to run on a device.
struct PlacedStep {
  StepKind kind = StepKind::nop;
  std::uint64_t bytes = 0;  ///< 0 for steps without a size
  friend bool operator==(const PlacedStep&, const PlacedStep&) = default;
};

/// A prep on one device: every size in bytes.
struct PlacedPrep {
  std::vector<PlacedStep> steps;
  Rotation rotation = Rotation::off;
  friend bool operator==(const PlacedPrep&, const PlacedPrep&) = default;
};

/// The size of a step that names none: 256 MiB or four times L2, whichever is larger.
std::uint64_t default_flush_bytes(std::uint64_t l2_bytes);

/// Sizes made definite. A `discard` without a size takes the size of the writing step before it.
PlacedPrep place(const Prep& prep, std::uint64_t l2_bytes);

/// Every size spelled out: "read:256MiB+zero:16MiB"; the field `prep` of a record and a part of a case's key.
std::string to_string(const PlacedPrep& prep);

/// The step that runs between the kernels of the call; empty: none does.
std::optional<PlacedStep> step_between(const PlacedPrep& prep);

/// Bytes the prep moves through memory for one sample: what it reads and what it writes; of a scrub, one. `touch` and
/// `produce` are not counted (their bytes are the workload's), and a rotation moves nothing but the calls' own weights.
std::uint64_t traffic_bytes(const PlacedPrep& prep);

/// What a prep claims to leave in L2, before any proof.
enum class Heat { warm, cold };
struct Claim {
  Heat heat = Heat::warm;
  bool clean = true;
  friend bool operator==(const Claim&, const Claim&) = default;
};

/// A read pass must cover this many times L2 to leave nothing dirty behind it (H200: 64 MiB of 60 leave 4.6 MiB,
/// 160 MiB leave 0.001).
inline constexpr double clean_read_l2_multiple = 2.5;

/// The claim of `prep` on a device with `l2_bytes`: cold once it moved >= 1 x L2 of foreign lines after the last touch,
/// or >= clean_read_l2_multiple x L2 after the last produce, whose dirty lines stay longer; clean while no written line
/// can be left (discarded, or read over by one pass of >= clean_read_l2_multiple x L2).
/// All writing steps share one buffer and all reads another, so a second pass over the same lines adds nothing.
Claim claim_of(const PlacedPrep& prep, std::uint64_t l2_bytes);

/// "warm" (as the previous call left it, nothing written), "warm, dirty", "cold, clean", "cold, dirty".
std::string to_string(const Claim& claim);

/// A rotation must pass this many times L2 between two uses of one copy.
inline constexpr std::uint64_t rotation_l2_multiple = 5;

/// A graph of more calls takes longer to build than anyone waits.
inline constexpr int max_rotation_copies = 65536;

/// Copies of a weight of `weight_bytes` that a rotation needs: copies x weight >= 5 x L2, at least two. Throws
/// UsageError above max_rotation_copies.
int rotation_copies(std::uint64_t weight_bytes, std::uint64_t l2_bytes);

}  // namespace l2bench
