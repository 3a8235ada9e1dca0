/*===- trace.cl - What workers do, written down ----------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * trace.h says what a mark is. These tasks get one:
 *
 *  - the task at the bottom of each segment;
 *  - those children of a marked task that will probably last as long as
 *    `shortest`. A level is the number of marks below a task. For each level
 *    the runtime expects the running mean of how long its marks lasted. If that
 *    is too short, a child is tried as long as there is credit: each time that
 *    `shortest` has passed gives one try, up to TKL_TRACE_CREDIT.
 *
 * To notice the children of a marked task, the worker's limit is set to the end
 * of that task's frame, not to the end of its chunk. So a child that opens its
 * frame goes to the slow path, as if there were no room. Before its descendants
 * open their frames, it gets a mark of its own, or the limit becomes the true
 * one. In the second case a *restorer*, a frame of only a header, brings the
 * false limit back when the child has returned. The fast path is the same as
 * without a trace.
 *
 * An event is kept if it lasts as long as `shortest`. If the events of a worker
 * no longer fit, it doubles `shortest` and drops events that have become too
 * short, until a quarter is free. So the trace becomes coarser, and goes on to
 * the end. Segments that are too short and follow each other become one event.
 */
#include "atomics.h"
#include "slow.h"
#include "trace.h"

#ifdef TKL_TRACE

/* The step that follows a force, of a frame or of one of its join groups. */
static uint __tkl_trace_waiting(__global tkl_frame *frame) {
  return frame->step == TKL_STEP_AWAIT ? frame->prev->step : frame->step;
}

/* Without a clock, time is the number of tasks run: the worker's own number,
 * or, when it gets something from other workers, at least theirs. */
static ulong __tkl_trace_now(tkl_worker *w) {
  if (w->cold->heap->has_clock)
    return __tkl_clock();
  return w->cold->trace.base + w->cold->tasks;
}

/* Before other workers get something from this one, and after it got something.
 * */
static void __tkl_trace_meet(tkl_worker *w) {
  __global tkl_heap_header *heap = w->cold->heap;
  if (heap->has_clock || w->cold->trace.head == 0)
    return;
  ulong now = __tkl_trace_now(w);
  /* Relaxed: only numbers depend on it. */
  ulong seen = __tkl_atomic_peek_u64(&heap->trace_clock);
  while (seen < now) {
    /* Needs no order; as rare as a theft. */
    ulong before = __tkl_atomic_cas_u64(&heap->trace_clock, seen, now);
    if (before == seen)
      return;
    seen = before;
  }
  w->cold->trace.base += seen - now;
}

static __global tkl_trace_event *__tkl_trace_events(tkl_worker *w) {
  return (__global tkl_trace_event *)(w->cold->trace.head + 1);
}

static void __tkl_trace_coarsen(tkl_worker *w) {
  tkl_tracer *t = &w->cold->trace;
  __global tkl_trace_event *events = __tkl_trace_events(w);
  while (t->count > t->capacity / 4 * 3) {
    t->shortest *= 2;
    uint kept = 0;
    for (uint i = 0; i < t->count; ++i)
      if (events[i].end - events[i].begin >= t->shortest)
        events[kept++] = events[i];
    t->dropped += t->count - kept;
    t->count = kept;
  }
}

static void __tkl_trace_put(tkl_worker *w, ulong begin, ulong end, uint step,
                            uint flags, uint other, uint id) {
  tkl_tracer *t = &w->cold->trace;
  if (t->count == t->capacity)
    __tkl_trace_coarsen(w);
  __global tkl_trace_event *event = __tkl_trace_events(w) + t->count++;
  event->begin = begin;
  event->end = end;
  event->step = step;
  event->flags = flags;
  event->other = other;
  event->id = id;
}

static __global char *__tkl_trace_true_limit(tkl_worker *w) {
  return w->cold->chunk == 0
             ? 0
             : __tkl_at(w, w->cold->chunk) + w->cold->heap->chunk_size;
}

