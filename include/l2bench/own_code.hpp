#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "l2bench/words.hpp"

// Code of the user's own that a spec names: a kernel in a file, a plug-in, or a callable of the process that uses
// libl2bench. Plain values: nothing here reads, compiles or runs anything.

namespace l2bench {

/// A whole number as written: factors joined by * and /, from left to right, where a factor is a number, N, K or rows.
/// / rounds up, as a count of blocks does: "N*K*2", "N/128".
using Amount = std::string;

/// What a Amount's names stand for. n and k are 0 where no shape was given.
struct AmountNames {
  std::int64_t n = 0;
  std::int64_t k = 0;
  int rows = 1;
};

/// Throws UsageError for a text that is none, for N or K without a shape, and above 2^53.
std::uint64_t evaluate(const Amount& amount, const AmountNames& names);

enum class BufferType { bf16, fp16, fp32, int8, int32 };
inline constexpr std::array<Word<BufferType>, 5> buffer_type_table{{
    {BufferType::bf16, "bf16", "bfloat16"},
    {BufferType::fp16, "fp16", "IEEE half"},
    {BufferType::fp32, "fp32", "single precision"},
    {BufferType::int8, "int8", "8-bit integer"},
    {BufferType::int32, "int32", "32-bit integer"},
}};

enum class BufferRole { weight, input, output, scratch };
inline constexpr std::array<Word<BufferRole>, 4> buffer_role_table{{
    {BufferRole::weight, "weight", "read; a rotation has copies of it"},
    {BufferRole::input, "input", "read; filled anew before each check"},
    {BufferRole::output, "output", "written; poisoned before each check, then compared with the reference"},
    {BufferRole::scratch, "scratch", "neither checked nor counted; zeros at the start"},
}};

struct KernelBuffer {
  std::string name;
  BufferType type = BufferType::bf16;
  Amount size;  ///< in elements
  BufferRole role = BufferRole::input;
  std::string fill;       ///< a word of init_table; empty: the spec's init
  std::string fill_file;  ///< raw elements, as many as `size`; wins over `fill`
  friend bool operator==(const KernelBuffer&, const KernelBuffer&) = default;
};

enum class ArgumentKind { buffer, null_pointer, i32, u32, i64, u64, f32, f64 };
inline constexpr std::array<Word<ArgumentKind>, 6> scalar_table{{
    {ArgumentKind::i32, "i32", "4 bytes, signed"},
    {ArgumentKind::u32, "u32", "4 bytes, unsigned"},
    {ArgumentKind::i64, "i64", "8 bytes, signed"},
    {ArgumentKind::u64, "u64", "8 bytes, unsigned"},
    {ArgumentKind::f32, "f32", "4 bytes, a real number"},
    {ArgumentKind::f64, "f64", "8 bytes, a real number"},
}};

struct KernelArgument {
  ArgumentKind kind = ArgumentKind::null_pointer;
  std::string text;  ///< the buffer's name; or the scalar: a Amount, or a number with a sign or a point
  friend bool operator==(const KernelArgument&, const KernelArgument&) = default;
};

/// One kernel of a file, and how it is called.
struct KernelCall {
  std::string file;  ///< .cu, .ptx or .cubin
  std::string name;  ///< of the kernel: "gemv", "space::gemv<4>"
  std::vector<KernelArgument> arguments;
  std::array<Amount, 3> grid{"1", "1", "1"};
  std::array<Amount, 3> block{"1", "1", "1"};
  Amount shared_bytes = "0";  ///< dynamic shared memory
  friend bool operator==(const KernelCall&, const KernelCall&) = default;
};

/// The workload `kernel`.
struct Kernel {
  KernelCall call;
  std::vector<std::string> options;  ///< for NVRTC, as nvrtcCompileProgram takes them
  std::vector<std::string> include;  ///< folders for NVRTC
  std::vector<KernelBuffer> buffers;
  std::optional<Amount> read_bytes;             ///< of a call; empty: all weights and inputs
  std::optional<Amount> write_bytes;            ///< empty: all outputs
  std::optional<KernelCall> reference;          ///< writes the same outputs from the same inputs
  std::map<std::string, std::string> expected;  ///< output -> file of its raw elements
  std::optional<double> tolerance;              ///< empty: by the type of the output
  friend bool operator==(const Kernel&, const Kernel&) = default;
};

/// The workload `plugin`: a shared library with the interface of l2bench/plugin.h.
struct PlugIn {
  std::string file;
  std::string parameters;              ///< a text that the plug-in reads
  std::optional<Amount> weight_bytes;  ///< of one copy; a rotation needs it
  friend bool operator==(const PlugIn&, const PlugIn&) = default;
};

/// The workload `callable`: code of the process that uses libl2bench, which passes a function beside the spec.
struct Callable {
  std::string name = "callable";
  int sets = 1;                    ///< argument sets that a rotation walks over
  std::uint64_t weight_bytes = 0;  ///< what differs from set to set, one set
  std::uint64_t read_bytes = 0;    ///< of a call; 0: not known
  std::uint64_t write_bytes = 0;
  bool list_kernels = false;  ///< by recording one call into a graph, which not every callable stands
  friend bool operator==(const Callable&, const Callable&) = default;
};

/// At most one of each in a spec.
struct OwnCode {
  std::optional<Kernel> kernel;
  std::optional<PlugIn> plugin;
  std::optional<Callable> callable;
  friend bool operator==(const OwnCode&, const OwnCode&) = default;
};

/// Bytes of one element.
int bytes_of(BufferType type);

/// Bytes of a call that follow from the buffers and what was written beside them.
struct KernelBytes {
  std::uint64_t weight = 0;  ///< one copy of every weight
  std::uint64_t read = 0;
  std::uint64_t write = 0;
};
KernelBytes bytes_of(const Kernel& kernel, const AmountNames& names);

}  // namespace l2bench
