/*===- OpenCL.h - The device runtime as a C program -------------*- C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===--------------------------------------------------------------------===*
 *
 * The functions and types that libtasklet/device needs to be compiled for the
 * host, where ThreadSanitizer sees its accesses. A work-item is a thread, and
 * this file has the functions that the passes provide. Memory orders are those
 * of passes/ir/Atomics.cpp, except for the one operation that `weakened`
 * names: that one is relaxed, and ThreadSanitizer must report it. A work-group
 * is a team of workers, with a barrier and a piece of local memory of its own.
 */
#ifndef TASKLET_TEST_DEVICE_OPENCL_H
#define TASKLET_TEST_DEVICE_OPENCL_H

#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/types.h>

#define __OPENCL_C_VERSION__ 120
#define __global
#define __constant
#define __local
#define __private
typedef unsigned char uchar;

#define popcount(x) __builtin_popcountl(x)
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))

/* Clang watches atomic operations in spite of no_sanitize; GCC does not. */
#if __has_attribute(disable_sanitizer_instrumentation)
#define TKL_RACY __attribute__((disable_sanitizer_instrumentation, noinline))
#else
#define TKL_RACY __attribute__((no_sanitize("thread"), noinline))
#endif

/* Threads are work-items of one dimension. */
static __thread size_t global_id;
static inline size_t get_global_id(uint dimension) {
  return dimension ? 0 : global_id;
}
static inline size_t get_global_size(uint dimension) {
  (void)dimension;
  return 1;
}
static inline size_t get_global_offset(uint dimension) {
  (void)dimension;
  return 0;
}

/* Workers of a team; 1: there are no teams. Set before any thread starts. */
static uint team_lanes = 1;
static uint __tkl_team_lanes(void) { return team_lanes; }
static inline size_t get_local_size(uint dimension) {
  return dimension ? 1 : team_lanes;
}
static inline size_t get_local_id(uint dimension) {
  return dimension ? 0 : global_id % team_lanes;
}
/* The function of the runtime and the operation in it, such as
 * "__tkl_steal.cas_u64"; or several, with commas. It is set before any thread
 * starts. */
static const char *weakened = "";
static ulong weakened_uses;

static int is_weak(const char *function, const char *operation) {
  size_t length = strlen(function), rest = strlen(operation);
  for (const char *at = weakened; *at;) {
    size_t size = strcspn(at, ",");
    if (size == length + 1 + rest && strncmp(at, function, length) == 0 &&
        at[length] == '.' && strncmp(at + length + 1, operation, rest) == 0) {
      __atomic_fetch_add(&weakened_uses, 1, __ATOMIC_RELAXED);
      return 1;
    }
    at += size + (at[size] == ',');
  }
  return 0;
}

/* ThreadSanitizer sees a barrier that orders global memory, and no other: it
 * must report what lanes hand over in global memory with less. So it must not
 * look at accesses to local memory (TKL_UNSEEN). */
#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2
#define TKL_UNSEEN __attribute__((no_sanitize("thread"), noinline))
void AnnotateIgnoreSyncBegin(const char *file, int line);
void AnnotateIgnoreSyncEnd(const char *file, int line);
static __thread pthread_barrier_t *team_barrier;
static inline void barrier_in(const char *in, uint fences) {
  bool seen = (fences & CLK_GLOBAL_MEM_FENCE) && !is_weak(in, "barrier");
  if (!seen)
    AnnotateIgnoreSyncBegin(__FILE__, __LINE__);
  pthread_barrier_wait(team_barrier);
  if (!seen)
    AnnotateIgnoreSyncEnd(__FILE__, __LINE__);
}
#define barrier(fences) barrier_in(__func__, fences)

#define RECORD_SIZE 32
static uint __tkl_record_size(void) { return RECORD_SIZE; }
/* Set before any thread starts. */
static bool has_semaphores;
static bool __tkl_has_semaphores(void) { return has_semaphores; }
static ulong __tkl_clock(void) { return 0; }

/* First, since the names become macros. */
#include "atomics.h"

