/*===- steps.cl - What compiled steps call ---------------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The fast path. Every function here is inlined into the dispatch kernel. The
 * only atomic operation is a look at `hungry`. Lanes of a team do not even look:
 * the team does when it meets.
 */
#include "atomics.h"
#include "frame.h"
#include "slow.h"
#include "stack.h"

/* Where the frame of the running continuation is. */
TKL_FAST __global char *__tkl_frame(tkl_worker *w) {
  return (__global char *)w->frame;
}

/* Where the result of the running entry step, or continuation, goes. */
TKL_FAST __global char *__tkl_entry_ret(tkl_worker *w) { return w->ret; }
TKL_FAST __global char *__tkl_frame_ret(tkl_worker *w) { return w->frame->ret; }

/* An entry step is about to spawn: gives it a frame of `size` bytes. 0: the
 * command has failed, and the step returns TKL_ACTION_FAIL. */
TKL_FAST uint __tkl_open_frame(tkl_worker *w, uint size) {
  if ((__global char *)w->frame + size > w->limit) {
    bool ok;
    TKL_CALL_SLOW(ok, w, __tkl_grow(w));
    if (!ok)
      return 0;
  }
  __global tkl_frame *frame = w->frame;
  frame->join = 0;
  frame->prev = w->prev;
  frame->ret = w->ret;
  TKL_KEEP_WAY(w, frame);
  return 1;
}

#ifdef TKL_TRACE
/* The same in a traced program. `step` is the running entry step. */
TKL_FAST uint __tkl_open_traced_frame(tkl_worker *w, uint size, uint step) {
  if ((__global char *)w->frame + size > w->limit) {
    bool ok;
    TKL_CALL_SLOW(ok, w, __tkl_trace_open(w, size, step));
    if (!ok)
      return 0;
  }
  __global tkl_frame *frame = w->frame;
  frame->join = 0;
  frame->prev = w->prev;
  frame->ret = w->ret;
  return 1;
}
#endif

/* Records a spawn; returns the record, whose arguments the caller writes next.
 * If there is room, the record is the next one of the deque, and the caller
 * ends with __tkl_spawned; if there is none, with __tkl_suspend_at_spawn. */
TKL_FAST __global char *__tkl_spawn(tkl_worker *w, uint task,
                                    __global char *frame, __global char *ret) {
  __global tkl_record *record = (__global tkl_record *)w->head;
  if (w->head == w->end) {
    bool ok;
    TKL_CALL_SLOW(ok, w, __tkl_make_room(w));
    record = ok ? (__global tkl_record *)w->head : __tkl_inbox(w);
  }
  record->task = task;
  record->frame = (__global tkl_frame *)frame;
  record->ret = ret;
  return (__global char *)record;
}

/* Whether there was room; after __tkl_spawn. The record's address would not
 * tell: the inbox of a single worker lies right after its deque, where `head`
 * is when the deque is full. */
TKL_FAST bool __tkl_has_room(tkl_worker *w) { return w->head != w->end; }

/* The record is complete. Thieves are served at every spawn. */
TKL_FAST void __tkl_spawned(tkl_worker *w) {
  w->head += __tkl_record_size();
  /* Relaxed: a hint; __tkl_publish swaps before it acts on it. */
  if (__tkl_team_lanes() == 1 &&
      __tkl_atomic_peek_u32(&w->block->hungry) != 0) {
    bool ok;
    TKL_CALL_SLOW(ok, w, __tkl_publish(w));
    (void)ok;
  }
}

/* Ends a step at a force: `step` follows when `pending` recorded children have
 * run. Children run above the frame, which is `size` bytes long. */
TKL_FAST void __tkl_suspend(tkl_worker *w, __global char *frame, uint step,
                            uint pending, uint size) {
  __global tkl_frame *f = (__global tkl_frame *)frame;
  f->step = step;
  f->pending = pending;
  w->prev = f;
  w->frame = (__global tkl_frame *)(frame + size);
}

/* For tests, which suspend tasks at spawns that have room
 * (-tkl-overflow-every). */
