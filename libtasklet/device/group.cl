/*===- group.cl - Joins of some children ------------------------ OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * A force goes on when the children that it names are done, while others still
 * run. A task in which that matters has join groups in its frame, one for each
 * future and one for children whose results nobody takes. They follow the
 * header of the frame. A group has the form of a frame, because records name it
 * in the place of the frame:
 *
 *   pending   children spawned, less those that ran on top of the frame
 *   join      0, less the other children that are done
 *   segment   while somebody waits for the group: as of a blocked frame
 *   prev      the frame
 *   step      TKL_STEP_AWAIT
 *   ret       null
 *
 * So pending + join children are outstanding. While nobody waits, `join` is 0 or
 * less, and no thief goes on. Neither need start at 0 again for more children. Of
 * the frame itself, `pending` is always 0, `join` is the number of groups, and
 * `segment` the frame's size.
 *
 * A continuation begins with a look at the groups that its force names. If one
 * is not complete, the worker runs children on top of the frame, oldest first,
 * while one of the group is in its own deque. Then it looks again. If none is,
 * the worker leaves the frame with the segment: it adds `pending` to `join`, as
 * at any other join (join.cl), and the last thief of the group goes on with the
 * frame, or this worker if it has nothing else to do. Children of other groups may
 * still be in the worker's deque. It starts them as a thief does, on a segment of
 * their own (__tkl_go_idle).
 *
 * Without semaphores nothing else is left in that deque. For the awaited child was
 * stolen from it, and with it all that was older; children that have returned, or
 * blocked, have left nothing; and if the worker had adopted the frame, its deque was
 * empty or had only children of that frame.
 *
 * Below a task that waits for a semaphore, frames may have children in the deque,
 * too. But the deque, from its newest record to the oldest, always follows the
 * *chain* of the worker: the frames of its segment from top to bottom, then the
 * frame that waits for the segment and those below it, and so on. A new segment is
 * begun for the newest record, and its chain goes on with the frame of that record.
 * A worker adopts a frame in the middle of its chain only when the last child of
 * that frame is delivered, so that no deque has one; otherwise, when it gets a
 * frame from elsewhere (stolen, ready, spilled, handed back), its deque is empty, or follows
 * the chain of the worker that filled it. If others have children of a frame that
 * this worker goes on with, they are older than its own, and its own deque has
 * nothing below these. So the newest record is a child of the frame that
 * __tkl_return returns to, or there is none of it left here and the deque is empty,
 * and it need not look whose record it takes.
 *
 * One more group's space, after the groups, is the place below a child that runs
 * on top of the frame: `prev` as above, `ret` the group that is awaited, and
 * `join` that of the child, by its distance from the frame.
 *
 * test/model/group.pml is its model for a model checker.
 */
#include "atomics.h"
#include "frame.h"
#include "slow.h"

/* A walk through more records than this takes for granted that one of the group
 * follows. */
#ifndef TKL_GROUP_WALK /* shorter in test/device */
#define TKL_GROUP_WALK 64
#endif

typedef char __tkl_check_group[sizeof(tkl_frame) == TKL_GROUP_SIZE + TKL_IN_HEADERS ? 1 : -1];

/* The frame of a task with `groups` groups has been opened. */
TKL_FAST void __tkl_open_groups(__global char *buffer, uint groups, uint size) {
  __global tkl_frame *frame = (__global tkl_frame *)buffer;
  frame->pending = 0;
  frame->join = (int)groups;
  frame->segment = size;
  for (uint i = 1; i <= groups + 1; ++i) {
    frame[i].step = TKL_STEP_AWAIT;
    frame[i].pending = 0;
    frame[i].join = 0;
    frame[i].segment = 0; /* as of a root frame; __tkl_block knows the chunk */
    frame[i].prev = frame;
    frame[i].ret = 0;
  }
}

/* As __tkl_spawn. */
TKL_FAST __global char *__tkl_spawn_in_group(tkl_worker *w, uint task,
                                             __global char *group,
                                             __global char *ret) {
  __global char *record = __tkl_spawn(w, task, group, ret);
  ((__global tkl_record *)record)->arranged = 0;
  return record;
}

/* The child of `group` has been recorded. */
TKL_FAST void __tkl_spawned_in_group(__global char *group) {
  ++((__global tkl_frame *)group)->pending;
}

/* Whether all children of `group` are done; only for the worker that has the
 * frame. */
TKL_FAST bool __tkl_is_joined(__global char *group) {
  __global tkl_frame *g = (__global tkl_frame *)group;
  if (g->pending == 0)
    return true;
  /* Acquire: the results, and all that the children wrote. With less, as in
   * __tkl_deliver. */
  return g->pending + __tkl_atomic_load_u32((__global uint *)&g->join) == 0;
}

/* A group of `frame` that is not joined, or null. */
static TKL_FAST __global tkl_frame *
__tkl_outstanding_group(__global tkl_frame *frame) {
  for (int i = 1; i <= frame->join; ++i)
    if (!__tkl_is_joined((__global char *)&frame[i]))
      return &frame[i];
  return 0;
}

TKL_FAST bool __tkl_are_joined(__global char *frame) {
  return __tkl_outstanding_group((__global tkl_frame *)frame) == 0;
}