#define __tkl_atomic_peek_u32(p) __atomic_load_n(p, __ATOMIC_RELAXED)
#define __tkl_atomic_peek_u64(p) __atomic_load_n(p, __ATOMIC_RELAXED)
#define __tkl_atomic_set_u32(p, v) __atomic_store_n(p, v, __ATOMIC_RELAXED)
#define __tkl_atomic_set_u64(p, v) __atomic_store_n(p, v, __ATOMIC_RELAXED)
#define __tkl_atomic_count_u32(p, v) __atomic_fetch_add(p, v, __ATOMIC_RELAXED)
#define __tkl_atomic_count_u64(p, v) __atomic_fetch_add(p, v, __ATOMIC_RELAXED)

/* Macros know the function that they are used in. */
#define __tkl_atomic_load_u32(p) load_u32(__func__, p)
#define __tkl_atomic_load_u64(p) load_u64(__func__, p)
#define __tkl_atomic_store_u32(p, v) store_u32(__func__, p, v)
#define __tkl_atomic_store_u64(p, v) store_u64(__func__, p, v)
#define __tkl_atomic_add_u32(p, v) add_u32(__func__, p, v)
#define __tkl_atomic_add_u64(p, v) add_u64(__func__, p, v)
#define __tkl_atomic_swap_u32(p, v) swap_u32(__func__, p, v)
#define __tkl_atomic_swap_u64(p, v) swap_u64(__func__, p, v)
#define __tkl_atomic_cas_u64(p, e, d) cas_u64(__func__, p, e, d)

/* Two calls each, because an order that is no constant counts as the strongest.
 * */
static inline uint load_u32(const char *in, uint *p) {
  return is_weak(in, "load_u32") ? __atomic_load_n(p, __ATOMIC_RELAXED)
                                 : __atomic_load_n(p, __ATOMIC_ACQUIRE);
}
static inline ulong load_u64(const char *in, ulong *p) {
  return is_weak(in, "load_u64") ? __atomic_load_n(p, __ATOMIC_RELAXED)
                                 : __atomic_load_n(p, __ATOMIC_ACQUIRE);
}
static inline void store_u32(const char *in, uint *p, uint value) {
  if (is_weak(in, "store_u32"))
    __atomic_store_n(p, value, __ATOMIC_RELAXED);
  else
    __atomic_store_n(p, value, __ATOMIC_RELEASE);
}
static inline void store_u64(const char *in, ulong *p, ulong value) {
  if (is_weak(in, "store_u64"))
    __atomic_store_n(p, value, __ATOMIC_RELAXED);
  else
    __atomic_store_n(p, value, __ATOMIC_RELEASE);
}
static inline uint add_u32(const char *in, uint *p, uint value) {
  return is_weak(in, "add_u32")
             ? __atomic_fetch_add(p, value, __ATOMIC_RELAXED)
             : __atomic_fetch_add(p, value, __ATOMIC_ACQ_REL);
}
static inline ulong add_u64(const char *in, ulong *p, ulong value) {
  return is_weak(in, "add_u64")
             ? __atomic_fetch_add(p, value, __ATOMIC_RELAXED)
             : __atomic_fetch_add(p, value, __ATOMIC_ACQ_REL);
}
static inline uint swap_u32(const char *in, uint *p, uint value) {
  return is_weak(in, "swap_u32")
             ? __atomic_exchange_n(p, value, __ATOMIC_RELAXED)
             : __atomic_exchange_n(p, value, __ATOMIC_ACQ_REL);
}
static inline ulong swap_u64(const char *in, ulong *p, ulong value) {
  return is_weak(in, "swap_u64")
             ? __atomic_exchange_n(p, value, __ATOMIC_RELAXED)
             : __atomic_exchange_n(p, value, __ATOMIC_ACQ_REL);
}
static inline ulong cas_u64(const char *in, ulong *p, ulong expected,
                            ulong desired) {
  if (is_weak(in, "cas_u64"))
    __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_RELAXED,
                                __ATOMIC_RELAXED);
  else
    __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_ACQ_REL,
                                __ATOMIC_ACQUIRE);
  return expected;
}

#endif