/* Makes sure that the next child of the task at the top is noticed. */
static void __tkl_trace_watch(tkl_worker *w) {
  tkl_tracer *t = &w->cold->trace;
  __global char *limit = __tkl_trace_true_limit(w);
  w->limit = limit;
  __global char *top = (__global char *)t->top;
  /* Its frame may lie in another chunk. */
  if (top == 0 || top >= limit || top < limit - w->cold->heap->chunk_size)
    return;
  uint level = (uint)t->top->frame.join + 1;
  if (level >= TKL_TRACE_LEVELS)
    return;
  w->limit = t->top->children != 0 ? t->top->children
                                   : (__global char *)(t->top + 1);
}

/* Puts a mark below the task that starts next; its frame goes above. */
static void __tkl_trace_push(tkl_worker *w, uint step, uint flags, uint other) {
  tkl_tracer *t = &w->cold->trace;
  if ((__global char *)w->frame + sizeof(tkl_mark) > __tkl_trace_true_limit(w))
    return; /* A new chunk for it would cost more than it is worth. */
  __global tkl_mark *mark = (__global tkl_mark *)w->frame;
  mark->frame.step = TKL_STEP_MARK_END;
  mark->frame.pending = 0;
  mark->frame.join = t->top ? t->top->frame.join + 1 : 0;
  mark->frame.segment = step;
  mark->frame.prev = w->prev;
  mark->frame.ret = (__global char *)t->top;
  mark->begin = __tkl_trace_now(w);
  mark->children = 0;
  mark->flags = flags;
  mark->other = other;
  w->prev = &mark->frame;
  w->frame = (__global tkl_frame *)(mark + 1);
  t->top = mark;
  __tkl_trace_watch(w);
}

/* The task at the top hands over to another one, by a tail spawn. */
static void __tkl_trace_hand_over(tkl_worker *w, uint step) {
  tkl_tracer *t = &w->cold->trace;
  __global tkl_mark *mark = t->top;
  if (mark->frame.segment == step)
    return;
  ulong now = __tkl_trace_now(w);
  if (now - mark->begin >= t->shortest) {
    __tkl_trace_put(w, mark->begin, now, mark->frame.segment, mark->flags,
                    mark->other, 0);
    mark->begin = now;
    mark->flags &= ~(TKL_TRACE_STOLEN | TKL_TRACE_ADOPTED);
  }
  mark->frame.segment = step;
  if (++t->vain > TKL_TRACE_VAIN)
    w->limit = __tkl_trace_true_limit(w);
}

/* Whether a child of the task at the top will probably last long enough. */
static bool __tkl_trace_is_promising(tkl_worker *w) {
  tkl_tracer *t = &w->cold->trace;
  uint level = (uint)t->top->frame.join + 1;
  /* Twice, so that few tries are in vain. */
  if (t->expected[level] >= 2 * t->shortest)
    return true;
  ulong now = __tkl_trace_now(w);
  ulong more = (now - t->credited) / t->shortest;
  if (more != 0) {
    t->credit = more > TKL_TRACE_CREDIT - t->credit ? TKL_TRACE_CREDIT
                                                    : t->credit + (uint)more;
    t->credited = now;
  }
  if (t->credit == 0)
    return false;
  --t->credit;
  return true;
}

/* A child of the task at the top starts, or opens its frame and has been counted. */
static void __tkl_trace_child(tkl_worker *w, uint step, uint counted) {
  tkl_tracer *t = &w->cold->trace;
  if (__tkl_trace_is_promising(w)) {
    __global tkl_mark *top = t->top;
    /* The frame that waits for the child tells after which force it runs, and
     * so with which other children it may run at the same time. */
    __tkl_trace_push(w, step, 0, __tkl_trace_waiting(w->prev));
    if (t->top != top) {
      if (!w->cold->heap->has_clock)
        t->top->begin -= counted;
      return;
    }
  }
  w->limit = __tkl_trace_true_limit(w);
  /* Many short children in a row are left alone. */
  if (++t->vain > TKL_TRACE_VAIN ||
      (__global char *)(w->frame + 1) > w->limit)
    return;
  __global tkl_frame *restorer = w->frame;
  restorer->step = TKL_STEP_MARK_END;
  restorer->pending = 0;
  restorer->segment = 0;
  restorer->prev = w->prev;
  w->prev = restorer;
  w->frame = restorer + 1;
}

static bool __tkl_trace_is_watching(tkl_worker *w) {
  return w->cold->trace.top != 0 && w->limit != __tkl_trace_true_limit(w);
}

