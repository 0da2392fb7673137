#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analyze/handoffs.hpp"
#include "l2bench/analyze.hpp"
#include "record/groups.hpp"
#include "record/units.hpp"

// A profiler that resets the caches before each kernel charges the kernel for data that its predecessor left in L2.

namespace l2bench {
namespace {

constexpr double counted_sector_bytes = 32;  // the least a counter can show

/// One call after the same steps: in sequence, and after a read of more than L2 keeps.
struct ProfiledCall {
  const CaseResult* in_sequence = nullptr;
  const CaseResult* after_reset = nullptr;
  int preps = 0;  ///< more than two are a sweep, whose finding is the survival
};

std::vector<ProfiledCall> profiled_calls(const Record& record) {
  const double least = clean_read_l2_multiple * static_cast<double>(record.environment.device.l2_bytes);
  std::vector<ProfiledCall> calls;
  std::map<std::string, std::size_t> known;
  for (const CaseResult& c : record.cases) {
    const std::optional<Handoff> handoff = handoff_of(c);
    if (!handoff || !is_consumer(c) || !dram_reads(c)) continue;
    const std::string name = fmt::format("{}/{}", call_timer_and_launch(c), handoff->before);
    const auto [found, is_new] = known.emplace(name, calls.size());
    if (is_new) calls.emplace_back();
    ProfiledCall& call = calls[found->second];
    call.preps += 1;
    if (!handoff->polluter) call.in_sequence = &c;
    const bool resets = handoff->polluter && !handoff->polluter->writes;
    if (resets && static_cast<double>(handoff->polluter->bytes) >= least) call.after_reset = &c;
  }
  std::erase_if(calls, [](const ProfiledCall& call) {
    return call.in_sequence == nullptr || call.after_reset == nullptr || call.preps > 2;
  });
  return calls;
}

}  // namespace

std::vector<Finding> find_profiler_trap(const Record& record) {
  std::vector<Finding> found;
  for (const ProfiledCall& call : profiled_calls(record)) {
    const double warm = *dram_reads(*call.in_sequence);
    const double cold = *dram_reads(*call.after_reset);
    const double factor = cold / std::max(warm, counted_sector_bytes);
    found.push_back({"profiler",
                     fmt::format("{}: {} from DRAM in sequence ({}), {} after a reset ({}): a profiler that resets the "
                                 "caches overstates its reads {}{:.2f} times.",
                                 call_timer_and_launch(*call.in_sequence), format_megabytes(warm),
                                 call.in_sequence->prep, format_megabytes(cold), call.after_reset->prep,
                                 warm < counted_sector_bytes ? "at least " : "", factor),
                     {{"in_sequence_bytes", warm}, {"after_reset_bytes", cold}, {"factor", factor}}});
  }
  return found;
}

}  // namespace l2bench
