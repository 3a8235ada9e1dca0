/*===- stress.c - The device runtime under ThreadSanitizer ----------*- C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Runs a tree of tasks by several threads on libtasklet/device, as the dispatch
 * kernel does that tkl-dispatch makes, and compares results and counts with a
 * serial function. The steps are written by hand, in the form that tkl-split-tasks
 * gives them:
 *
 *   __task int tree(int n) {
 *     if (n < 2) return n;
 *     int r[width(n)];
 *     for (i = 0; i < width(n); ++i) r[i] <- tree(child(n, i));
 *     force (r) { return sum of r + n; }
 *   }
 *
 * where the last child of tree(7) is a split():
 *
 *   __task int split(int n) {
 *     if (n < 2) return n;
 *     int a[2], b[2];
 *     a[0] <- split(n - 1);  a[1] <- split(n - 2);  b[0] <- split(n - 2);
 *     for (i = 0; i < others(n); ++i) () <- split(n - 3);
 *     force (a) {
 *       int sum = a[0] + a[1], more;
 *       b[1] <- tree(n - 2);  more <- split(n - 3);
 *       force (b) return sum + b[0] + b[1] + n;
 *     }
 *   }
 *
 * Other commands lock a counter that is not atomic:
 *
 *   __task void locked() {
 *     int held, open;
 *     held <- tkl_acquire(&locks[0]);
 *     force (held) {
 *       long value = counter;
 *       open <- tkl_acquire(&locks[1]);
 *       force (open) { counter = value + 1; tkl_release(&locks[0]); }
 *     }
 *   }
 *   __task void opener() { tkl_release(&locks[1]); }
 *   __task void locks(int n) {
 *     if (n == 0) { for (i = 0; i < LEAVES; ++i) { () <- locked(); () <- opener(); } force () {} }
 *     else { () <- locks(n - 1); () <- locks(n - 1); force () {} }
 *   }
 *
 * `a` and `more` share a join group. Deques and chunks are small, so that
 * records are moved and frames go from chunk to chunk. Usage: stress ROUNDS
 * [LANES [FUNCTION.OPERATION]]; status 1 if a result is wrong. With more than
 * one lane, workers are in teams of so many (team.cl), and each lane is a
 * thread. With an operation, that one is relaxed (OpenCL.h).
 */
#include "OpenCL.h"

#include "tasklet.cl"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#undef TKL_LANES
#define TKL_LANES TKL_UNSEEN
#include "warp_group.cl"
#pragma GCC diagnostic pop

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  TREE = TKL_STEP_FIRST,
  TREE_GOES_ON,
  KERNEL_GOES_ON,
  SPLIT,
  SPLIT_HAS_A,
  SPLIT_HAS_B,
  SPLIT_KERNEL_HAS_A,
  SPLIT_KERNEL_HAS_B,
  MEET,
  MEET_HAS_A,
  ACQUIRE,
  LOCKED,
  LOCKED_HELD,
  LOCKED_OPEN,
  OPENER,
  LOCKS,
  LOCKS_DONE
};
enum { MAX_WIDTH = 12 };

static int width(int n) { return n % 5 == 0 ? MAX_WIDTH : 2; }
static int child(int n, int i) { return i % 2 ? n - 2 : n - 1 - n % 5 / 4; }

static long serial_split(int n, ulong *tasks);
static int last_is_split(int n) { return n == 7; }

static long serial(int n, ulong *tasks) {
  ++*tasks;
  if (n < 2)
    return n;
  long sum = n;
  for (int i = 0; i < width(n); ++i)
    sum += i == width(n) - 1 && last_is_split(n)
               ? serial_split(child(n, i), tasks)
               : serial(child(n, i), tasks);
  return sum;
}

typedef struct {
  tkl_frame header;
  long result[MAX_WIDTH]; /* in a real frame as many as there are */
  int n;                  /* captured */
} __attribute__((aligned(TKL_ALIGN))) tree_frame;

typedef struct {
  int n;
} tree_args;

