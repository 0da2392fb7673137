#include "src/cuda/cupti_activity.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <utility>

namespace l2bench {
namespace {

constexpr std::size_t buffer_bytes = 1 << 20;
constexpr std::size_t buffer_alignment = 8;

constexpr std::array traced_kinds{CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMSET,
                                  CUPTI_ACTIVITY_KIND_MEMCPY};

struct Trace {
  std::vector<Activity> activities;
  std::size_t dropped = 0;  ///< records that CUPTI had no room for
  std::size_t untimed = 0;  ///< records without time stamps
  std::size_t broken = 0;   ///< buffers that ended in a record that could not be read
};

/// What the callbacks and the log share. CUPTI calls back from threads of its own, also while the process ends, so this
/// is never destroyed.
struct Shared {
  struct Free {
    void operator()(std::uint8_t* buffer) const { std::free(buffer); }
  };

  std::mutex mutex;
  const CuptiLibrary* library = nullptr;
  std::vector<std::unique_ptr<std::uint8_t, Free>> idle_buffers;
  Trace trace;
};

Shared& shared() {
  static auto* const instance = new Shared;
  return *instance;
}

std::string demangled(const char* name) {
  if (!name) return "(unnamed kernel)";
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> plain(abi::__cxa_demangle(name, nullptr, nullptr, &status),
                                                          &std::free);
  return status == 0 ? plain.get() : name;
}

template <typename Record>
void keep(Trace& trace, const Record& record, std::string name, std::optional<TimerMark> mark = std::nullopt) {
  if (record.start == 0 || record.end == 0) {
    ++trace.untimed;
  } else {
    trace.activities.push_back({std::move(name), record.start, record.end, mark});
  }
}

void keep(Trace& trace, const CUpti_Activity& record) {
  switch (record.kind) {
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: {
      // Newer CUPTI only appends to this layout.
      const auto& kernel = reinterpret_cast<const CUpti_ActivityKernel9&>(record);
      const auto mark = kernel.name ? read_timer_mark(kernel.name, kernel.gridX, kernel.blockX) : std::nullopt;
      keep(trace, kernel, demangled(kernel.name), mark);
      break;
    }
    case CUPTI_ACTIVITY_KIND_MEMSET:
      keep(trace, reinterpret_cast<const CUpti_ActivityMemset4&>(record), "memset");
      break;
    case CUPTI_ACTIVITY_KIND_MEMCPY:
      keep(trace, reinterpret_cast<const CUpti_ActivityMemcpy5&>(record), "memcpy");
      break;
    default:
      break;
  }
}

void CUPTIAPI buffer_requested(std::uint8_t** buffer, std::size_t* size, std::size_t* max_records) {
  Shared& state = shared();
  const std::lock_guard lock(state.mutex);
  *size = buffer_bytes;
  *max_records = 0;  // as many as fit
  if (state.idle_buffers.empty()) {
    *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(buffer_alignment, buffer_bytes));
  } else {
    *buffer = state.idle_buffers.back().release();
    state.idle_buffers.pop_back();
  }
}

void CUPTIAPI buffer_completed(CUcontext context, std::uint32_t stream, std::uint8_t* buffer, std::size_t /*size*/,
                               std::size_t valid_size) {
  Shared& state = shared();
  const std::lock_guard lock(state.mutex);
  CUpti_Activity* record = nullptr;
  CUptiResult result = CUPTI_SUCCESS;
  while (valid_size > 0 &&
         (result = state.library->activity_get_next_record(buffer, valid_size, &record)) == CUPTI_SUCCESS) {
    keep(state.trace, *record);
  }
  if (valid_size > 0 && result != CUPTI_ERROR_MAX_LIMIT_REACHED) ++state.trace.broken;
  std::size_t dropped = 0;
  state.library->activity_get_dropped(context, stream, &dropped);
  state.trace.dropped += dropped;
  state.idle_buffers.emplace_back(buffer);
}

}  // namespace

ActivityLog::ActivityLog(const CuptiLibrary& library) : library_(library) {
  shared().library = &library;
  check_cupti(library_, library_.activity_register_callbacks(buffer_requested, buffer_completed), "trace kernels");
}

ActivityLog::~ActivityLog() {
  disable();
}

void ActivityLog::enable() {
  discard();
  for (CUpti_ActivityKind kind : traced_kinds) {
    enabled_ = true;
    check_cupti(library_, library_.activity_enable(kind), "trace kernels");
  }
}

void ActivityLog::disable() noexcept {
  if (!enabled_) return;
  for (CUpti_ActivityKind kind : traced_kinds) library_.activity_disable(kind);
  enabled_ = false;
}

std::vector<Activity> ActivityLog::take(bool force) {
  flush(force);
  Shared& state = shared();
  const std::lock_guard lock(state.mutex);
  const Trace trace = std::exchange(state.trace, {});
  if (trace.dropped + trace.untimed + trace.broken > 0) {
    throw CuptiError(CUPTI_ERROR_MAX_LIMIT_REACHED,
                     fmt::format("CUPTI's trace of kernels has holes: {} records dropped, {} without a time, {} "
                                 "buffers broken off.",
                                 trace.dropped, trace.untimed, trace.broken));
  }
  return trace.activities;
}

void ActivityLog::discard() {
  flush(true);
  Shared& state = shared();
  const std::lock_guard lock(state.mutex);
  state.trace = {};
}

void ActivityLog::flush(bool force) {
  check_cupti(library_, library_.activity_flush_all(force ? CUPTI_ACTIVITY_FLAG_FLUSH_FORCED : 0), "collect its trace");
}

}  // namespace l2bench
