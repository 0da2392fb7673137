#include "src/cuda/cupti_timeline.hpp"

#include <algorithm>
#include <span>

namespace l2bench {
namespace {

TimedCall timed_call(std::span<const Activity> between_marks) {
  TimedCall call;
  std::uint64_t first_start_ns = 0;
  std::uint64_t last_end_ns = 0;
  for (const Activity& activity : between_marks) {
    if (activity.mark) continue;  // of another slot
    if (call.kernels.empty()) first_start_ns = activity.start_ns;
    last_end_ns = std::max(last_end_ns, activity.end_ns);
    call.kernels.push_back({activity.name, static_cast<double>(activity.end_ns - activity.start_ns)});
  }
  call.ns = static_cast<double>(last_end_ns - first_start_ns);
  return call;
}

}  // namespace

std::map<int, TimedCall> timed_calls(std::vector<Activity> activities) {
  std::stable_sort(activities.begin(), activities.end(),
                   [](const Activity& a, const Activity& b) { return a.start_ns < b.start_ns; });
  std::map<int, TimedCall> calls;
  std::map<int, std::size_t> starts;
  for (std::size_t i = 0; i < activities.size(); ++i) {
    const auto& mark = activities[i].mark;
    if (!mark) continue;
    if (mark->edge == MarkEdge::start) {
      starts[mark->slot] = i;
    } else if (const auto start = starts.find(mark->slot); start != starts.end()) {
      const std::size_t first = start->second + 1;
      calls[mark->slot] = timed_call(std::span(activities).subspan(first, i - first));
      starts.erase(start);
    }
  }
  return calls;
}

}  // namespace l2bench