static uint tree(tkl_worker *w, tree_args *args) {
  int n = args->n;
  long *to = (long *)__tkl_entry_ret(w);
  if (n < 2) {
    *to = n;
    return TKL_ACTION_RETURN;
  }
#ifdef TKL_TRACE
  if (!__tkl_open_traced_frame(w, sizeof(tree_frame), TREE))
    return TKL_ACTION_FAIL;
#else
  if (!__tkl_open_frame(w, sizeof(tree_frame)))
    return TKL_ACTION_FAIL;
#endif
  tree_frame *frame = (tree_frame *)__tkl_frame(w);
  int last = width(n) - 1;
  for (int i = 0; i < last; ++i) {
    char *record =
        __tkl_spawn(w, TREE, (char *)frame, (char *)&frame->result[i]);
    if (!__tkl_has_room(w)) /* also after a failure */
      return __tkl_refuse_spawn(w);
    ((tree_args *)(record + TKL_RECORD_HEADER))->n = child(n, i);
    __tkl_spawned(w);
  }
  frame->n = n;
  __tkl_suspend(w, (char *)frame, TREE_GOES_ON, last, sizeof(tree_frame));
  __tkl_run_next(w, (char *)&frame->result[last]);
  args->n = child(n, last);
  return last_is_split(n) ? SPLIT : TREE;
}

static uint tree_goes_on(tkl_worker *w) {
  tree_frame *frame = (tree_frame *)__tkl_frame(w);
  long sum = frame->n;
  for (int i = 0; i < width(frame->n); ++i)
    sum += frame->result[i];
  *(long *)__tkl_frame_ret(w) = sum;
  __tkl_close_frame(w);
  return TKL_ACTION_RETURN;
}

/* A kernel whose work-item forces two trees and adds them. */
typedef struct {
  tkl_frame header;
  long result[2];
  long *out;
} kernel_frame;

static void start_root(char *heap, int n, char *frame, long *to) {
  char *record = __tkl_root_spawn(heap, TREE, frame, (char *)to);
  ((tree_args *)(record + TKL_RECORD_HEADER))->n = n;
}

static void kernel(char *heap, int n, long *out) {
  start_root(heap, n, NULL, &out[0]);
  kernel_frame *frame =
      (kernel_frame *)__tkl_root_frame(heap, sizeof(kernel_frame));
  if (!frame)
    return;
  frame->out = &out[1];
  start_root(heap, n, (char *)frame, &frame->result[0]);
  start_root(heap, n - 1, (char *)frame, &frame->result[1]);
  __tkl_root_suspend(heap, (char *)frame, KERNEL_GOES_ON, 2);
}

static uint kernel_goes_on(tkl_worker *w) {
  kernel_frame *frame = (kernel_frame *)__tkl_frame(w);
  *frame->out = frame->result[0] + frame->result[1];
  __tkl_close_frame(w);
  return TKL_ACTION_RETURN;
}

static int others(int n) { return n == 3 ? 8 : 1; }

static long serial_split(int n, ulong *tasks) {
  ++*tasks;
  if (n < 2)
    return n;
  for (int i = 0; i < 1 + others(n); ++i)
    serial_split(n - 3, tasks);
  return n + serial_split(n - 1, tasks) + serial(n - 2, tasks) +
         serial_split(n - 2, tasks) + serial_split(n - 2, tasks);
}

enum { OTHERS, A, B, GROUPS }; /* join groups */

typedef struct {
  tkl_frame header, group[GROUPS], place;
  long a[2], b[2], more;
  long sum;
  int n;
} __attribute__((aligned(TKL_ALIGN))) split_frame;

static void spawn_in(tkl_worker *w, split_frame *frame, int group, uint task,
                     int n, long *to) {
  char *record =
      __tkl_spawn_in_group(w, task, (char *)&frame->group[group], (char *)to);
  if (!__tkl_has_room(w)) /* also after a failure */
    return;
  ((tree_args *)(record + TKL_RECORD_HEADER))->n = n;
  __tkl_spawned(w);
  __tkl_spawned_in_group((char *)&frame->group[group]);
}

/* Sometimes lets the others go on, so that more orders are seen. */
static void pause_sometimes(void) {
  static __thread uint last;
  last = last * 1664525 + 1013904223;
  if (last >> 26 == 0)
    usleep(last >> 16 & 63);
}

