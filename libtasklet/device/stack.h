/*===- stack.h - How tasks know the way to them ----------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Programs that know their spawns (tkl_stack.h) have a runtime of their own,
 * compiled with TKL_STACK; in the others all of this is empty. A *way* goes where
 * a task's `ret` goes: with the record, then through the worker, then with the
 * frame. A task that others wait for, or whose children run, has a frame, and
 * frames lead to those below. So the way from the failing task to the kernel is
 * there anyway, across workers, too.
 */
#ifndef TKL_STACK_DEVICE_H
#define TKL_STACK_DEVICE_H

#include "frame.h"

#ifdef TKL_STACK
/* Between steps: what is started next is the task of `record`. */
#define TKL_TAKE_WAY(w, record)                                                \
  ((w)->cold->next = ((__global tkl_record *)(record))->way)
/* An entry step has opened `frame`. Until the step ends, `step` says nothing, but
 * others may come by already. */
#define TKL_KEEP_WAY(w, frame)                                                 \
  ((frame)->way = (w)->cold->way, (frame)->step = TKL_STEP_LEAVE)
/* Whether the failure of the running step is that of the command; stack.cl. */
#define TKL_FIRST_FAILURE(cold) __tkl_first_failure(cold)
/* The running step has failed. */
#define TKL_FAIL(cold, heap, status)                                           \
  do {                                                                         \
    if (TKL_FIRST_FAILURE(cold))                                               \
      __tkl_fail(heap, status);                                                \
  } while (0)
#else
#define TKL_FIRST_FAILURE(cold) true
#define TKL_FAIL(cold, heap, status) __tkl_fail(heap, status)
#define TKL_TAKE_WAY(w, record) ((void)0)
#define TKL_KEEP_WAY(w, frame) ((void)0)
#endif

#endif
