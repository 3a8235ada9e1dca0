/*===- trace.h - What a worker remembers for a trace ------------ OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Traced programs have a runtime of their own, compiled with TKL_TRACE; in the
 * other one all of this is empty. docs/tracing.md says what is recorded; the
 * records are tkl_trace_event of tkl_abi.h.
 *
 * A *mark* is a frame of the runtime. It lies below the first frame of a task
 * that may get into the trace. When the task has returned, the step
 * TKL_STEP_MARK_END runs and records how long the task took. So a task in the
 * trace costs a frame and two readings of the clock, and most other tasks cost
 * nothing.
 */
#ifndef TKL_TRACE_H
#define TKL_TRACE_H

#include "frame.h"

#ifdef TKL_TRACE

typedef struct tkl_mark {
  tkl_frame frame; /* step: TKL_STEP_MARK_END, pending: 0, join: the level,
                      segment: entry step of the task, ret: the mark below */
  ulong begin;     /* of the part that is not yet recorded                  */
  __global char *children; /* the end of the task's frame, where its children's
                              frames begin; 0: it has none yet             */
  uint flags;      /* of the event                                          */
  uint other;
  ulong reserved;  /* makes the size a multiple of TKL_ALIGN                */
} tkl_mark;

#endif
#endif