static uint split(tkl_worker *w, tree_args *args) {
  int n = args->n;
  pause_sometimes();
  long *to = (long *)__tkl_entry_ret(w);
  if (n < 2) {
    if (to)
      *to = n;
    return TKL_ACTION_RETURN;
  }
#ifdef TKL_TRACE
  if (!__tkl_open_traced_frame(w, sizeof(split_frame), SPLIT))
    return TKL_ACTION_FAIL;
#else
  if (!__tkl_open_frame(w, sizeof(split_frame)))
    return TKL_ACTION_FAIL;
#endif
  split_frame *frame = (split_frame *)__tkl_frame(w);
  __tkl_open_groups((char *)frame, GROUPS, sizeof(split_frame));
  frame->n = n;
  spawn_in(w, frame, A, SPLIT, n - 1, &frame->a[0]);
  spawn_in(w, frame, A, SPLIT, n - 2, &frame->a[1]);
  spawn_in(w, frame, B, SPLIT, n - 2, &frame->b[0]);
  for (int i = 0; i < others(n); ++i)
    spawn_in(w, frame, OTHERS, SPLIT, n - 3, NULL);
  __tkl_continue_at(w, (char *)frame, SPLIT_HAS_A);
  return SPLIT_HAS_A;
}

static bool awaits(tkl_worker *w, tkl_frame *group) {
  if (__tkl_is_joined((char *)group))
    return false;
  __tkl_await(w, __tkl_frame(w), (char *)group);
  return true;
}

static uint split_has_a(tkl_worker *w) {
  split_frame *frame = (split_frame *)__tkl_frame(w);
  if (awaits(w, &frame->group[A]))
    return TKL_ACTION_RETURN;
  frame->sum = frame->a[0] + frame->a[1];
  spawn_in(w, frame, B, TREE, frame->n - 2, &frame->b[1]);
  spawn_in(w, frame, A, SPLIT, frame->n - 3, &frame->more);
  __tkl_continue_at(w, (char *)frame, SPLIT_HAS_B);
  return SPLIT_HAS_B;
}

/* The end of a task with groups. */
static uint leave(tkl_worker *w) {
  if (__tkl_are_joined(__tkl_frame(w)))
    __tkl_close_frame(w);
  else
    __tkl_leave_groups(w, __tkl_frame(w));
  return TKL_ACTION_RETURN;
}

static uint split_has_b(tkl_worker *w) {
  split_frame *frame = (split_frame *)__tkl_frame(w);
  if (awaits(w, &frame->group[B]))
    return TKL_ACTION_RETURN;
  long *to = (long *)__tkl_frame_ret(w);
  if (to)
    *to = frame->sum + frame->b[0] + frame->b[1] + frame->n;
  return leave(w);
}

/* A kernel with groups. The work-item spawns `roots` children of group A. Then it
 * waits for A, spawns another one of A, and waits for B. */
typedef struct {
  split_frame frame;
  long *out;
} split_kernel_frame;

static void split_kernel(char *heap, int n, int roots, long *out) {
  split_kernel_frame *root =
      (split_kernel_frame *)__tkl_root_frame(heap, sizeof(split_kernel_frame));
  if (!root)
    return;
  split_frame *frame = &root->frame;
  __tkl_open_groups((char *)frame, GROUPS, sizeof(split_kernel_frame));
  root->out = out;
  frame->n = n;
  frame->a[0] = frame->a[1] = 0;
  for (int i = -1; i < roots; ++i) {
    tkl_frame *group = &frame->group[i < 0 ? B : A];
    char *record =
        __tkl_root_spawn(heap, SPLIT, (char *)group,
                         (char *)(i < 0 ? &frame->b[0] : &frame->a[i]));
    ((tree_args *)(record + TKL_RECORD_HEADER))->n = n;
    __tkl_spawned_in_group((char *)group);
  }
  __tkl_root_await(heap, (char *)frame, SPLIT_KERNEL_HAS_A, 1 << A);
}

static uint split_kernel_has_a(tkl_worker *w) {
  split_frame *frame = (split_frame *)__tkl_frame(w);
  if (awaits(w, &frame->group[A]))
    return TKL_ACTION_RETURN;
  frame->sum = frame->a[0] + frame->a[1];
  spawn_in(w, frame, A, SPLIT, frame->n, &frame->more);
  __tkl_continue_at(w, (char *)frame, SPLIT_KERNEL_HAS_B);
  return SPLIT_KERNEL_HAS_B;
}