static TKL_SLOW bool __tkl_trace_start_of_task(tkl_worker *w, uint step) {
  if (!__tkl_trace_is_watching(w))
    return true;
  if ((__global tkl_mark *)w->frame == w->cold->trace.top + 1)
    __tkl_trace_hand_over(w, step);
  else
    __tkl_trace_child(w, step, 0);
  return true;
}

/* A task that may take long before its first spawn starts. Children of a
 * watched task have no room. */
TKL_FAST void __tkl_trace_task(tkl_worker *w, uint step) {
  if ((__global char *)(w->frame + 1) > w->limit) {
    bool ok;
    TKL_CALL_SLOW(ok, w, __tkl_trace_start_of_task(w, step));
    (void)ok;
  }
}

/* A task opens a frame of `size` bytes beyond the limit. False: there is no
 * memory. */
static TKL_SLOW bool __tkl_trace_open(tkl_worker *w, uint size, uint step) {
  tkl_tracer *t = &w->cold->trace;
  if (__tkl_trace_is_watching(w)) {
    if ((__global tkl_mark *)w->frame == t->top + 1)
      __tkl_trace_hand_over(w, step);
    else
      __tkl_trace_child(w, step, 1);
    w->limit = __tkl_trace_true_limit(w);
    if ((__global char *)w->frame + size <= w->limit) {
      if ((__global tkl_mark *)w->frame == t->top + 1) {
        t->top->children = (__global char *)w->frame + size;
        __tkl_trace_watch(w);
      }
      return true;
    }
  }
  return __tkl_grow(w);
}

/* The task of a segment is complete. */
static void __tkl_trace_segment(tkl_worker *w, __global tkl_mark *mark,
                                ulong now) {
  tkl_tracer *t = &w->cold->trace;
  if (now - mark->begin >= t->shortest) {
    __tkl_trace_put(w, mark->begin, now, mark->frame.segment, mark->flags,
                    mark->other, w->cold->chunk);
    return;
  }
  __global tkl_trace_event *last = __tkl_trace_events(w) + t->count - 1;
  if (t->count != 0 && (last->flags & TKL_TRACE_SEVERAL) &&
      mark->begin - last->end < t->shortest) {
    last->end = now;
    ++last->id;
    if (last->step != mark->frame.segment)
      last->step = 0;
    return;
  }
  __tkl_trace_put(w, mark->begin, now, mark->frame.segment, TKL_TRACE_SEVERAL,
                  0, 1);
}

/* Step TKL_STEP_MARK_END: a task with a mark, or with a restorer, has returned.
 * */
static TKL_SLOW bool __tkl_trace_end_of_mark(tkl_worker *w) {
  tkl_tracer *t = &w->cold->trace;
  if (w->frame->segment == 0) { /* a restorer */
    w->prev = w->frame->prev;
    __tkl_trace_watch(w);
    return true;
  }
  __global tkl_mark *mark = (__global tkl_mark *)w->frame;
  uint level = (uint)mark->frame.join;
  ulong now = __tkl_trace_now(w), time = now - mark->begin;
  w->prev = mark->frame.prev;
  t->top = (__global tkl_mark *)mark->frame.ret;
  if (level == 0)
    __tkl_trace_segment(w, mark, now);
  else if (time >= t->shortest)
    __tkl_trace_put(w, mark->begin, now, mark->frame.segment, mark->flags,
                    mark->other, w->cold->chunk);
  t->expected[level] = t->expected[level] == ~0ul
                           ? time
                           : t->expected[level] / 2 + time / 2;
  if (time >= t->shortest && t->credit < TKL_TRACE_CREDIT)
    ++t->credit;
  t->vain = 0;
  __tkl_trace_watch(w);
  return true;
}

TKL_FAST void __tkl_step_mark_end(tkl_worker *w) {
  bool ok;
  TKL_CALL_SLOW(ok, w, __tkl_trace_end_of_mark(w));
  (void)ok;
}

/* A segment begins with the task of a record. */
static void __tkl_trace_start(tkl_worker *w, uint step, uint how, uint other) {
  tkl_tracer *t = &w->cold->trace;
  t->top = 0;
  if (t->head != 0)
    __tkl_trace_push(w, step, how, other);
}

