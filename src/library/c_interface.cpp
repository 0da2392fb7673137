#include <fmt/format.h>

#include <cstddef>
#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "l2bench/build_info.hpp"
#include "l2bench/error.hpp"
#include "l2bench/l2bench.h"
#include "library/session.hpp"

struct l2b_session {
  explicit l2b_session(std::unique_ptr<l2bench::Rig> rig) : session(std::move(rig)) {}
  l2bench::Session session;
  std::string record;
};

namespace {

using l2bench::UsageError;

thread_local std::string last_error;

/// Runs `work` and turns what it throws into a result: nothing crosses into C.
template <typename Work>
l2b_result guarded(Work work) noexcept {
  try {
    last_error.clear();
    return work();
  } catch (const l2bench::CallFailed& error) {
    last_error = error.what();
    return L2B_CALL_FAILED;
  } catch (const l2bench::Error& error) {
    last_error = error.what();
    return static_cast<l2b_result>(error.exit);
  } catch (const std::exception& error) {
    last_error = std::string("Unexpected error in libl2bench: ") + error.what();
    return L2B_CANNOT_RUN;
  } catch (...) {
    last_error = "Unexpected error in libl2bench.";
    return L2B_CANNOT_RUN;
  }
}

void need(bool given, const char* what) {
  if (!given) throw UsageError(fmt::format("libl2bench was called with {} that is NULL.", what));
}

void check_options(const l2b_session_options& options) {
  if (options.abi_version != L2B_ABI_VERSION) {
    throw UsageError(
        fmt::format("The caller was built for version {} of libl2bench's interface; this library has "
                    "version {}. Build both from the same l2bench.",
                    options.abi_version, L2B_ABI_VERSION));
  }
  if (options.struct_size < sizeof(l2b_session_options)) {
    throw UsageError(
        fmt::format("l2b_session_options has {} bytes where {} were expected: set struct_size to its size.",
                    options.struct_size, sizeof(l2b_session_options)));
  }
}

/// A measurement that left no valid case says why.
std::string why_invalid(const l2bench::Record& record) {
  for (const l2bench::CaseResult& c : record.cases) {
    for (const l2bench::Flag& flag : c.flags) {
      if (c.status == l2bench::Status::ok) break;
      return fmt::format("{}: {}: {} {}", c.prep, flag.id, l2bench::flag_row(flag.id).message, flag.detail);
    }
  }
  return "A case is not valid.";
}

}  // namespace

extern "C" {

int l2b_abi_version(void) {
  return L2B_ABI_VERSION;
}

const char* l2b_version(void) {
  static const std::string text = [] {
    const l2bench::Tool tool = l2bench::this_build();
    return fmt::format("{} ({})", tool.version, tool.git_revision);
  }();
  return text.c_str();
}

const char* l2b_last_error(void) {
  return last_error.c_str();
}

l2b_result l2b_session_open(const l2b_session_options* options, l2b_session** session) {
  return guarded([&] {
    need(options != nullptr && session != nullptr, "options or a session");
    *session = nullptr;
    check_options(*options);
    *session = new l2b_session(l2bench::open_session_rig(options->device, options->stream));
    return L2B_OK;
  });
}

void l2b_session_close(l2b_session* session) {
  delete session;
}

l2b_result l2b_prepare(l2b_session* session, const char* prep) {
  return guarded([&] {
    need(session != nullptr && prep != nullptr, "a session or a prep");
    session->session.prepare(prep);
    return L2B_OK;
  });
}

l2b_result l2b_prepare_alone(l2b_session* session, const char* prep) {
  return guarded([&] {
    need(session != nullptr && prep != nullptr, "a session or a prep");
    session->session.prepare_alone(prep);
    return L2B_OK;
  });
}

l2b_result l2b_hold(l2b_session* session) {
  return guarded([&] {
    need(session != nullptr, "a session");
    session->session.device().arm_gate();
    session->session.device().queue_gate();
    return L2B_OK;
  });
}

l2b_result l2b_release(l2b_session* session) {
  return guarded([&] {
    need(session != nullptr, "a session");
    session->session.device().release_gate();
    return L2B_OK;
  });
}

uint64_t l2b_l2_bytes(const l2b_session* session) {
  return session == nullptr ? 0 : session->session.info().l2_bytes;
}

l2b_result l2b_measure(l2b_session* session, const char* spec_json, l2b_call call, void* user) {
  return guarded([&] {
    need(session != nullptr && spec_json != nullptr && call != nullptr, "a session, a spec or a callback");
    session->record.clear();
    const l2bench::Record record = session->session.measure(spec_json, [&](int set) { return call(user, set) == 0; });
    session->record = l2bench::to_json(record).dump();
    if (l2bench::exit_of(record) == l2bench::Exit::ok) return L2B_OK;
    last_error = why_invalid(record);
    return L2B_INVALID;
  });
}

const char* l2b_session_record(const l2b_session* session) {
  return session == nullptr ? "" : session->record.c_str();
}

}  // extern "C"