static uint split_kernel_has_b(tkl_worker *w) {
  split_frame *frame = (split_frame *)__tkl_frame(w);
  if (awaits(w, &frame->group[B]))
    return TKL_ACTION_RETURN;
  *((split_kernel_frame *)frame)->out = frame->sum + frame->b[0];
  return leave(w);
}

/* By two workers: a task waits for child 1, which the other worker has stolen,
 * and so its worker leaves it. Children 2 and 3 are in that worker's deque. They
 * wait for each other, so the thief must get one of them. */
static uint has_started[4], is_left; /* `is_left`: 2 or 3 has started */

static bool comes(uint *flag) {
  for (int i = 0; i < 50000; ++i) {
    if (__atomic_load_n(flag, __ATOMIC_RELAXED))
      return true;
    usleep(100);
  }
  return false;
}

static uint meet(tkl_worker *w, tree_args *args) {
  int n = args->n;
  long *to = (long *)__tkl_entry_ret(w);
  __atomic_store_n(&has_started[n], 1, __ATOMIC_RELAXED);
  if (n != 0) {
    if (n != 1)
      __atomic_store_n(&is_left, 1, __ATOMIC_RELAXED);
    *to = comes(n == 1 ? &is_left : &has_started[5 - n]);
    return TKL_ACTION_RETURN;
  }
  if (!__tkl_open_frame(w, sizeof(split_frame)))
    return TKL_ACTION_FAIL;
  split_frame *frame = (split_frame *)__tkl_frame(w);
  __tkl_open_groups((char *)frame, GROUPS, sizeof(split_frame));
  bool stolen = comes(&w->block->hungry);
  spawn_in(w, frame, A, MEET, 1, &frame->a[0]);
  stolen = stolen && comes(&has_started[1]);
  frame->sum = stolen;
  spawn_in(w, frame, OTHERS, MEET, 2, to + 1);
  spawn_in(w, frame, OTHERS, MEET, 3, to + 2);
  __tkl_continue_at(w, (char *)frame, MEET_HAS_A);
  return MEET_HAS_A;
}

static uint meet_has_a(tkl_worker *w) {
  split_frame *frame = (split_frame *)__tkl_frame(w);
  if (awaits(w, &frame->group[A]))
    return TKL_ACTION_RETURN;
  *(long *)__tkl_frame_ret(w) = frame->sum + frame->a[0];
  return leave(w);
}

static void start_meeting(char *heap, int n, long *out) {
  memset(has_started, 0, sizeof(has_started));
  is_left = 0;
  char *record = __tkl_root_spawn(heap, MEET, NULL, (char *)out);
  ((tree_args *)(record + TKL_RECORD_HEADER))->n = n;
}

enum { LEAVES = 45 };
static ulong semaphores[2];
static long counter;

typedef struct {
  tkl_frame header;
  int held[2];
  long value;
} __attribute__((aligned(TKL_ALIGN))) locked_frame;

static bool open_frame(tkl_worker *w, uint size, uint step) {
#ifdef TKL_TRACE
  return __tkl_open_traced_frame(w, size, step);
#else
  (void)step;
  return __tkl_open_frame(w, size);
#endif
}

/* Ends a step with a spawn of tkl_acquire and a force of its result. */
static uint acquire_next(tkl_worker *w, locked_frame *frame, uint step,
                         int semaphore, tree_args *args) {
  frame->held[semaphore] = -1;
  __tkl_suspend(w, (char *)frame, step, 0, sizeof(locked_frame));
  __tkl_run_next(w, (char *)&frame->held[semaphore]);
  args->n = semaphore;
  return ACQUIRE;
}

static uint locked(tkl_worker *w, tree_args *args) {
  if (!open_frame(w, sizeof(locked_frame), LOCKED))
    return TKL_ACTION_FAIL;
  return acquire_next(w, (locked_frame *)__tkl_frame(w), LOCKED_HELD, 0, args);
}

static uint locked_held(tkl_worker *w, tree_args *args) {
  locked_frame *frame = (locked_frame *)__tkl_frame(w);
  frame->value = counter;
  pause_sometimes();
  return acquire_next(w, frame, LOCKED_OPEN, 1, args);
}

