#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "record/flag_rules.hpp"
#include "record/units.hpp"

namespace l2bench {
namespace {

/// Two sentences, each of which may be empty.
std::string join(const std::string& before, const std::string& more) {
  return before + (before.empty() || more.empty() ? "" : " ") + more;
}

std::string failed_verification(const char* when, const std::optional<Verification>& verified) {
  if (!verified || verified->passed()) return "";
  return fmt::format("{} timing the largest error was {:.3g}; {:.3g} is allowed.", when, verified->max_rel_error,
                     verified->tolerance);
}

/// Bits of NVML's clocks-event reasons that lower a clock against the user's wish. Idle, application clocks, sync boost
/// and display clock do not count.
struct ThrottleReason {
  std::uint64_t bit;
  std::string_view words;
};
constexpr std::array<ThrottleReason, 5> throttle_reasons{{
    {0x4, "power cap"},
    {0x8, "hardware slowdown"},
    {0x20, "temperature (software)"},
    {0x40, "temperature (hardware)"},
    {0x80, "power brake"},
}};

std::string throttle_words(std::uint64_t bits) {
  std::string text;
  for (const ThrottleReason& reason : throttle_reasons) {
    if ((bits & reason.bit) != 0) text += (text.empty() ? "" : ", ") + std::string(reason.words);
  }
  return text;
}

std::uint64_t throttle_bits(const BlockRow& block) {
  std::uint64_t all = 0;
  for (const ThrottleReason& reason : throttle_reasons) all |= reason.bit;
  return block.clocks.throttle_reasons.value_or(0) & all;
}

/// Medians of each process's blocks, in order.
std::map<int, std::vector<double>> block_medians(const CaseResult& c) {
  std::map<int, std::vector<double>> medians;
  for (const BlockRow& block : c.blocks) {
    const auto stats = summarize(std::span(c.samples_ns).subspan(block.first, block.count));
    if (stats) medians[block.replicate].push_back(stats->median_ns);
  }
  return medians;
}

/// A spread that the timer cannot show. A model has no timer and may well give equal times.
bool all_equal(const CaseResult& c) {
  return !c.simulated && c.stats->iqr_ns && c.stats->min_ns == c.stats->max_ns;
}

}  // namespace

Detail wrong_result(const Facts& facts) {
  const std::string text = join(failed_verification("Before", facts.c.verified_before),
                                failed_verification("After", facts.c.verified_after));
  return text.empty() ? std::nullopt : Detail(text);
}

/// Whoever hands over a callable knows what it computes.
Detail unchecked(const Facts& facts) {
  const std::string& workload = facts.c.what.workload;
  const bool could_be = workload == "kernel" || workload == "plugin";
  if (!could_be || !facts.c.stats || facts.c.verified_before) return std::nullopt;
  return "";
}

Detail unmeasurable(const Facts& facts) {
  const CaseResult& c = facts.c;
  if (!c.stats && c.gate_timeouts > 0) {
    return fmt::format("No sample is left: {} gates timed out.", c.gate_timeouts);
  }
  if (!c.stats || c.stats->median_ns > 0.0) return std::nullopt;
  return fmt::format("The median of {} samples is {} ns.", c.stats->n, c.stats->median_ns);
}

Detail timer_limited(const Facts& facts) {
  const CaseResult& c = facts.c;
  if (!c.stats) return std::nullopt;
  const double timed_ns = c.stats->median_ns * c.calls_per_sample;
  std::string text;
  if (facts.floor && timed_ns < least_empty_kernels * facts.floor->empty_kernel_ns) {
    text = fmt::format("{} is less than {:.0f} x the {} of an empty kernel.", format_time(timed_ns),
                       least_empty_kernels, format_time(facts.floor->empty_kernel_ns));
  }
  const auto step_ns = facts.floor ? facts.floor->step_ns : std::nullopt;
  if (step_ns && timed_ns < least_timer_steps * *step_ns) {
    text = join(text, fmt::format("{} is less than {:.0f} steps of the timer ({}).", format_time(timed_ns),
                                  least_timer_steps, format_time(*step_ns)));
  }
  if (all_equal(c)) {
    text = join(text,
                fmt::format("All {} samples are {}: their spread is below the timer's step ({}).", c.stats->n,
                            format_time(c.stats->median_ns), step_ns ? format_time(*step_ns) : std::string("unknown")));
  }
  return text.empty() ? std::nullopt : Detail(text);
}

Detail throttled(const Facts& facts) {
  const CaseResult& c = facts.c;
  std::size_t blocks = 0;
  std::size_t samples = 0;
  std::uint64_t bits = 0;
  for (const BlockRow& block : c.blocks) {
    if (throttle_bits(block) == 0) continue;
    ++blocks;
    samples += block.count;
    bits |= throttle_bits(block);
  }
  if (blocks == 0) return std::nullopt;
  return fmt::format("In {} of {} blocks ({} of {} samples): {}.", blocks, c.blocks.size(), samples,
                     c.samples_ns.size(), throttle_words(bits));
}

Detail drift(const Facts& facts) {
  const CaseResult& c = facts.c;
  if (!c.stats) return std::nullopt;
  const double step_ns = facts.floor ? facts.floor->step_ns.value_or(0.0) : 0.0;
  std::string text;
  for (const auto& [process, medians] : block_medians(c)) {
    if (medians.size() < least_blocks_for_drift) continue;
    const double drifted = relative_drift(medians);
    const double drifted_ns = std::abs(drifted) * c.stats->median_ns * c.calls_per_sample;
    if (std::abs(drifted) <= drift_share || drifted_ns <= drift_timer_steps * step_ns) continue;
    text =
        join(text, fmt::format("{:+.1f}% over the {} blocks of process {}.", 100.0 * drifted, medians.size(), process));
  }
  return text.empty() ? std::nullopt : Detail(text);
}

Detail contended(const Facts& facts) {
  if (facts.c.samples_ns.empty()) return std::nullopt;
  std::vector<std::string> seen;
  for (const GpuProcess& process : facts.others) {
    const std::string memory =
        process.memory_bytes ? ", " + format_megabytes(static_cast<double>(*process.memory_bytes)) : "";
    seen.push_back(fmt::format("{} (process {}{}) {}", process.name, process.pid, memory, process.seen));
  }
  if (!seen.empty()) return fmt::format("On the GPU: {}.", fmt::join(seen, "; "));
  const std::uint64_t used = facts.device.used_memory_bytes.value_or(0);
  if (used <= idle_memory_bytes) return std::nullopt;
  return fmt::format("{} of its memory were in use before the run, by nobody who can be seen from here.",
                     format_megabytes(static_cast<double>(used)));
}

Detail gate_timeout(const Facts& facts) {
  const CaseResult& c = facts.c;
  if (c.gate_timeouts == 0) return std::nullopt;
  return fmt::format("{} of {} samples.", c.gate_timeouts,
                     c.samples_ns.size() + static_cast<std::size_t>(c.gate_timeouts));
}

Detail not_run(const Facts& facts) {
  const CaseResult& c = facts.c;
  if (c.stats || c.gate_timeouts > 0 || !c.flags.empty()) return std::nullopt;
  return "";
}

}  // namespace l2bench