/* Records the end, on this worker, of all that it has begun and not recorded.
 * The tasks have not ended: the segment is left, or the command has failed. */
static void __tkl_trace_leave(tkl_worker *w, ulong now, uint flag) {
  tkl_tracer *t = &w->cold->trace;
  for (__global tkl_mark *mark = t->top; mark;
       mark = (__global tkl_mark *)mark->frame.ret) {
    bool whole = mark->frame.ret == 0;
    if (now - mark->begin >= t->shortest || whole)
      __tkl_trace_put(w, mark->begin, now, mark->frame.segment,
                      mark->flags | TKL_TRACE_UNFINISHED | (whole ? flag : 0),
                      mark->other, w->cold->chunk);
  }
  if (t->in_kernel)
    __tkl_trace_put(w, t->kernel_since, now, t->kernel_step,
                    TKL_TRACE_UNFINISHED, 0, 0);
}

/* The segment will be blocked, unless all results have come. This must not come
 * later: then the segment belongs to another worker. */
static void __tkl_trace_block(tkl_worker *w) {
  tkl_tracer *t = &w->cold->trace;
  if (t->head == 0)
    return;
  __tkl_trace_meet(w);
  if (t->count == t->capacity)
    __tkl_trace_coarsen(w);
  t->before_block = t->count;
  t->dropped_before_block = t->dropped;
  __tkl_trace_leave(w, __tkl_trace_now(w), TKL_TRACE_BLOCKED);
  if (w->cold->chunk != 0)
    ((__global tkl_frame *)__tkl_at(w, w->cold->chunk))->join =
        t->top ? (int)(((__global char *)t->top -
                        (__global char *)w->cold->heap) /
                       TKL_ALIGN)
               : 0;
}

/* All results had come: the worker continues as if it had not left. */
static void __tkl_trace_unblock(tkl_worker *w) {
  tkl_tracer *t = &w->cold->trace;
  if (t->head == 0)
    return;
  if (t->dropped == t->dropped_before_block) {
    t->count = t->before_block;
    return;
  }
  ulong now = __tkl_trace_now(w);
  for (__global tkl_mark *mark = t->top; mark;
       mark = (__global tkl_mark *)mark->frame.ret)
    mark->begin = now;
}

/* The segment has been left. */
static void __tkl_trace_left(tkl_worker *w) {
  w->cold->trace.top = 0;
  w->cold->trace.in_kernel = false;
}

/* A kernel goes on after its force, without a segment. */
static void __tkl_trace_kernel(tkl_worker *w, uint step) {
  tkl_tracer *t = &w->cold->trace;
  if (t->head == 0)
    return;
  t->in_kernel = true;
  t->kernel_since = __tkl_trace_now(w);
  t->kernel_step = step;
}

/* A kernel's force has nothing to wait for. */
static void __tkl_trace_resume(tkl_worker *w, __global tkl_frame *frame) {
  __tkl_trace_kernel(w, __tkl_trace_waiting(frame));
}

/* The worker continues a segment that was left at `frame`. */
static void __tkl_trace_adopt(tkl_worker *w, __global tkl_frame *frame) {
  tkl_tracer *t = &w->cold->trace;
  if (t->head == 0)
    return;
  __tkl_trace_meet(w);
  t->top = 0;
  if (frame->segment != 0)
    t->top = (__global tkl_mark *)__tkl_at(
        w, (uint)((__global tkl_frame *)__tkl_at(w, frame->segment))->join);
  if (frame->segment == 0 ||
      (__global char *)t->top == (__global char *)w->cold->heap) {
    t->top = 0;
    __tkl_trace_kernel(w, frame->segment ? 0 : __tkl_trace_waiting(frame));
    return;
  }
  ulong now = __tkl_trace_now(w);
  for (__global tkl_mark *mark = t->top; mark;
       mark = (__global tkl_mark *)mark->frame.ret) {
    mark->begin = now;
    mark->flags = TKL_TRACE_RESUMED;
    if (mark->frame.ret == 0) {
      mark->flags |= TKL_TRACE_ADOPTED;
      mark->other = frame->segment;
    }
  }
  __tkl_trace_watch(w);
}