static uint locked_open(tkl_worker *w) {
  locked_frame *frame = (locked_frame *)__tkl_frame(w);
  counter = frame->value + 1 + frame->held[0] + frame->held[1];
  __tkl_serve_release(__tkl_services_of(w), (char *)&semaphores[0]);
  __tkl_close_frame(w);
  return TKL_ACTION_RETURN;
}

static bool spawn_below(tkl_worker *w, char *frame, uint task, int n) {
  char *record = __tkl_spawn(w, task, frame, NULL);
  if (!__tkl_has_room(w)) /* Only after a failure. */
    return false;
  ((tree_args *)(record + TKL_RECORD_HEADER))->n = n;
  __tkl_spawned(w);
  return true;
}

static uint locks(tkl_worker *w, tree_args *args) {
  int n = args->n, children = n == 0 ? 2 * LEAVES : 2;
  if (!open_frame(w, sizeof(tkl_frame), LOCKS))
    return TKL_ACTION_FAIL;
  char *frame = __tkl_frame(w);
  for (int i = 0; i < children; ++i)
    if (!spawn_below(w, frame, n ? LOCKS : i % 2 ? OPENER : LOCKED, n - 1))
      return TKL_ACTION_FAIL;
  __tkl_suspend(w, frame, LOCKS_DONE, children, sizeof(tkl_frame));
  return TKL_ACTION_RETURN;
}

static void start_locks(char *heap, int n, long *out) {
  (void)out;
  counter = 0;
  semaphores[0] = 1ul << 32;
  semaphores[1] = 0;
  char *record = __tkl_root_spawn(heap, LOCKS, NULL, NULL);
  ((tree_args *)(record + TKL_RECORD_HEADER))->n = n;
}

static void load_args(tkl_worker *w, uint step, tree_args *args) {
  if (!(step & TKL_STEP_AT_HAND))
    *args = *(tree_args *)(__tkl_record_of(w) + TKL_RECORD_HEADER);
}

/* One step, as the kernel runs it that tkl-dispatch makes. Returns the next. */
static uint run_step(tkl_worker *w, uint step, tree_args *args) {
  uint id = step & ~TKL_STEP_AT_HAND, action = TKL_ACTION_RETURN;
  switch (id) {
  case TKL_STEP_SEGMENT_END:
    return __tkl_step_segment_end(w);
  case TKL_STEP_CHUNK_END:
    __tkl_step_chunk_end(w);
    break;
#ifdef TKL_TRACE
  case TKL_STEP_MARK_END:
    __tkl_step_mark_end(w);
    break;
#endif
  case TKL_STEP_LEAVE:
    __tkl_close_frame(w);
    break;
  case TREE:
  case SPLIT:
    load_args(w, step, args);
#ifdef TKL_TRACE
    __tkl_trace_task(w, id);
#endif
    __tkl_count_task(w);
    action = id == TREE ? tree(w, args) : split(w, args);
    break;
  case TREE_GOES_ON:
    __tkl_count_continuation(w);
    action = tree_goes_on(w);
    break;
  case KERNEL_GOES_ON:
    __tkl_count_continuation(w);
    action = kernel_goes_on(w);
    break;
  case TKL_STEP_AWAIT:
  case TKL_STEP_LEAVE_GROUPS:
    return __tkl_step_groups(w, step);
  case SPLIT_HAS_A:
    __tkl_count_continuation(w);
    action = split_has_a(w);
    break;
  case SPLIT_HAS_B:
    __tkl_count_continuation(w);
    action = split_has_b(w);
    break;
  case SPLIT_KERNEL_HAS_A:
    __tkl_count_continuation(w);
    action = split_kernel_has_a(w);
    break;
  case SPLIT_KERNEL_HAS_B:
    __tkl_count_continuation(w);
    action = split_kernel_has_b(w);
    break;
  case LOCKED:
  case LOCKS:
  case OPENER:
    load_args(w, step, args);
#ifdef TKL_TRACE
    __tkl_trace_task(w, id);
#endif
    __tkl_count_task(w);
    if (id == OPENER)
      __tkl_serve_release(__tkl_services_of(w), (char *)&semaphores[1]);
    else
      action = id == LOCKED ? locked(w, args) : locks(w, args);
    break;
  case ACQUIRE: /* follows a step directly, with its argument */
    __tkl_count_task(w);
    action = __tkl_acquire(w, (char *)&semaphores[args->n]);
    if (action == TKL_ACTION_WAIT)
      return __tkl_wait_for_permit(w);
    if (action == TKL_ACTION_RETURN)
      *(int *)__tkl_entry_ret(w) = 0;
    break;
  case LOCKED_HELD:
    __tkl_count_continuation(w);
    action = locked_held(w, args);
    break;
  case LOCKED_OPEN:
    __tkl_count_continuation(w);
    action = locked_open(w);
    break;
  case LOCKS_DONE:
    __tkl_close_frame(w);
    break;
  case MEET:
    load_args(w, step, args);
    __tkl_count_task(w);
    action = meet(w, args);
    break;
  case MEET_HAS_A:
    __tkl_count_continuation(w);
    action = meet_has_a(w);
    break;
  default:
    return TKL_STEP_EXIT;
  }
  if (action >= TKL_STEP_FIRST) { /* The continuation may go on at once. */
    bool entry = action == TREE || action == SPLIT || action == ACQUIRE;
    return entry ? action | TKL_STEP_AT_HAND : action;
  }
  return action == TKL_ACTION_FAIL ? TKL_STEP_EXIT : __tkl_return(w);
}

