/*===- trace.h - What a worker remembers for a trace ------------ OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Programs that are traced have a runtime of their own, compiled with TKL_TRACE;
 * in the other one all of this is nothing. docs/tracing.md says what is recorded;
 * the records are tkl_trace_event of tkl_abi.h.
 *
 * A *mark* is a frame of the runtime below the first frame of a task that may
 * get into the trace: when the task has returned, the step TKL_STEP_MARK_END
 * runs, and tells how long it took. So what is drawn costs a frame and two looks
 * at the clock, and most of what is not drawn costs nothing.
 */
#ifndef TKL_TRACE_H
#define TKL_TRACE_H

#include "frame.h"

#ifdef TKL_TRACE

typedef struct tkl_mark {
  tkl_frame frame; /* step: TKL_STEP_MARK_END, pending: 0, join: the level,
                      segment: entry step of the task, ret: the mark below */
  ulong begin;     /* of what has not been recorded yet                     */
  __global char *children; /* where the task's frame ends, and those of its
                              children begin; 0: it has none yet            */
  uint flags;      /* of the event                                          */
  uint other;
  ulong reserved;  /* to be a multiple of TKL_ALIGN                         */
} tkl_mark;

#endif
#endif
