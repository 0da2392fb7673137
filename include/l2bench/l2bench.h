/* libl2bench: times code of the process that loads it, under a chosen, proven and reported L2 state.
 *
 *   l2b_session* session = NULL;
 *   l2b_session_options options = {sizeof options, L2B_ABI_VERSION, NULL, stream};
 *   if (l2b_session_open(&options, &session) != L2B_OK) puts(l2b_last_error());
 *   l2b_measure(session, "{\"prep\": [\"zero\", \"read\"], \"samples\": 1000, \"callable\": {\"name\": \"mine\"}}",
 *               my_call, my_data);
 *   puts(l2b_session_record(session));
 *   l2b_session_close(session);
 *
 * No C++ exception leaves the library. A session belongs to one thread at a time. */
#ifndef L2BENCH_L2BENCH_H
#define L2BENCH_L2BENCH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes when a program built against an older header can no longer be served. New functions leave it alone. */
#define L2B_ABI_VERSION 1

#if defined(__GNUC__)
#define L2B_API __attribute__((visibility("default")))
#else
#define L2B_API
#endif

/* What every function returns; the numbers are those of the program's exit codes. After anything but L2B_OK,
 * l2b_last_error() says what was attempted, what went wrong and what to do next. */
typedef enum l2b_result {
  L2B_OK = 0,
  L2B_USAGE = 2,      /* an argument or the spec is wrong; nothing was run */
  L2B_CANNOT_RUN = 3, /* this machine cannot run it */
  L2B_INVALID = 4,    /* it ran, but failed on the device, or a case of the record is not valid */
  L2B_CALL_FAILED = 5 /* the callback returned something else than 0 */
} l2b_result;

typedef struct l2b_session l2b_session;

typedef struct l2b_session_options {
  uint32_t struct_size; /* sizeof(l2b_session_options) */
  uint32_t abi_version; /* L2B_ABI_VERSION */
  const char* device;   /* NULL: the calling thread's current CUDA device; "model:NAME": a simulation */
  void* stream;         /* the CUstream that the callback launches on; NULL: the legacy default stream */
} l2b_session_options;

/* Queues one call on the session's stream with argument set `set`, and nothing else. Must not wait for the device.
 * Returns 0, or anything else to end the measurement. */
typedef int (*l2b_call)(void* user, int set);

/* The library's L2B_ABI_VERSION. */
L2B_API int l2b_abi_version(void);

/* "0.1.0 (abc1234)". */
L2B_API const char* l2b_version(void);

/* The calling thread's last error: a sentence, or "". Valid until the thread's next call. */
L2B_API const char* l2b_last_error(void);

/* Opens a session on the context that is current, and has to be so in every later call of the session. Flush buffers
 * are allocated when a prep first needs them, and freed by l2b_session_close. While it is open, L2's persisting limit
 * is 0. */
L2B_API l2b_result l2b_session_open(const l2b_session_options* options, l2b_session** session);
L2B_API void l2b_session_close(l2b_session* session);

/* Queues a prep ("read", "zero+read", "write:1.5xL2+discard") and does not wait. Steps that need a workload (touch,
 * rotate) are refused. */
L2B_API l2b_result l2b_prepare(l2b_session* session, const char* prep);

/* Waits for what was queued before, then queues the prep, a pause of 0.2 ms and the empty launches of
 * docs/launch-slots.md. For loops that queue many samples and wait once: each call begins on an idle device, as a gated
 * one does, as long as the host queues it before the pause ends. */
L2B_API l2b_result l2b_prepare_alone(l2b_session* session, const char* prep);

/* A gate holds what is queued after l2b_hold until l2b_release, or for two seconds. */
L2B_API l2b_result l2b_hold(l2b_session* session);
L2B_API l2b_result l2b_release(l2b_session* session);

/* Bytes of the device's L2; 0 for a NULL session. */
L2B_API uint64_t l2b_l2_bytes(const l2b_session* session);

/* Measures `call` as `l2bench run` measures a workload: prep, gate, start, call, stop, one sample at a time, cases
 * interleaved; then counters in a pass of their own. `spec_json` is a spec as `l2bench schema spec` describes it, with
 * a `callable` object, and without device and processes. The record is there also after L2B_INVALID. */
L2B_API l2b_result l2b_measure(l2b_session* session, const char* spec_json, l2b_call call, void* user);

/* The record of the last l2b_measure, as `l2bench schema result` describes it, or "". Valid until the session's next
 * call. */
L2B_API const char* l2b_session_record(const l2b_session* session);

#ifdef __cplusplus
}
#endif

#endif