static uint handed; /* records that lanes got from lanes of their teams */

/* `slots`: the local memory of the worker's team. */
static void dispatch(char *heap, ulong *slots) {
  tkl_worker worker;
  tkl_cold cold;
  tree_args args = {0};
  uint step = __tkl_begin(&worker, &cold, heap);
  if (__tkl_team_lanes() == 1) {
    while (step != TKL_STEP_EXIT)
      step = run_step(&worker, step, &args);
  } else {
    tkl_team team;
    __tkl_team_begin(&team, slots);
    do {
      uint next, runs = __tkl_team_meet(&worker, &team, step, &next);
      step = runs == TKL_STEP_PAUSE ? next : run_step(&worker, runs, &args);
    } while (__tkl_team_turn(&team));
    __tkl_team_end(&worker, &team);
    __atomic_fetch_add(&handed, worker.block->handed, __ATOMIC_RELAXED);
  }
  __tkl_end(&worker);
}

typedef struct {
  char *heap;
  size_t id;
  pthread_barrier_t *meets;
  ulong *slots;
} thread_start;

static void *run_worker(void *data) {
  thread_start *start = data;
  global_id = start->id;
  team_barrier = start->meets;
  dispatch(start->heap, start->slots);
  return NULL;
}

#ifdef TKL_TRACE
enum {
  TRACE_CAPACITY = 48,
  TRACE_SIZE = sizeof(tkl_trace_head) + TRACE_CAPACITY * sizeof(tkl_trace_event)
};
/* What a worker begins when it has nothing else, and its searches. */
static bool is_outermost(const tkl_trace_event *e) {
  return (e->flags & (TKL_TRACE_SEARCH | TKL_TRACE_ROOT | TKL_TRACE_STOLEN |
                      TKL_TRACE_ADOPTED | TKL_TRACE_SEVERAL)) != 0;
}
static int by_begin(const void *a, const void *b) {
  const tkl_trace_event *x = a, *y = b;
  if (x->begin != y->begin)
    return x->begin < y->begin ? -1 : 1;
  if (x->end != y->end)
    return x->end > y->end ? -1 : 1;
  /* A task that was left may be as long as its part at the top. */
  return is_outermost(y) - is_outermost(x);
}