TKL_FAST bool __tkl_ran_multiple(tkl_worker *w, uint of) {
  return w->cold->tasks % of == 0 && !__tkl_has_semaphores(); /* semaphore.cl */
}

/* A spawn found no room, and the task cannot be suspended there. Returns the
 * action. */
TKL_FAST uint __tkl_refuse_spawn(tkl_worker *w) {
  TKL_FAIL(w->cold, w->cold->heap, TKL_FAULT_ADDRESSES);
  return TKL_ACTION_FAIL;
}

/* A spawn found no room: the child in `record` runs next, on top of the frame.
 * `step` follows when it has returned, whatever else is outstanding. Returns
 * the action. */
TKL_FAST uint __tkl_suspend_at_spawn(tkl_worker *w, __global char *frame,
                                     uint step, uint size,
                                     __global char *record) {
  if (__tkl_failed(w->cold->heap))
    return TKL_ACTION_FAIL;
  __tkl_suspend(w, frame, step, 0, size);
  w->record = record;
  w->ret = ((__global tkl_record *)record)->ret;
  TKL_TAKE_WAY(w, record);
  return TKL_ACTION_TAKEN;
}

/* After __tkl_suspend, if children were recorded: the newest of them runs next.
 * Returns the action. If thieves have taken it, the slow path continues. */
TKL_FAST uint __tkl_take_child(tkl_worker *w, __global char *frame,
                               uint pending) {
  if (w->head == w->split)
    return TKL_ACTION_RETURN;
  ((__global tkl_frame *)frame)->pending = pending - 1;
  w->head -= __tkl_record_size();
  w->record = w->head;
  w->ret = ((__global tkl_record *)w->head)->ret;
  TKL_TAKE_WAY(w, w->record);
  return TKL_ACTION_TAKEN;
}

/* The same, and the children run in the order of their spawns. */
TKL_FAST uint __tkl_take_oldest_child(tkl_worker *w, __global char *frame,
                                      uint pending) {
  if (pending > 1) {
    bool ok;
    TKL_CALL_SLOW(ok, w, __tkl_turn_round(w, pending));
    (void)ok;
  }
  return __tkl_take_child(w, frame, pending);
}

/* Whether __tkl_exchange may be called: the newest record is private, and there
 * is room for one more. */
TKL_FAST bool __tkl_can_exchange(tkl_worker *w) {
  return w->head != w->split && w->head != w->end;
}

/* The newest record, the only one of its task, runs next, out of the free slot
 * above it. The caller writes a younger spawn in its place, and ends with
 * __tkl_run_exchanged. The inbox would do as well, but it shares a cache line
 * with those of other workers. */
TKL_FAST __global char *__tkl_exchange(tkl_worker *w, uint task,
                                       __global char *frame,
                                       __global char *ret) {
  __global char *slot = w->head - __tkl_record_size();
  __tkl_copy_record(w->head, slot);
  __global tkl_record *record = (__global tkl_record *)slot;
  record->task = task;
  record->frame = (__global tkl_frame *)frame;
  record->ret = ret;
  return slot;
}

/* The younger record is complete, and the frame suspended. Returns the action. */
TKL_FAST uint __tkl_run_exchanged(tkl_worker *w) {
  w->record = w->head;
  w->ret = ((__global tkl_record *)w->record)->ret;
  TKL_TAKE_WAY(w, w->record);
  if (__tkl_team_lanes() == 1 && /* as __tkl_spawned */
      __tkl_atomic_peek_u32(&w->block->hungry) != 0) {
    bool ok;
    TKL_CALL_SLOW(ok, w, __tkl_publish(w));
    (void)ok;
  }
  return TKL_ACTION_TAKEN;
}

/* The step of the record that starts now. */
TKL_FAST uint __tkl_taken_step(tkl_worker *w) {
  return ((__global tkl_record *)w->record)->task;
}

/* A force has nothing to wait for: the continuation runs at once, with the
 * frame of the running step. */
TKL_FAST void __tkl_go_on(tkl_worker *w) {
  w->ret = w->record = 0; /* Dead: they need no register.      */
}

