#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace l2bench {

/// What the value of a key is: how a flag's text is read, and which JSON type a file must hold.
enum class KeyKind {
  text,     ///< any text
  word,     ///< a word of a table; see words_of_key()
  shape,    ///< "4096x4096", each half a whole number or a range
  prep,     ///< steps or a policy; see parse_prep()
  size,     ///< "256MiB", "3xL2"; as an axis a range too
  whole,    ///< a whole number, `least` to `most`; as an axis a range too
  seconds,  ///< a number, `least` to `most`; flags take 5s, 100ms and 2min too
  stop,     ///< "fixed" or "rel-ci=0.5%"
  tags,     ///< an object of texts; flags take k=v
  claims,   ///< a list of objects; see expect.hpp
  code,     ///< an object that names code and says how it is called; flags name the code alone. See own_code.hpp
  groups,   ///< a list of objects whose keys are axes
};

enum class FlagArgument { required, optional, none };

/// One key of a spec and the flags that fill it. Flags of an axis and of KeyKind::tags may be repeated.
struct SpecKey {
  std::string_view key;
  std::string_view flags;  ///< "--flush,--prep"; empty: only in a file
  KeyKind kind = KeyKind::text;
  bool axis = false;  ///< takes a list (flags: comma-separated and repeatable) and may stand in a group
  FlagArgument argument = FlagArgument::required;
  std::string_view implied = {};     ///< what an occurrence of the flag without an argument means
  std::string_view value_name = {};  ///< the argument's name in the help
  std::string_view fallback = {};    ///< the default, as a flag's text; empty: none
  double least = 0;
  double most = 0;
  std::string_view prefix = {};   ///< stands before each item of the flag's argument: --layers 2 is --config layers-2
  std::string_view heading = {};  ///< the flag's group in the help
  std::string_view help = {};
};

inline constexpr std::string_view timed_heading = "What is timed";
inline constexpr std::string_view state_heading = "The state of L2 before it";
inline constexpr std::string_view method_heading = "How it is timed";
inline constexpr std::string_view sampling_heading = "How often";
inline constexpr std::string_view machine_heading = "Where, and what is checked";
inline constexpr std::string_view label_heading = "Labels kept in the record";

inline constexpr int spec_schema_version = 1;

