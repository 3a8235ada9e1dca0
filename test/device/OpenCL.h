/*===- OpenCL.h - The device runtime as a C program -----------------*- C
 *-*-===* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * What libtasklet/device needs to be compiled for the host, where
 *ThreadSanitizer sees its accesses: a work-item is a thread, and the functions
 *that the passes provide are these. Memory orders are those of
 *passes/Atomics.cpp.
 */
#ifndef TASKLET_TEST_DEVICE_OPENCL_H
#define TASKLET_TEST_DEVICE_OPENCL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define __OPENCL_C_VERSION__ 120
#define __global

static __thread size_t global_id;
static size_t get_global_id(uint dimension) {
  (void)dimension;
  return global_id;
}

/* Orders that are too weak must be reported: that build shows that they are. */
#ifdef TOO_WEAK
#define ACQUIRE __ATOMIC_RELAXED
#define RELEASE __ATOMIC_RELAXED
#define ACQ_REL __ATOMIC_RELAXED
#else
#define ACQUIRE __ATOMIC_ACQUIRE
#define RELEASE __ATOMIC_RELEASE
#define ACQ_REL __ATOMIC_ACQ_REL
#endif

#define RECORD_SIZE 32
static uint __tkl_record_size(void) { return RECORD_SIZE; }
static ulong __tkl_clock(void) { return 0; }

static inline uint __tkl_atomic_peek_u32(uint *p) {
  return __atomic_load_n(p, __ATOMIC_RELAXED);
}
static inline uint __tkl_atomic_load_u32(uint *p) {
  return __atomic_load_n(p, ACQUIRE);
}
static inline ulong __tkl_atomic_load_u64(ulong *p) {
  return __atomic_load_n(p, ACQUIRE);
}
static inline void __tkl_atomic_store_u32(uint *p, uint value) {
  __atomic_store_n(p, value, RELEASE);
}
static inline uint __tkl_atomic_add_u32(uint *p, uint value) {
  return __atomic_fetch_add(p, value, ACQ_REL);
}
static inline ulong __tkl_atomic_add_u64(ulong *p, ulong value) {
  return __atomic_fetch_add(p, value, ACQ_REL);
}
static inline ulong __tkl_atomic_cas_u64(ulong *p, ulong expected,
                                         ulong desired) {
  __atomic_compare_exchange_n(p, &expected, desired, false, ACQ_REL, ACQUIRE);
  return expected;
}

#endif
