/*===- join.cl - Blocked frames and who goes on with them ------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * A frame whose children all ran on its own worker needs no counter. For stolen
 * children, `join` starts at 0. A thief writes the result, then subtracts 1. An
 * owner that finds m children stolen leaves the segment in order, then adds m.
 * The worker that brings the counter to 0 continues the frame. That is the
 * owner if all results had come, otherwise the last thief. The thief has
 * nothing else to do at that moment, since its own segment and its deque are
 * empty. No worker waits at a join.
 *
 * test/model/join.pml is its model for a model checker.
 */
#include "atomics.h"
#include "frame.h"
#include "slow.h"

/* Continues a frame that a worker left. */
static uint __tkl_adopt(tkl_worker *w, __global tkl_frame *frame) {
  w->frame = frame;
  __tkl_use_chunk(w, frame->segment);
  __tkl_trace_adopt(w, frame);
  return frame->step;
}

/* One stolen child of `frame` is complete. Returns whether the caller must
 * continue the frame. */
static bool __tkl_deliver(__global tkl_frame *frame) {
  /* Release: the child's writes, for the worker that continues the frame.
   * Acquire: the writes of its siblings and of the owner, if this was the last
   * child. With less a continuation could read results, captured values or
   * `segment` too early. */
  return __tkl_atomic_add_u32((__global uint *)&frame->join, -1u) == 1;
}

/* The owner cannot continue `frame`: its last `pending` children were stolen.
 * True: all their results have come, go on. False: the frame now belongs to the
 * last thief and must not be touched. */
static bool __tkl_block(tkl_worker *w, __global tkl_frame *frame) {
  uint pending = frame->pending;
  frame->pending = 0;
  frame->segment = w->cold->chunk;
  /* Release: the segment as we leave it, for the last thief. Acquire: the
   * thieves' results, if all have come. With less, as in __tkl_deliver. */
  if (__tkl_atomic_add_u32((__global uint *)&frame->join, pending) + pending ==
      0)
    return true;
  ++w->cold->blocked;
  return false;
}
