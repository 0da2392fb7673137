#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "l2bench/error.hpp"
#include "l2bench/number.hpp"
#include "l2bench/spec_io.hpp"

namespace l2bench {

/// Flags as a command line gives them: {"--shape", "4096x4096"}. The key is looked up in spec_key_table.
using Flags = std::vector<std::pair<std::string, std::string>>;

inline std::vector<FlagValue> flag_values(const Flags& flags) {
  std::vector<FlagValue> values;
  for (const auto& [flag, text] : flags) {
    std::string key = "unknown";
    for (const SpecKey& row : spec_key_table) {
      for (const std::string_view name : split(row.flags, ',')) {
        if (name == flag) key = row.key;
      }
    }
    values.push_back({flag, key, {text}});
  }
  return values;
}

inline Spec parse_flags(const Flags& flags) {
  return parse_spec({.flags = flag_values(flags)});
}

inline Spec parse_file(const std::string& text, const Flags& flags = {}) {
  return parse_spec({.path = "s.json", .text = text, .flags = flag_values(flags)});
}

/// The message of the UsageError that `parse` throws.
template <typename Parse>
std::string usage_error(Parse parse) {
  try {
    parse();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

inline std::string flags_error(const Flags& flags) {
  return usage_error([&] { parse_flags(flags); });
}

inline std::string file_error(const std::string& text, const Flags& flags = {}) {
  return usage_error([&] { parse_file(text, flags); });
}

/// "cublas/4096x4096/m1/bf16/read/event/stream" of each case, with sizes as written.
inline std::vector<std::string> case_texts(const Spec& spec) {
  std::vector<std::string> texts;
  for (const Case& c : spec.cases) {
    const std::string workload = c.config.empty() ? c.workload : c.workload + ':' + c.config;
    texts.push_back(workload + '/' + to_string(c.shape) + "/m" + std::to_string(c.rows) + '/' +
                    std::string(row_of(dtype_table, c.dtype).word) + '/' + to_string(c.prep) + '/' +
                    std::string(row_of(timer_table, c.timer).word) + '/' +
                    std::string(row_of(launch_table, c.launch).word));
  }
  return texts;
}

}  // namespace l2bench