/// The parser, the command line, its help and spec.schema.json all follow this table.
inline constexpr std::array<SpecKey, 36> spec_key_table{{
    {.key = "shape",
     .flags = "--shape",
     .kind = KeyKind::shape,
     .axis = true,
     .value_name = "NxK",
     .heading = timed_heading,
     .help = "weights, N output by K input features, such as 4096x4096 or 1024..16384*2x4096; a block of bytes for "
             "consume, such as 24MiB"},
    {.key = "rows",
     .flags = "--rows,--tokens",
     .kind = KeyKind::whole,
     .axis = true,
     .value_name = "M",
     .fallback = "1",
     .least = 1,
     .most = 65535,
     .heading = timed_heading,
     .help = "input rows, such as 1,2,4 or 1..8*2; at most 64 but for decode-chain, whose rows are tokens"},
    {.key = "dtype",
     .flags = "--dtype",
     .kind = KeyKind::word,
     .axis = true,
     .value_name = "TYPE",
     .fallback = "auto",
     .heading = timed_heading,
     .help = "element type; auto is each workload's own"},
    {.key = "workload",
     .flags = "--workload",
     .kind = KeyKind::word,
     .axis = true,
     .value_name = "NAME",
     .fallback = "cublas",
     .heading = timed_heading,
     .help = "operation"},
    {.key = "kernel",
     .flags = "--kernel",
     .kind = KeyKind::code,
     .value_name = "FILE:NAME",
     .heading = timed_heading,
     .help = "a kernel of a .cu, .ptx or .cubin file; the spec's kernel object says how it is called"},
    {.key = "plugin",
     .flags = "--plugin",
     .kind = KeyKind::code,
     .value_name = "FILE.so",
     .heading = timed_heading,
     .help = "a shared library with the interface of l2bench/plugin.h"},
    {.key = "callable",
     .flags = "",
     .kind = KeyKind::code,
     .help = "what libl2bench says of the function it was given"},
    {.key = "config",
     .flags = "--config",
     .kind = KeyKind::text,
     .axis = true,
     .value_name = "NAME",
     .heading = timed_heading,
     .help = "compiled variant of the workloads that have them; all, or best by a quick search"},
    {.key = "config",
     .flags = "--layers",
     .kind = KeyKind::text,
     .axis = true,
     .value_name = "N",
     .prefix = "layers-",
     .heading = timed_heading,
     .help = "layers of decode-chain: the same as --config layers-N"},
    {.key = "prep",
     .flags = "--flush,--prep",
     .kind = KeyKind::prep,
     .axis = true,
     .value_name = "PREP",
     .fallback = "read",
     .heading = state_heading,
     .help = "steps joined by '+', each with a size if wanted, such as zero,zero+read,write:1.5xL2+discard; or none, "
             "rotate, rotate-each"},
    {.key = "flush_size",
     .flags = "--flush-size",
     .kind = KeyKind::size,
     .axis = true,
     .value_name = "SIZE",
     .heading = state_heading,
     .help = "size of each prep's last step that names none, such as 64MiB, 3xL2 or 4MiB..256MiB*2"},
    {.key = "protect",
     .flags = "--protect",
     .axis = true,
     .value_name = "WHAT",
     .fallback = "none",
     .heading = state_heading,
     .help = "lines that L2 keeps: none, input[:RATIO] by an access policy window, or its controls set-aside and "
             "foreign[:RATIO]"},
    {.key = "steal",
     .flags = "--steal",
     .axis = true,
     .value_name = "SHARE",
     .fallback = "0",
     .heading = state_heading,
     .help = "a second kernel beside the call takes memory bandwidth for this share of the time, such as "
             "0,10%,25%,50%,75%; its controls are l2:25% and spin:25%"},
    {.key = "timer",
     .flags = "--timer",
     .kind = KeyKind::word,
     .axis = true,
     .value_name = "NAME",
     .fallback = "event",
     .heading = method_heading,
     .help = "what reads the time"},
    {.key = "launch",
     .flags = "--launch",
     .kind = KeyKind::word,
     .axis = true,
     .value_name = "NAME",
     .fallback = "auto",
     .heading = method_heading,
     .help = "how a sample is queued; auto is stream, and graph for rotations"},
    {.key = "init",
     .flags = "--init",
     .kind = KeyKind::word,
     .value_name = "DATA",
     .fallback = "normal",
     .heading = method_heading,
     .help = "input data"},
    {.key = "seed",
     .flags = "--seed",
     .kind = KeyKind::whole,
     .value_name = "N",
     .fallback = "1",
     .least = 0,
     .most = 9007199254740991,  // 2^53 - 1: what every reader of JSON keeps exactly
     .heading = method_heading,
     .help = "seed of the data and of the order of cases"},
    {.key = "samples",
     .flags = "--samples",
     .kind = KeyKind::whole,
     .value_name = "N",
     .fallback = "3000",
     .least = 1,
     .most = 1'000'000,
     .heading = sampling_heading,
     .help = "samples per case and process"},
    {.key = "rounds",
     .flags = "--rounds",
     .kind = KeyKind::whole,
     .value_name = "N",
     .fallback = "5",
     .least = 1,
     .most = 10'000,
     .heading = sampling_heading,
     .help = "interleaved blocks that the samples come in, or as many as there are samples"},
    {.key = "processes",
     .flags = "--processes",
     .kind = KeyKind::whole,
     .value_name = "N",
     .fallback = "1",
     .least = 1,
     .most = 1'000,
     .heading = sampling_heading,
     .help = "fresh processes, each taking all samples"},
    {.key = "placement",
     .flags = "--placement",
     .kind = KeyKind::word,
     .value_name = "HOW",
     .fallback = "fixed",
     .heading = sampling_heading,
     .help = "whether the processes have their data in the same places of device memory or each elsewhere"},
    {.key = "stop",
     .flags = "--stop",
     .kind = KeyKind::stop,
     .value_name = "RULE",
     .fallback = "fixed",
     .heading = sampling_heading,
     .help = "fixed, or rel-ci=0.5% to go on until the 95% interval of the median is that tight"},
    {.key = "max_samples",
     .flags = "--max-samples",
     .kind = KeyKind::whole,
     .value_name = "N",
     .fallback = "20000",
     .least = 1,
     .most = 10'000'000,
     .heading = sampling_heading,
     .help = "most samples per case and process with --stop rel-ci"},
    {.key = "warmup_s",
     .flags = "--warmup",
     .kind = KeyKind::seconds,
     .value_name = "TIME",
     .fallback = "0.1",
     .least = 0,
     .most = 3600,
     .heading = sampling_heading,
     .help = "least warm-up, in seconds or as 100ms, 5s, 2min"},
    {.key = "timeout_s",
     .flags = "--timeout",
     .kind = KeyKind::seconds,
     .value_name = "TIME",
     .fallback = "60",
     .least = 0.001,
     .most = 86400,
     .heading = sampling_heading,
     .help = "limit per case, in seconds or as 100ms, 5s, 2min"},
    {.key = "device",
     .flags = "--device",
     .kind = KeyKind::text,
     .value_name = "ID",
     .fallback = "0",
     .heading = machine_heading,
     .help = "GPU by index, UUID or PCI id, or model:NAME"},
    {.key = "model_file",
     .flags = "--model-file",
     .kind = KeyKind::text,
     .value_name = "CARD",
     .heading = machine_heading,
     .help = "a model card (JSON) for the predicted columns, in place of the built-in one; see docs/model.md"},
    {.key = "mem_limit",
     .flags = "--mem-limit",
     .kind = KeyKind::size,
     .value_name = "SIZE",
     .heading = machine_heading,
     .help = "device memory that the run may take, such as 8GiB"},
    {.key = "counters",
     .flags = "--counters",
     .kind = KeyKind::word,
     .argument = FlagArgument::optional,
     .implied = "auto",
     .value_name = "WISH",
     .fallback = "auto",
     .heading = machine_heading,
     .help = "count DRAM bytes in a pass of their own"},
    {.key = "counters",
     .flags = "--require-counters",
     .kind = KeyKind::word,
     .argument = FlagArgument::none,
     .implied = "required",
     .heading = machine_heading,
     .help = "the same as --counters=required"},
    {.key = "name", .flags = "--name", .value_name = "TEXT", .heading = label_heading, .help = "name of the run"},
    {.key = "description", .flags = "", .help = "what the run is for"},
    {.key = "tags",
     .flags = "--tag",
     .kind = KeyKind::tags,
     .value_name = "K=V",
     .heading = label_heading,
     .help = "a label of your own, such as runner=a100-1; repeatable"},
    {.key = "schema_version", .flags = "", .kind = KeyKind::whole, .least = 1, .most = 1, .help = "1"},
    {.key = "expect",
     .flags = "",
     .kind = KeyKind::claims,
     .help = "claims about the cases, made before the run: hashed into the record, judged after it"},
    {.key = "groups",
     .flags = "",
     .kind = KeyKind::groups,
     .help = "grids run one after the other; axes beside this "
             "list are their defaults"},
}};

/// Keys every file may hold that the program does not read: editors do.
inline constexpr std::string_view ignored_key = "$schema";

/// The words that a key of KeyKind::word takes, "auto" included.
std::vector<std::string_view> words_of_key(std::string_view key);

/// The line of the help: what it is, the words it takes, the default.
std::string help_of(const SpecKey& key);

}  // namespace l2bench
