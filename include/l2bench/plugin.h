/* A plug-in: timed code of your own in a shared library, for `l2bench --plugin FILE.so`.
 *
 * The library exports one function, l2b_plugin_get, which returns a table that lives as long as the library. Functions
 * return 0, or anything else if they failed: then error() says why. No exception may leave them. l2bench calls them
 * from one thread, with the device's primary context current. See examples/plugin_gemv.cu. */
#ifndef L2BENCH_PLUGIN_H
#define L2BENCH_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes when a plug-in built against an older header can no longer be used. */
#define L2B_PLUGIN_ABI_VERSION 1

#if defined(__GNUC__)
#define L2B_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define L2B_PLUGIN_EXPORT
#endif

typedef struct l2b_plugin_setup {
  uint32_t struct_size;
  uint32_t abi_version; /* l2bench's */
  int64_t n;            /* of --shape NxK; 0 if none was given */
  int64_t k;
  int32_t rows;           /* --rows */
  int32_t copies;         /* of the weight: launch() gets 0 to copies - 1 */
  uint64_t seed;          /* of the data */
  const char* parameters; /* the spec's text, or "" */
  void* stream;           /* the CUstream that everything is queued on */
} l2b_plugin_setup;

typedef struct l2b_plugin_bytes {
  uint64_t weight; /* one copy of what differs from copy to copy */
  uint64_t read;   /* what a call must read once */
  uint64_t write;  /* what a call must write */
} l2b_plugin_bytes;

typedef struct l2b_plugin {
  uint32_t struct_size; /* sizeof(l2b_plugin) */
  uint32_t abi_version; /* L2B_PLUGIN_ABI_VERSION */
  const char* name;     /* for the record: "cutlass_gemm" */

  /* Allocates and fills the data, and makes *state, which is NULL before. May wait. Where it fails and leaves something
   * in *state, teardown() is given that. */
  int (*setup)(const l2b_plugin_setup* setup, void** state);
  int (*bytes)(void* state, l2b_plugin_bytes* bytes);
  /* Queues the timed call on `stream`, and nothing else. Must not wait and must not allocate: it is called behind a
   * gate, and recorded into graphs. */
  int (*launch)(void* state, int32_t copy, void* stream);
  /* New input from `seed`, output poisoned, every copy run and compared. May wait. NULL: the result is not checked. */
  int (*verify)(void* state, uint64_t seed, double* max_rel_error, double* tolerance);
  /* Queues a read of copy 0's data, for the step `touch`. NULL: there is no such step. */
  int (*touch)(void* state, void* stream);
  void (*teardown)(void* state);
  /* The last failure as a sentence. `state` is NULL after a failed setup. */
  const char* (*error)(void* state);
} l2b_plugin;

L2B_PLUGIN_EXPORT const l2b_plugin* l2b_plugin_get(void);

#ifdef __cplusplus
}
#endif

#endif