/* What a worker recorded lies within each other or apart, and has its length. */
static int wrong_events(char *heap, uint worker) {
  tkl_heap_header *header = (tkl_heap_header *)heap;
  tkl_trace_head *head =
      (tkl_trace_head *)(heap + header->trace_offset + worker * TRACE_SIZE);
  tkl_trace_event *events = (tkl_trace_event *)(head + 1);
  int wrong = head->count > TRACE_CAPACITY;
  qsort(events, head->count, sizeof(tkl_trace_event), by_begin);
  ulong open[TRACE_CAPACITY + 1];
  uint depth = 0;
  for (uint i = 0; i < head->count; ++i) {
    tkl_trace_event *e = &events[i];
    while (depth && open[depth - 1] <= e->begin)
      --depth;
    wrong += e->end < e->begin || (depth && e->end > open[depth - 1]);
    bool is_task = !(e->flags & TKL_TRACE_SEARCH);
    wrong += is_task && e->step != TREE && e->step != SPLIT &&
             e->step != MEET && e->step != KERNEL_GOES_ON &&
             (e->step < LOCKED || e->step > LOCKS) &&
             e->step != SPLIT_KERNEL_HAS_A && e->step != SPLIT_KERNEL_HAS_B &&
             e->step != TKL_STEP_LEAVE_GROUPS && e->step != 0;
    /* The step that waits for it */
    wrong +=
        is_task && e->other == TKL_STEP_AWAIT &&
        !(e->flags & (TKL_TRACE_ROOT | TKL_TRACE_STOLEN | TKL_TRACE_ADOPTED));
    wrong += depth != 0 && e->begin != e->end && is_outermost(e);
    open[depth++] = e->end;
  }
  return wrong;
}
#endif

enum { RESULTS = 4 };

static void start_all(char *heap, int n, long *out) {
  kernel(heap, n, out);
  split_kernel(heap, n / 2, 2, &out[2]);
  split_kernel(heap, n / 2, 0, &out[3]);
}

#define BLOCKS(workers)                                                        \
  (sizeof(tkl_heap_header) + (workers) * sizeof(tkl_worker_block) +            \
   sizeof(tkl_services))

