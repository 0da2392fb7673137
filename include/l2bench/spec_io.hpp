#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "l2bench/spec.hpp"
#include "l2bench/spec_keys.hpp"

namespace l2bench {

/// One flag as the user gave it: `--shape 4096x4096,8192x8192` is {"--shape", "shape", {"4096x4096,8192x8192"}}.
struct FlagValue {
  std::string flag;                ///< as typed, for messages
  std::string key;                 ///< the spec's key it fills
  std::vector<std::string> texts;  ///< one text an occurrence; empty where the flag stood without an argument
};

/// Limits of a spec, checked before anything is built from it.
inline constexpr std::size_t max_spec_bytes = 4 * MiB;
inline constexpr int max_spec_depth = 32;
inline constexpr std::size_t max_cases = 100'000;
inline constexpr std::uint64_t max_weight_bytes = 1024 * GiB;

/// A spec file and flags, before anything was checked.
struct SpecSource {
  std::string path;  ///< for messages; empty: no file
  std::string text;  ///< the file's content
  std::vector<FlagValue> flags;
  bool code_by_flag_only = false;  ///< refuse code that only the file names: it was not asked for
};

/// Reads, checks and expands. Flags win over the file, the file over defaults; a flag that is an axis replaces that
/// axis in every group. Throws UsageError naming either the flag, the text given and what is allowed, or
/// "path:line:column: /json/path: ...".
Spec parse_spec(const SpecSource& source);

/// The effective spec, every default filled in; parse_spec reads it back to the same value.
nlohmann::json to_json(const Spec& spec);

}  // namespace l2bench
