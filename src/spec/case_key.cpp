#include <fmt/format.h>

#include <string>

#include "l2bench/spec.hpp"
#include "spec/sampling.hpp"

namespace l2bench {
namespace {

/// Flags of what differs from the defaults that the flags before it would lead to.
std::string sampling_flags(const Sampling& sampling) {
  const Sampling defaults;
  std::string flags;
  const auto add = [&](bool differs, std::string_view flag, const std::string& value) {
    if (differs) flags += fmt::format(" {} {}", flag, value);
  };
  const auto number = [](auto value) { return fmt::format("{}", value); };
  add(sampling.samples != defaults.samples, "--samples", number(sampling.samples));
  add(sampling.rounds != defaults.rounds, "--rounds", number(sampling.rounds));
  add(sampling.processes != defaults.processes, "--processes", number(sampling.processes));
  add(sampling.placement != defaults.placement, "--placement",
      std::string(row_of(placement_table, sampling.placement).word));
  add(sampling.max_samples != defaults.max_samples, "--max-samples", number(sampling.max_samples));
  add(sampling.stop != defaults.stop, "--stop", to_string(sampling.stop));
  add(sampling.warmup_s != defaults.warmup_s, "--warmup", number(sampling.warmup_s));
  add(sampling.timeout_s != defaults.timeout_s, "--timeout", number(sampling.timeout_s));
  add(sampling.seed != defaults.seed, "--seed", number(sampling.seed));
  add(sampling.init != defaults.init, "--init", std::string(row_of(init_table, sampling.init).word));
  add(sampling.mem_limit != defaults.mem_limit, "--mem-limit",
      sampling.mem_limit ? to_string(*sampling.mem_limit) : "");
  if (sampling.counters != defaults.counters) {
    flags += fmt::format(" --counters={}", row_of(counter_table, sampling.counters).word);
  }
  return flags;
}

/// `form` of each condition that the case has; nothing for a call that is alone.
std::string conditions_of(const Case& c, std::string_view form) {
  std::string text;
  if (c.protect.on()) text += fmt::format(fmt::runtime(form), "protect", to_string(c.protect));
  if (c.steal.on()) text += fmt::format(fmt::runtime(form), "steal", to_string(c.steal));
  return text;
}

/// For a shell to read as one word, whatever is in it.
std::string shell_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// SPEC.json stands for the spec that describes the code; the record holds it as `spec`.
std::string code_flags(const Case& c, const OwnCode& code) {
  if (c.workload == "kernel" && code.kernel) {
    return fmt::format("run SPEC.json --kernel {} ",
                       shell_quoted(code.kernel->call.file + ':' + code.kernel->call.name));
  }
  if (c.workload == "plugin" && code.plugin)
    return fmt::format("run SPEC.json --plugin {} ", shell_quoted(code.plugin->file));
  return "";
}

}  // namespace

std::string case_key(const Case& c, const PlacedPrep& placed) {
  const std::string workload = c.config.empty() ? c.workload : c.workload + ':' + c.config;
  return fmt::format("{}/{}/m{}/{}/{}/{}/{}{}", workload, to_string(c.shape), c.rows, row_of(dtype_table, c.dtype).word,
                     to_string(placed), row_of(timer_table, c.timer).word, row_of(launch_table, c.launch).word,
                     conditions_of(c, "/{}:{}"));
}

std::string reproduce_command(const Case& c, const PlacedPrep& placed, const Spec& spec) {
  if (c.workload == "callable") return "";  // only its process can
  return fmt::format(
      "l2bench {}--device {} --workload {}{}{} --rows {} --dtype {} --flush {} --timer {} --launch {}{}{}",
      code_flags(c, spec.code), spec.device, c.workload, c.config.empty() ? "" : " --config " + c.config,
      c.shape == no_shape ? "" : " --shape " + to_string(c.shape), c.rows, row_of(dtype_table, c.dtype).word,
      to_string(placed), row_of(timer_table, c.timer).word, row_of(launch_table, c.launch).word,
      conditions_of(c, " --{} {}"), sampling_flags(spec.sampling));
}

}  // namespace l2bench