/* Where the runtime awaits a group of `frame`. */
static TKL_FAST __global tkl_frame *
__tkl_waiting_place(__global tkl_frame *frame, __global tkl_frame *group) {
  __global tkl_frame *place = frame + 1 + frame->join;
  place->ret = (__global char *)group;
  place->join = 0;
  return place;
}

/* A continuation has begun, and `group` is not joined. The step returns. It
 * begins again later. */
TKL_FAST void __tkl_await(tkl_worker *w, __global char *frame,
                          __global char *group) {
  --w->cold->continuations;
  w->prev = __tkl_waiting_place((__global tkl_frame *)frame,
                                (__global tkl_frame *)group);
}

/* A step ends at a force; `step`, the continuation, looks what it has to wait
 * for. */
TKL_FAST void __tkl_continue_at(tkl_worker *w, __global char *frame,
                                uint step) {
  ((__global tkl_frame *)frame)->step = step;
  w->ret = w->record = 0; /* Dead: they need no register.      */
}

/* The task has returned, and children are outstanding. */
TKL_FAST void __tkl_leave_groups(tkl_worker *w, __global char *frame) {
  w->prev = (__global tkl_frame *)frame;
  w->prev->step = TKL_STEP_LEAVE_GROUPS;
}

/* Whether `record` is of a child of `frame`. */
static TKL_FAST bool __tkl_is_child(__global tkl_frame *frame,
                                    __global char *record) {
  __global char *group = (__global char *)((__global tkl_record *)record)->frame;
  return group > (__global char *)frame &&
         group < (__global char *)frame + frame->segment;
}

/* Brings the private records of `frame`'s children into the order of their
 * spawns, the oldest one on top. Those that are in order already stay so. */
static void __tkl_arrange(tkl_worker *w, __global tkl_frame *frame) {
  uint size = __tkl_record_size(), fresh = 0, arranged = 0;
  __global char *record = w->head;
  while (record != w->split && __tkl_is_child(frame, record - size) &&
         !((__global tkl_record *)(record - size))->arranged) {
    record -= size;
    ((__global tkl_record *)record)->arranged = 1;
    ++fresh;
  }
  if (fresh == 0)
    return;
  for (; record != w->split && __tkl_is_child(frame, record - size);
       record -= size)
    ++arranged;
  __tkl_turn_round(w, fresh + arranged);
  __tkl_turn_round(w, arranged);
}

/* Whether the worker's deque still has a child of `group`, with nothing but
 * children of `frame` above it. */
static bool __tkl_has_child(tkl_worker *w, __global tkl_frame *frame,
                            __global tkl_frame *group) {
  uint size = __tkl_record_size();
  for (;;) {
    __global char *record = w->head;
    for (uint seen = 0; record != w->split; ++seen) {
      record -= size;
      if (!__tkl_is_child(frame, record))
        return false;
      if (((__global tkl_record *)record)->frame == group ||
          seen == TKL_GROUP_WALK)
        return true;
      /* On top of the frame, a child that waits for a semaphore would keep the
       * frame from going on, which may be what releases it. Only children of
       * `group` keep it waiting anyway. */
      if (__tkl_has_semaphores())
        return false;
    }
    if (!__tkl_take_back(w))
      return false;
  }
}

/* Steps TKL_STEP_AWAIT and TKL_STEP_LEAVE_GROUPS. Returns the next step. */
static TKL_SLOW uint __tkl_join_groups(tkl_worker *w, uint step) {
  __global tkl_frame *place = w->frame, *frame = place->prev, *group;
  if (step == TKL_STEP_LEAVE_GROUPS) {
    frame = place;
    group = __tkl_outstanding_group(frame);
    if (group == 0) {
      w->prev = frame->prev;
      return __tkl_return(w);
    }
    place = __tkl_waiting_place(frame, group);
  } else if (place->ret == 0) {
    /* A group, whose last thief goes on with the frame. */
    w->frame = frame;
    return frame->step;
  } else {
    group = (__global tkl_frame *)place->ret;
    if (place->join != 0)
      --frame[place->join].pending;
  }
  if (__tkl_is_joined((__global char *)group)) {
    w->frame = frame;
    return frame->step;
  }
  if (__tkl_failed(w->cold->heap))
    return TKL_STEP_EXIT;
  __tkl_arrange(w, frame);
  if (__tkl_has_child(w, frame, group)) {
    uint task = __tkl_take_record(w);
    place->join =
        (int)(((__global tkl_record *)w->record)->frame - frame);
    w->prev = place;
    w->frame = (__global tkl_frame *)((__global char *)frame + frame->segment);
    return task;
  }
  return __tkl_wait_for_thieves(w, frame, group);
}

TKL_FAST uint __tkl_step_groups(tkl_worker *w, uint step) {
  uint next;
  TKL_CALL_SLOW(next, w, __tkl_join_groups(w, step));
  return next;
}

/* Ends a kernel's work-item at a force. No task runs yet. The work-item waits
 * for the first of `groups` that has children. */
void __tkl_root_await(__global char *heap, __global char *buffer, uint step,
                      ulong groups) {
  __global tkl_frame *frame = (__global tkl_frame *)buffer, *group = frame + 1;
  frame->step = step;
  uint children = 0;
  for (int i = 0; i < frame->join && children == 0; ++i)
    if (groups >> i & 1) {
      group = &frame[i + 1];
      children = group->pending;
      group->pending = 0;
    }
  __tkl_root_suspend(heap, (__global char *)group, TKL_STEP_AWAIT, children);
}