/* The next step runs as a child of the frame that __tkl_suspend named, or,
 * without that, in place of the running task (a tail spawn). */
TKL_FAST void __tkl_run_next(tkl_worker *w, __global char *ret) { w->ret = ret; }

/* A continuation is about to return or to hand over to a tail spawn. */
TKL_FAST void __tkl_close_frame(tkl_worker *w) { w->prev = w->frame->prev; }

/* Between steps: a step has ended. `prev` is the frame to continue and `frame`
 * the place above it. Returns the step to run. */
TKL_FAST uint __tkl_return(tkl_worker *w) {
  __global tkl_frame *frame = w->prev;
  uint pending = frame->pending;
  if (pending == 0) {
    w->frame = frame;
    w->ret = w->record = 0; /* Dead: they need no register.      */
    return frame->step;
  }
  if (w->head == w->split) {
    uint step;
    TKL_CALL_SLOW(step, w, __tkl_out_of_records(w));
    return step;
  }
  frame->pending = pending - 1;
  return __tkl_take_record(w);
}

/* The record whose task is being started. */
TKL_FAST __global char *__tkl_record_of(tkl_worker *w) { return w->record; }

/* A record that is not in any deque. */
TKL_FAST __global char *__tkl_own_record(tkl_worker *w) {
  return w->record = (__global char *)__tkl_inbox(w);
}

TKL_FAST void __tkl_count_task(tkl_worker *w) { ++w->cold->tasks; }
/* Counts children that ran at their spawns. */
TKL_FAST void __tkl_count_tasks(tkl_worker *w, uint tasks) {
  w->cold->tasks += tasks;
}
TKL_FAST void __tkl_count_continuation(tkl_worker *w) { ++w->cold->continuations; }

/* The runtime's own steps, as the dispatch kernel calls them. */
TKL_FAST uint __tkl_step_segment_end(tkl_worker *w) {
  uint step;
  TKL_CALL_SLOW(step, w, __tkl_segment_end(w));
  return step;
}

TKL_FAST void __tkl_step_chunk_end(tkl_worker *w) {
  bool ok;
  TKL_CALL_SLOW(ok, w, __tkl_shrink(w));
  (void)ok;
}

/* First and last thing a worker does. */
TKL_FAST uint __tkl_begin(tkl_worker *w, tkl_cold *cold,
                          __global char *buffer) {
  __global tkl_heap_header *heap = (__global tkl_heap_header *)buffer;
  uint id = (uint)get_global_id(0);
  ulong deque_size = (ulong)heap->deque_capacity * __tkl_record_size();
  cold->heap = heap;
  cold->id = id;
  cold->deque = buffer + heap->deque_offset + id * deque_size;
  cold->roots = (uint)heap->roots;
  cold->chunk = cold->spare = cold->spares = 0;
  cold->full = cold->fulls = cold->counted = 0;
  cold->patience = cold->lent = 0;
  cold->recalled = cold->expected = 0;
  cold->awaited = 0;
  cold->tasks = cold->continuations = 0;
  cold->steals = cold->blocked = cold->chunks = 0;
  cold->searching = cold->search = 0;
  w->cold = cold;
  cold->begin = __tkl_now(w);
  w->block = (__global tkl_worker_block *)(heap + 1) + id;
  w->head = w->split = cold->deque;
  w->end = cold->deque + deque_size;
  w->frame = w->prev = 0;
  w->ret = w->limit = w->record = 0;
  uint step;
  TKL_CALL_SLOW(step, w, __tkl_first_work(w));
  return step;
}

TKL_FAST void __tkl_end(tkl_worker *w) {
  __global tkl_worker_block *block = w->block;
  block->tasks = w->cold->tasks;
  block->steals = w->cold->steals;
  block->continuations = w->cold->continuations;
  block->blocked = w->cold->blocked;
  block->chunks = w->cold->chunks;
  block->begin = w->cold->begin;
  block->end = w->cold->search != 0 ? w->cold->search : __tkl_now(w);
  block->searching = w->cold->searching;
  bool ok;
  TKL_CALL_SLOW(ok, w, __tkl_trace_end(w));
  (void)ok;
}
