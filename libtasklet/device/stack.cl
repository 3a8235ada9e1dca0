/*===- stack.cl - The way of spawns to a failure ---------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * stack.h says how a task knows the way to it. The functions for compiled code
 * are those that tkl-split-tasks calls with -tkl-check=stack.
 */
#include "atomics.h"
#include "frame.h"
#include "slow.h"
#include "stack.h"

#ifdef TKL_STACK

/* A step begins; `entry`: of a task. Otherwise its frame has the way. */
TKL_FAST void __tkl_stack_enter(tkl_worker *w, uint entry) {
  w->cold->way = entry ? w->cold->next : w->frame->way;
  w->cold->below = entry ? w->prev : w->frame->prev;
}

/* `record` has been spawned at `place`. */
TKL_FAST void __tkl_stack_record(__global char *record, uint place) {
  __global tkl_way *way = &((__global tkl_record *)record)->way;
  way->place = place;
  way->item = way->tail = way->tails = 0;
}

/* The same in the body of a kernel. */
TKL_SLOW void __tkl_stack_root(__global char *record, uint place) {
  __tkl_stack_record(record, place);
  ((__global tkl_record *)record)->way.item = __tkl_serve_work_item();
}

/* The step ends, and what is spawned at `place` runs next. `tail`: in place of
 * the running task. */
TKL_FAST void __tkl_stack_next(tkl_worker *w, uint place, uint tail) {
  tkl_way way = {place, 0, 0, 0};
  if (tail) {
    way = w->cold->way;
    way.tail = place;
    if (way.tails + 1 != 0)
      ++way.tails;
  }
  w->cold->next = way;
}

static void __tkl_stack_add(__global tkl_stack_path *path, tkl_way way) {
  if (path->count != 0) {
    uint at = path->count - 1;
    __global tkl_stack_entry *entry =
        at < TKL_STACK_ENTRIES ? &path->first[at]
                               : &path->last[at % TKL_STACK_ENTRIES];
    if (entry->way.place == way.place && entry->way.item == way.item &&
        entry->way.tail == way.tail && entry->way.tails == way.tails) {
      ++entry->times;
      return;
    }
  }
  uint at = path->count++;
  __global tkl_stack_entry *entry = at < TKL_STACK_ENTRIES
                                        ? &path->first[at]
                                        : &path->last[at % TKL_STACK_ENTRIES];
  entry->way = way;
  entry->times = 1;
}

/* Whether this is the command's failure, or part of it: what one worker cannot do
 * may fail for several reasons in turn. The way to the running task is kept. */
static TKL_SLOW bool __tkl_first_failure(tkl_cold *cold) {
  __global tkl_stack_path *path =
      (__global tkl_stack_path *)(__tkl_shared(cold) + 1);
  /* Needs no order: the host reads what the winner writes. */
  ulong taken = __tkl_atomic_cas_u64(&path->taken, 0, cold->id + 1ul);
  if (taken != 0)
    return taken == cold->id + 1ul;
  __tkl_stack_add(path, cold->way);
  if (cold->way.item != 0)
    return true;
  /* These frames wait for what runs here, so nobody changes them. What they are
   * of the runtime's own never changes. */
  for (__global tkl_frame *frame = cold->below; frame;) {
    uint step = __tkl_atomic_peek_u32(&frame->step); /* relaxed: as above */
    if (step == TKL_STEP_SEGMENT_END) {
      frame = (__global tkl_frame *)frame->ret;
      continue;
    }
    /* A join group, or the place where one is awaited, is none either. */
    if (step != TKL_STEP_CHUNK_END && step != TKL_STEP_AWAIT) {
      __tkl_stack_add(path, frame->way);
      if (frame->way.item != 0)
        break;
    }
    frame = frame->prev;
  }
  return true;
}

#endif
