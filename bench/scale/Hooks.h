/*===- Hooks.h - What simulated code tells the machine ------------*- C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The pass of Instrument.cpp puts these into a program for the simulation, and
 * Machine.cpp has them. Each block of code first adds what its instructions cost
 * to the time of the processor that runs it. Before each access to memory that
 * is not certainly private, it calls TKL_SCALE_TOUCH.
 */
#ifndef TASKLET_BENCH_SCALE_HOOKS_H
#define TASKLET_BENCH_SCALE_HOOKS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TKL_SCALE_VISIBLE __attribute__((visibility("default")))

/* The time of the running processor, in costs of instructions. */
#define TKL_SCALE_CLOCK tkl_scale_clock
extern TKL_SCALE_VISIBLE uint64_t TKL_SCALE_CLOCK;

/* How code touches memory. */
enum {
  TKL_SCALE_LOAD = 0,  /* the processor waits for it                         */
  TKL_SCALE_STORE = 1, /* it goes on, and the store follows                  */
  TKL_SCALE_UPDATE = 2 /* an atomic operation that reads and writes: it waits
                          for both, and for its stores before                */
};
#define TKL_SCALE_TOUCH tkl_scale_touch
TKL_SCALE_VISIBLE void TKL_SCALE_TOUCH(const void *at, uint64_t bytes,
                                       uint32_t how);

/* The number of the worker that runs. */
#define TKL_SCALE_WORKER tkl_scale_worker
TKL_SCALE_VISIBLE uint32_t TKL_SCALE_WORKER(void);

#ifdef __cplusplus
}
#endif

#endif