/* A segment, or a kernel after its force, is complete. */
static void __tkl_trace_end_of_segment(tkl_worker *w) {
  tkl_tracer *t = &w->cold->trace;
  if (t->head == 0)
    return;
  if (t->in_kernel)
    __tkl_trace_put(w, t->kernel_since, __tkl_trace_now(w), t->kernel_step, 0, 0,
                    0);
  __tkl_trace_meet(w);
  __tkl_trace_left(w);
}

/* A search begins and ends at the times of the statistics: a second reading of
 * the clock could come much later, if the worker loses its processor in
 * between. */
static void __tkl_trace_search(tkl_worker *w) {
  w->cold->trace.search =
      w->cold->heap->has_clock ? w->cold->search : __tkl_trace_now(w);
}

static void __tkl_trace_found(tkl_worker *w, ulong now) {
  tkl_tracer *t = &w->cold->trace;
  if (t->head == 0)
    return;
  __tkl_trace_meet(w);
  if (!w->cold->heap->has_clock)
    now = __tkl_trace_now(w);
  if (now - t->search >= t->shortest)
    __tkl_trace_put(w, t->search, now, 0, TKL_TRACE_SEARCH, 0, 0);
  t->search = ~0ul;
}

/* First and last thing that a worker does. */
static void __tkl_trace_begin(tkl_worker *w) {
  tkl_tracer *t = &w->cold->trace;
  __global tkl_heap_header *heap = w->cold->heap;
  ulong size = sizeof(tkl_trace_head) +
               (ulong)heap->trace_capacity * sizeof(tkl_trace_event);
  t->head = heap->trace_offset == 0
                ? 0
                : (__global tkl_trace_head *)((__global char *)heap +
                                              heap->trace_offset +
                                              w->cold->id * size);
  t->top = 0;
  t->credited = 0;
  t->credit = TKL_TRACE_CREDIT;
  t->vain = 0;
  t->shortest = heap->trace_shortest;
  t->capacity = heap->trace_capacity;
  t->count = 0;
  t->dropped = t->dropped_before_block = 0;
  t->base = 0;
  t->in_kernel = false;
  t->search = ~0ul;
  for (uint i = 0; i < TKL_TRACE_LEVELS; ++i)
    t->expected[i] = ~0ul;
}

static TKL_SLOW bool __tkl_trace_end(tkl_worker *w) {
  tkl_tracer *t = &w->cold->trace;
  if (t->head == 0)
    return true;
  __tkl_trace_meet(w);
  ulong now = __tkl_trace_now(w);
  __tkl_trace_leave(w, now, 0); /* nothing unless the command has failed */
  if (t->search != ~0ul && now - t->search >= t->shortest)
    __tkl_trace_put(w, t->search, now, 0, TKL_TRACE_SEARCH, 0, 0);
  t->head->count = t->count;
  t->head->dropped = t->dropped;
  t->head->shortest = t->shortest;
  return true;
}

#else

static TKL_FAST void __tkl_trace_start(tkl_worker *w, uint step, uint how,
                                       uint other) {
  (void)w, (void)step, (void)how, (void)other;
}
static TKL_FAST void __tkl_trace_adopt(tkl_worker *w,
                                       __global tkl_frame *frame) {
  (void)w, (void)frame;
}
static TKL_FAST void __tkl_trace_resume(tkl_worker *w,
                                        __global tkl_frame *frame) {
  (void)w, (void)frame;
}
static TKL_FAST void __tkl_trace_found(tkl_worker *w, ulong now) {
  (void)w, (void)now;
}
static TKL_FAST bool __tkl_trace_end(tkl_worker *w) {
  (void)w;
  return true;
}
#define TKL_NO_TRACE(name)                                                     \
  static TKL_FAST void name(tkl_worker *w) { (void)w; }
TKL_NO_TRACE(__tkl_trace_begin)
TKL_NO_TRACE(__tkl_trace_meet)
TKL_NO_TRACE(__tkl_trace_block)
TKL_NO_TRACE(__tkl_trace_unblock)
TKL_NO_TRACE(__tkl_trace_left)
TKL_NO_TRACE(__tkl_trace_end_of_segment)
TKL_NO_TRACE(__tkl_trace_search)
#undef TKL_NO_TRACE

#endif