/* One command, of what `spawn` spawns, on a heap of `size` bytes. Returns the header's status. */
static uint run(void (*spawn)(char *heap, int n, long *out), uint workers,
                size_t size, int n, long *out, ulong *tasks, ulong *steals) {
  enum { CAPACITY = 64, CHUNK = 1024, MAX_WORKERS = 16 };
  const uint teams = workers / team_lanes, words = TKL_WARP_WORDS(team_lanes);
  char *heap = aligned_alloc(64, size);
  /* An earlier command has left something everywhere. */
  memset(heap, 0xa5, size);
  tkl_heap_header *header = (tkl_heap_header *)heap;
  const uint blocks = BLOCKS(workers);
  memset(heap, 0, blocks); /* as the host does */
  header->size = size;
  header->deque_offset = blocks;
#ifdef TKL_TRACE
  header->trace_offset = header->deque_offset;
  header->trace_capacity = TRACE_CAPACITY;
  header->trace_shortest = 1;
  header->deque_offset += workers * TRACE_SIZE;
#endif
  header->arena_offset =
      (header->deque_offset + workers * CAPACITY * RECORD_SIZE + 63) & ~63ul;
  header->abi = TKL_ABI_VERSION;
  header->workers = workers;
  header->deque_capacity = CAPACITY;
  header->record_size = RECORD_SIZE;
  header->chunk_size = CHUNK;
  header->team_lanes = team_lanes;
  spawn(heap, n, out);
  pthread_t threads[MAX_WORKERS];
  thread_start starts[MAX_WORKERS];
  pthread_barrier_t meets[MAX_WORKERS];
  ulong *slots = malloc(teams * words * sizeof(ulong));
  for (uint i = 0; i < teams; ++i)
    pthread_barrier_init(&meets[i], NULL, team_lanes);
  for (uint i = 0; i < workers; ++i) {
    uint team = i / team_lanes;
    starts[i] = (thread_start){heap, i, &meets[team], slots + team * words};
    pthread_create(&threads[i], NULL, run_worker, &starts[i]);
  }
  for (uint i = 0; i < workers; ++i)
    pthread_join(threads[i], NULL);
  for (uint i = 0; i < teams; ++i)
    pthread_barrier_destroy(&meets[i]);
  free(slots);
  uint status = header->status;
  *tasks = 0;
  for (uint i = 0; i < workers; ++i) {
    const tkl_worker_block *block = (tkl_worker_block *)(header + 1) + i;
    *tasks += block->tasks;
    *steals += block->steals;
#ifdef TKL_TRACE
    if (wrong_events(heap, i)) {
      printf("%u workers, n = %d: the events of worker %u are wrong\n", workers,
             n, i);
      status = ~0u;
    }
#endif
  }
  free(heap);
  return status;
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 20, wrong = 0;
  if (argc > 2)
    team_lanes = atoi(argv[2]);
  if (argc > 3)
    weakened = argv[3];
  ulong steals = 0, failures = 0;
  for (int round = 0; round < rounds; ++round)
    for (uint workers = team_lanes; workers <= 8; workers += team_lanes) {
      int n = 12 + round % 5;
      ulong expected_tasks = 0, tasks;
      long expected[RESULTS], out[RESULTS] = {0};
      expected[0] = serial(n, &expected_tasks);
      expected[1] = serial(n, &expected_tasks) + serial(n - 1, &expected_tasks);
      expected[2] = expected[3] = 0;
      for (int i = 0; i < 5; ++i) {
        long split = serial_split(n / 2, &expected_tasks);
        expected[2] += i < 3 ? split : 0;
        expected[3] = split;
      }
      serial_split(n / 2, &expected_tasks);
      uint status = run(start_all, workers, 1 << 20, n, out, &tasks, &steals);
      if (status != TKL_OK || memcmp(out, expected, sizeof(out)) != 0 ||
          tasks != expected_tasks) {
        printf("%u workers, n = %d: status %u, %lu tasks instead of %lu\n",
               workers, n, status, tasks, expected_tasks);
        for (int i = 0; i < RESULTS; ++i)
          printf("  result %d: %ld instead of %ld\n", i, out[i], expected[i]);
        ++wrong;
      }
      /* And with a heap that is too small for most: the command must end. */
      size_t arena = 1024 * (1 + round % 12);
      size_t size = BLOCKS(workers) + workers * (64 * RECORD_SIZE + RECORD_SIZE);
#ifdef TKL_TRACE
      size += workers * TRACE_SIZE;
#endif
      status = run(start_all, workers, (size + arena + 63) & ~63ul, n, out,
                   &tasks, &steals);
      failures += status != TKL_OK;
      wrong += status == ~0u;
      if (status == TKL_OK && memcmp(out, expected, sizeof(out)) != 0) {
        printf("%u workers, n = %d, %zu bytes: wrong result without a fault\n",
               workers, n, arena);
        ++wrong;
      }
    }
  has_semaphores = true;
  for (int round = 0; round < rounds; ++round)
    for (uint workers = team_lanes; workers <= 8; workers += team_lanes) {
      int n = round % 4;
      long expected = LEAVES << n;
      /* Also with too little memory for the tasks that wait. */
      for (int small = 0; small < 2; ++small) {
        ulong tasks;
        uint status = run(start_locks, workers, small ? 1 << 17 : 1 << 20, n,
                          NULL, &tasks, &steals);
        failures += status != TKL_OK;
        if ((status != TKL_OK && !small) || status == ~0u ||
            (status == TKL_OK &&
             (counter != expected || semaphores[0] != 1ul << 32 ||
              semaphores[1] != 0 ||
              tasks != 4ul * LEAVES * (1u << n) + (2u << n) - 1))) {
          printf("%u workers, locks(%d): status %u, %ld counted instead of %ld, "
                 "%lu tasks\n",
                 workers, n, status, counter, expected, tasks);
          ++wrong;
        }
      }
    }
  has_semaphores = false;
  /* Not in teams, where no step may wait for another one. */
  for (int round = 0; round < 10 && team_lanes == 1; ++round) {
    ulong tasks;
    long out[3] = {0};
    uint status = run(start_meeting, 2, 1 << 20, 0, out, &tasks, &steals);
    if (status != TKL_OK || out[0] != 2 || out[1] != 1 || out[2] != 1) {
      printf("children that were left: status %u, %ld %ld %ld\n", status,
             out[0], out[1], out[2]);
      ++wrong;
      break;
    }
  }
  printf("stress: %d rounds, %lu steals, %u handed over, %lu commands out of "
         "memory, %d wrong\n",
         rounds, steals, handed, failures, wrong);
  if (*weakened && !weakened_uses)
    printf("stress: there is no operation %s\n", weakened);
  /* Without these nothing was tested. */
  return wrong || !steals || !failures || (team_lanes != 1 && !handed);
}
