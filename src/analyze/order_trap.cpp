#include <fmt/format.h>

#include "analyze/handoffs.hpp"
#include "l2bench/analyze.hpp"
#include "record/groups.hpp"
#include "record/units.hpp"

// Reading what was stored last first looks like reuse of what is in L2. Where the gain is still there after everything
// was evicted, it is a property of the walk instead.

namespace l2bench {
namespace {

constexpr std::string_view forward_order = "forward";
constexpr std::string_view backward_order = "backward";

/// The case like `c` that reads in `order`; null if there is none.
const CaseResult* in_order(const Record& record, const CaseResult& c, std::string_view order) {
  Case wanted = c.what;
  wanted.config = order;
  for (const CaseResult& other : record.cases) {
    if (is_consumer(other) && other.what == wanted) return &other;
  }
  return nullptr;
}

/// The case like `c`, but with its data read over by more than L2 keeps.
const CaseResult* evicted(const Record& record, const CaseResult& c, const Handoff& handoff) {
  const double least = clean_read_l2_multiple * static_cast<double>(record.environment.device.l2_bytes);
  for (const CaseResult& other : record.cases) {
    Case like = other.what;
    like.prep = c.what.prep;
    if (!is_consumer(other) || like != c.what) continue;
    const std::optional<Handoff> there = handoff_of(other);
    if (!there || there->before != handoff.before || !there->polluter || there->polluter->writes) continue;
    if (static_cast<double>(there->polluter->bytes) >= least) return &other;
  }
  return nullptr;
}

std::string bytes_text(const CaseResult& forward, const CaseResult& backward) {
  const auto read_forward = dram_reads(forward);
  const auto read_backward = dram_reads(backward);
  if (!read_forward || !read_backward) return "";
  return fmt::format(" ({} against {} from DRAM)", format_megabytes(*read_backward), format_megabytes(*read_forward));
}

Finding order_of(const CaseResult& left, const CaseResult& left_back, const CaseResult& gone,
                 const CaseResult& gone_back) {
  const double gain_ns = left.stats->median_ns - left_back.stats->median_ns;
  const double gone_gain_ns = gone.stats->median_ns - gone_back.stats->median_ns;
  const double share = gain_ns > 0.0 ? gone_gain_ns / gain_ns : 0.0;
  Finding finding{"order", "", {}};
  finding.values = {{"gain_ns", gain_ns},
                    {"gain_share", gain_ns / left.stats->median_ns},
                    {"evicted_gain_ns", gone_gain_ns},
                    {"evicted_gain_share", gone_gain_ns / gone.stats->median_ns}};
  finding.text = fmt::format(
      "{}: reading what was stored last first changes the time by {:+.1f}%{} after {}, and by "
      "{:+.1f}%{} after {}",
      call_timer_and_launch(left), -100.0 * finding.values["gain_share"], bytes_text(left, left_back), left.prep,
      -100.0 * finding.values["evicted_gain_share"], bytes_text(gone, gone_back), gone.prep);
  if (gain_ns <= 0.0) {
    finding.text += ": there is no gain to explain.";
    return finding;
  }
  finding.values["share_without_reuse"] = share;
  finding.text += fmt::format(": {} of the gain is there without any reuse.",
                              share > 0.0 ? format_percent(share) : std::string("none"));
  return finding;
}

}  // namespace

std::vector<Finding> find_order_trap(const Record& record) {
  std::vector<Finding> found;
  for (const CaseResult& left : record.cases) {
    const std::optional<Handoff> handoff = handoff_of(left);
    if (!handoff || handoff->polluter || left.what.config != forward_order || !is_consumer(left)) continue;
    const CaseResult* left_back = in_order(record, left, backward_order);
    const CaseResult* gone = evicted(record, left, *handoff);
    const CaseResult* gone_back = gone ? in_order(record, *gone, backward_order) : nullptr;
    if (left_back && gone_back) found.push_back(order_of(left, *left_back, *gone, *gone_back));
  }
  return found;
}

}  // namespace l2bench
