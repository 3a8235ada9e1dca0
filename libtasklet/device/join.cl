/*===- join.cl - Blocked frames and who goes on with them ------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * A frame whose children all ran on its own worker needs no counter. For stolen
 * ones, `join` starts at 0; a thief writes the result, then subtracts 1; an owner
 * that finds m children stolen leaves the segment in order, then adds m. Whoever
 * brings the counter to 0 goes on with the frame: the owner if all results had
 * come, otherwise the last thief, which has nothing else to do at that moment,
 * since its own segment and its deque are empty. Nobody ever waits.
 *
 * test/model/join.pml has it for a model checker.
 */
#include "atomics.h"
#include "frame.h"
#include "slow.h"

/* Goes on with a frame that somebody left. */
static uint __tkl_adopt(tkl_worker *w, __global tkl_frame *frame) {
  w->frame = frame;
  __tkl_use_chunk(w, frame->segment);
  __tkl_trace_adopt(w, frame);
  return frame->step;
}

/* One stolen child of `frame` is complete. True: the caller goes on with the
 * frame. */
static bool __tkl_deliver(__global tkl_frame *frame) {
  /* Release: the child's writes, for whoever goes on. Acquire: those of its
   * siblings and of the owner, when this was the last. With less a continuation
   * could read results, captured values or `segment` before they are there. */
  return __tkl_atomic_add_u32((__global uint *)&frame->join, -1u) == 1;
}

/* The owner cannot go on with `frame`: its last `pending` children were stolen.
 * True: their results have all come, go on. False: the frame belongs to the last
 * thief now and must not be touched. */
static bool __tkl_block(tkl_worker *w, __global tkl_frame *frame) {
  uint pending = frame->pending;
  frame->pending = 0;
  frame->segment = w->cold->chunk;
  /* Release: the segment as we leave it, for the last thief. Acquire: the thieves'
   * results, when all have come. With less, as in __tkl_deliver. */
  if (__tkl_atomic_add_u32((__global uint *)&frame->join, pending) + pending ==
      0)
    return true;
  ++w->cold->blocked;
  return false;
}
