/*===- graph.cl - Tasks, and who waits for whom ----------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The inspector of TKL_ORDER_TASKS. It goes over all tasks twice:
 *
 *  - Forwards. A mark is the last task to write an element. A task that reads or
 *    writes it waits for that one (RAW, WAW), and then is the mark if it writes.
 *  - Backwards. A mark is the next task to write an element. That one waits for
 *    each task that reads the element (WAR).
 *
 * So nobody keeps lists of readers, and each access adds one link at most: all
 * others follow from these. A task never waits for a later one, so there are no
 * circles. The two ways share nothing but room for links, so two workers may go
 * them at once, and each sets up the part of its arrays that belongs to a task
 * when it comes to that task.
 *
 * Larger tasks have fewer links, and stay on the same memory for longer; smaller
 * ones leave more to do side by side. So the size is found by trying.
 *
 * A task that has the end of one row of a grid and the beginning of the next one
 * makes a chain of all rows. So a task ends earlier where a work-item does not
 * conflict with it, and those before did: there a row ends. To find such places,
 * a worker remembers a few elements; parts of the range are cut side by side.
 */
#ifndef TKL_ORDER_GRAPH_CL
#define TKL_ORDER_GRAPH_CL

#include "opening.cl"

/* Links are taken from the common room in slabs of so many. */
#define TKL_SLAB 256u
/* The first tasks of a trial have at most so many work-items. */
#define TKL_TASK_ITEMS 64u
/* And there are at least so many for each worker, if possible. */
#define TKL_TASKS_PER_WORKER 128u
/* So many tasks on average must be ready at a time for each worker, or smaller
 * ones are tried. */
#define TKL_READY_PER_WORKER 2ul
#define TKL_FEWER_ITEMS 4u /* by this factor */
#define TKL_MORE_ITEMS 4u  /* or this one, where there is no room for links */

static TKL_INLINE __global tkl_order_graph *
__tkl_order_graph(__global tkl_order_header *o) {
  return (__global tkl_order_graph *)((__global char *)o + o->graph_offset);
}

/* The arrays that tkl_order.h names. */
enum {
  TKL_WAITS = 0,
  TKL_FIRST = 2,
  TKL_SEEN = 4,
  TKL_LEFT = 4, /* in the place of `seen`: the execution does not need that */
  TKL_READY = 5,
  TKL_LENGTH = 6,
  TKL_BEGINS = 8,
  TKL_GRAPH_ARRAYS = 9,
};

static TKL_INLINE __global uint *
__tkl_order_tasks(__global tkl_order_header *o, uint array) {
  return (__global uint *)(__tkl_order_graph(o) + 1) +
         array * (o->most_tasks + 1ul & -2ul);
}

static TKL_INLINE __global tkl_order_link *
__tkl_order_links(__global tkl_order_header *o) {
  return (__global tkl_order_link *)__tkl_order_tasks(o, TKL_GRAPH_ARRAYS);
}

/*===----------------------------------------------------------------------===*
 * The size of tasks
 *===----------------------------------------------------------------------===*/

/* Begins with links for tasks of about so many work-items. */
static void __tkl_order_size_tasks(tkl_order_worker *w, uint items) {
  __global tkl_order_header *o = w->order;
  __global tkl_order_graph *g = __tkl_order_graph(o);
  items = TKL_MAX(items, g->smallest);
  g->task_items = items;
  o->task_items = items;
  g->slabs = 0;
  g->given_up = TKL_GIVEN_UP_NOT;
  /* Each part has as many places for tasks, and as many work-items. */
  ulong parts = TKL_MIN((ulong)o->workers * 4, o->segment_items / 4096ul + 1);
  g->parts = TKL_MIN(parts, (ulong)o->most_tasks);
  ++o->passes;
}

static ulong __tkl_order_cut_items(__global tkl_order_header *o) {
  uint parts = __tkl_order_graph(o)->parts;
  return (o->segment_items + parts - 1ul) / parts;
}

static void __tkl_order_size_first_tasks(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  ulong all = (ulong)o->workers * TKL_TASKS_PER_WORKER;
  uint least = 1, wanted = 1;
  /* Each part has room for its work-items, rounded down. */
  if (o->most_tasks < o->segment_items)
    least = 2 * (o->segment_items / o->most_tasks + 1);
  while (wanted < TKL_TASK_ITEMS && all * wanted * 2 <= o->segment_items)
    wanted *= 2;
  __tkl_order_graph(o)->smallest = least;
  __tkl_order_size_tasks(w, wanted);
}

/* Whether other tasks should be tried than those that have been. Then it has
 * begun with these. */
static bool __tkl_order_size_other_tasks(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  __global tkl_order_graph *g = __tkl_order_graph(o);
  uint items = g->task_items;
  if (g->given_up == TKL_GIVEN_UP_LINKS) {
    if ((ulong)items * TKL_MORE_ITEMS >= o->segment_items)
      return false;
    g->smallest = items * TKL_MORE_ITEMS;
    __tkl_order_size_tasks(w, g->smallest);
    return true;
  }
  bool is_enough = g->given_up == TKL_GIVEN_UP_NOT &&
                   g->tasks >= o->buckets * TKL_READY_PER_WORKER * o->workers;
  if (is_enough || items <= g->smallest || items == 1)
    return false;
  __tkl_order_size_tasks(w, items / TKL_FEWER_ITEMS);
  return true;
}

/* Whether a chain of `length` is nearly all of so many tasks. */
static bool __tkl_order_is_chain_of(uint tasks, uint length) {
  return tasks > 1 && tasks * 4ul < length * 5ul;
}

/*===----------------------------------------------------------------------===*
 * Cuts
 *===----------------------------------------------------------------------===*/

/* Where a part has its tasks until they have numbers. */
static ulong __tkl_order_cut_place(__global tkl_order_header *o, ulong part) {
  __global tkl_order_graph *g = __tkl_order_graph(o);
  /* Without rounding where there is room for all. */
  return o->most_tasks >= o->segment_items
             ? part * __tkl_order_cut_items(o)
             : part * (o->most_tasks / g->parts);
}

/* The tasks of all parts follow each other. By one worker. */
static void __tkl_order_number_tasks(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  __global tkl_order_graph *g = __tkl_order_graph(o);
  __global uint *begins = __tkl_order_tasks(o, TKL_BEGINS);
  __global uint *counts = __tkl_order_tasks(o, TKL_LENGTH);
  uint tasks = 0;
  ulong items = __tkl_order_cut_items(o);
  for (ulong part = 0; part * items < o->segment_items; ++part) {
    ulong from = __tkl_order_cut_place(o, part);
    for (uint i = 0; i < counts[part]; ++i)
      begins[tasks++] = begins[from + i];
  }
  g->tasks = tasks;
}

/* Sets w->begin and w->end to the work-items of the task. */
static TKL_INLINE void __tkl_order_find_task(tkl_order_worker *w, uint task) {
  __global tkl_order_header *o = w->order;
  __global uint *begins = __tkl_order_tasks(o, TKL_BEGINS);
  w->begin = begins[task];
  w->end = task + 1 < __tkl_order_graph(o)->tasks ? begins[task + 1]
                                                  : o->segment_items;
}

/*===----------------------------------------------------------------------===*
 * Links
 *===----------------------------------------------------------------------===*/

/* A free link; 0: there is none. */
static TKL_INLINE uint __tkl_order_new_link(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  if (w->link == w->slab_end) {
    uint slab = __tkl_atomic_add_u32(&__tkl_order_graph(o)->slabs, 1);
    ulong end = ((ulong)slab + 1) * TKL_SLAB;
    if (end > o->most_links)
      return 0;
    w->slab_end = end;
    w->link = w->slab_end - TKL_SLAB;
    w->link += w->link == 0; /* The number 0 means none. */
  }
  return w->link++;
}

/* The task that is looked at and `other`, both from 1, are linked: the later one
 * waits for the earlier one. */
static TKL_INLINE void __tkl_order_add_link(tkl_order_worker *w, uint other) {
  __global tkl_order_header *o = w->order;
  uint direction = w->backwards;
  uint early = (w->backwards ? w->task : other) - 1;
  uint late = (w->backwards ? other : w->task) - 1;
  w->seen[other - 1] = w->task;
  uint number = __tkl_order_new_link(w);
  if (!number) {
    __tkl_atomic_set_u32(&__tkl_order_graph(o)->given_up, TKL_GIVEN_UP_LINKS);
    return;
  }
  __global tkl_order_link *link = __tkl_order_links(o) + number;
  __global uint *first = __tkl_order_tasks(o, TKL_FIRST + direction) + early;
  link->task = late;
  link->next = *first;
  *first = number;
  if (w->backwards)
    ++__tkl_order_tasks(o, TKL_WAITS + 1)[late];
  else
    ++w->waiting;
  w->length = TKL_MAX(w->length, w->lengths[other - 1]);
}

/* Which way the chunk goes. */
static TKL_INLINE void __tkl_order_begin_links(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  w->cutting = false;
  w->backwards = w->number != 0;
  w->seen = __tkl_order_tasks(o, TKL_SEEN + w->backwards);
  w->task_marks =
      (__global uint *)w->marks + (w->backwards ? w->mask + 1 : 0);
  w->lengths = __tkl_order_tasks(o, TKL_LENGTH + w->backwards);
  w->link = w->slab_end = 0;
  w->longest = 0;
}

/* The links of the task that was looked at are complete. The chains that are
 * known have links of this way alone; that is enough to give up most that are
 * hopeless early. */
static TKL_INLINE void __tkl_order_leave_task(tkl_order_worker *w,
                                              uint number) {
  __global tkl_order_header *o = w->order;
  __global tkl_order_graph *g = __tkl_order_graph(o);
  if (!w->backwards)
    __tkl_order_tasks(o, TKL_WAITS)[w->task - 1] = w->waiting;
  ++w->length;
  w->lengths[w->task - 1] = w->length;
  w->longest = TKL_MAX(w->longest, w->length);
  ulong items = w->backwards ? o->segment_items - w->begin : w->end;
  if (number % 16 == 0 && items >= TKL_TRIAL_ITEMS &&
      items >= o->segment_items / 8 &&
      __tkl_order_is_chain_of(number, w->longest))
    __tkl_atomic_set_u32(&g->given_up, TKL_GIVEN_UP_CHAIN);
}

/* Makes the `number`th task of that way the one that is looked at, and sets
 * w->begin and w->end. False: that is in vain. */
static TKL_INLINE bool __tkl_order_enter_task(tkl_order_worker *w, uint number) {
  __global tkl_order_header *o = w->order;
  __global tkl_order_graph *g = __tkl_order_graph(o);
  uint direction = w->backwards;
  if (number)
    __tkl_order_leave_task(w, number);
  /* Relaxed: the other worker only says that the work is in vain. */
  if (number >= g->tasks || __tkl_atomic_peek_u32(&g->given_up))
    return false;
  uint task = w->backwards ? g->tasks - 1 - number : number;
  __tkl_order_tasks(o, TKL_WAITS + direction)[task] = 0;
  __tkl_order_tasks(o, TKL_FIRST + direction)[task] = 0;
  w->seen[task] = 0;
  w->waiting = 0;
  w->length = 0;
  w->task = task + 1;
  __tkl_order_find_task(w, task);
  return true;
}

/* Finds the longest chain, and who waits for none. By one worker: a task comes
 * after all that it waits for. */
static void __tkl_order_measure_chains(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  __global tkl_order_graph *g = __tkl_order_graph(o);
  __global tkl_order_link *links = __tkl_order_links(o);
  __global uint *length = __tkl_order_tasks(o, TKL_LENGTH);
  __global uint *width = __tkl_order_tasks(o, TKL_SEEN);
  __global uint *waits = __tkl_order_tasks(o, TKL_WAITS);
  __global uint *waits_more = __tkl_order_tasks(o, TKL_WAITS + 1);
  uint longest = 0, count = 0, widest = 0;
  for (uint task = 0; task < g->tasks; ++task) {
    length[task] = 0;
    width[task] = 0;
  }
  for (uint task = 0; task < g->tasks; ++task) {
    uint before = length[task];
    longest = TKL_MAX(longest, before + 1);
    ++width[before];
    widest = TKL_MAX(widest, width[before]);
    if (waits[task] + waits_more[task] == 0)
      ++count;
    for (uint direction = 0; direction < 2; ++direction) {
      uint at = __tkl_order_tasks(o, TKL_FIRST + direction)[task];
      for (; at; at = links[at].next) {
        uint to = links[at].task;
        length[to] = TKL_MAX(length[to], before + 1);
      }
    }
  }
  g->roots = count;
  o->buckets = longest;
  o->run_end = TKL_MIN((ulong)widest * g->task_items, (ulong)o->segment_items);
}

/* The tasks are as they should be. */
static void __tkl_order_note_tasks(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  __global tkl_order_graph *g = __tkl_order_graph(o);
  o->levels += o->buckets;
  o->widest = TKL_MAX(o->widest, (ulong)o->run_end);
  o->conflicts += g->tasks - g->roots;
}

/*===----------------------------------------------------------------------===*
 * Execution
 *===----------------------------------------------------------------------===*/

/* The tasks that are ready, 64 in a word. */
static TKL_INLINE __global ulong *
__tkl_order_ready(__global tkl_order_header *o) {
  return (__global ulong *)__tkl_order_tasks(o, TKL_READY);
}

/* Nobody has run. By parts, of whole words of 64 tasks. */
static void __tkl_order_wind(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  __global uint *waits = __tkl_order_tasks(o, TKL_WAITS);
  __global uint *waits_more = __tkl_order_tasks(o, TKL_WAITS + 1);
  __global uint *left = __tkl_order_tasks(o, TKL_LEFT);
  __global ulong *ready = __tkl_order_ready(o);
  ulong word = 0;
  for (ulong task = w->begin; task < w->end; ++task) {
    left[task] = waits[task] + waits_more[task];
    word |= (ulong)(left[task] == 0) << task % 64;
    if (task % 64 == 63 || task + 1 == w->end) {
      ready[task / 64] = word;
      word = 0;
    }
  }
}

/* Anybody may take the task. */
static void __tkl_order_offer_task(tkl_order_worker *w, uint task) {
  __global tkl_order_header *o = w->order;
  __global tkl_order_graph *g = __tkl_order_graph(o);
  ulong word = task / 64;
  /* The bit is not set, for a task is ready once. Release: what this worker has
   * acquired from all that the task has waited for. */
  __tkl_atomic_add_u64(&__tkl_order_ready(o)[word], 1ul << task % 64);
  /* Relaxed would do: who misses it finds the task later. */
  for (ulong front = __tkl_atomic_peek_u64(&g->front); word < front;) {
    ulong before = __tkl_atomic_cas_u64(&g->front, front, word);
    if (before == front)
      break;
    front = before;
  }
}

/* `task` is done. Returns one that waited for nothing else, the earliest one,
 * since it is likely to use the same memory. The others are for anybody. */
static uint __tkl_order_finish_task(tkl_order_worker *w, uint task) {
  __global tkl_order_header *o = w->order;
  __global tkl_order_link *links = __tkl_order_links(o);
  __global uint *left = __tkl_order_tasks(o, TKL_LEFT);
  uint next = TKL_NO_TASK;
  for (uint direction = 0; direction < 2; ++direction) {
    uint at = __tkl_order_tasks(o, TKL_FIRST + direction)[task];
    for (; at; at = links[at].next) {
      uint other = links[at].task;
      /* Release: what this task has done. Acquire: what all others have, for
       * which that one has waited. */
      if (__tkl_atomic_add_u32(&left[other], -1u) != 1)
        continue;
      uint later = TKL_MAX(next, other); /* TKL_NO_TASK is the highest number. */
      next = TKL_MIN(next, other);
      if (later != TKL_NO_TASK)
        __tkl_order_offer_task(w, later);
    }
  }
  ++w->finished;
  return next;
}

/* The number of the lowest bit of `word`, which is not 0. */
static uint __tkl_order_lowest_bit(ulong word) {
  uint number = 0;
  for (uint bits = 32; bits != 0; bits /= 2)
    if (!(word & ((1ul << bits) - 1))) {
      word >>= bits;
      number += bits;
    }
  return number;
}

/* Takes the earliest task that is ready in the words from `word` on before `end`;
 * TKL_NO_TASK: there is none. */
static uint __tkl_order_take_task(tkl_order_worker *w, ulong word, ulong end) {
  __global tkl_order_header *o = w->order;
  __global tkl_order_graph *g = __tkl_order_graph(o);
  __global ulong *ready = __tkl_order_ready(o);
  ulong front = word;
  for (; word < end; ++word) {
    ulong seen = __tkl_atomic_peek_u64(&ready[word]);
    while (seen) {
      /* Acquire: all that the task has waited for. */
      ulong before = __tkl_atomic_cas_u64(&ready[word], seen, seen & (seen - 1));
      if (before == seen) {
        /* Unless somebody has moved it: those before have been empty. */
        if (word != front)
          __tkl_atomic_cas_u64(&g->front, front, word);
        return word * 64 + __tkl_order_lowest_bit(seen);
      }
      seen = before;
    }
  }
  return TKL_NO_TASK;
}

/* The next task for a worker that has done w->running, or TKL_NO_TASK when all
 * are done.
 *
 * A worker that finds none looks again until there is one or all are done. Others
 * run what those wait for that are not ready, so it comes to an end. */
static uint __tkl_order_next_task(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  __global tkl_order_graph *g = __tkl_order_graph(o);
  if (w->running != TKL_NO_TASK) {
    uint next = __tkl_order_finish_task(w, w->running);
    if (next != TKL_NO_TASK)
      return next;
    __tkl_atomic_add_u32(&g->finished, w->finished);
    w->finished = 0;
  }
  ulong words = (g->tasks + 63ul) / 64;
  for (ulong pause = o->workers; pause != 0;) {
    ulong front = __tkl_atomic_peek_u64(&g->front);
    uint task = __tkl_order_take_task(w, front, words);
    if (task == TKL_NO_TASK)
      task = __tkl_order_take_task(w, 0, front);
    if (task != TKL_NO_TASK)
      return task;
    /* Relaxed would do: `done` of the phase orders what comes after it. */
    if (__tkl_atomic_load_u32(&g->finished) == g->tasks)
      return TKL_NO_TASK;
    pause = __tkl_order_pause(pause);
  }
  return TKL_NO_TASK;
}

/* What the task that this worker has run before releases, and the next one's
 * work-items. False: all tasks are done. */
static TKL_PREBUILT bool __tkl_order_claim_task(tkl_order_worker *w) {
  w->running = __tkl_order_next_task(w);
  if (w->running == TKL_NO_TASK)
    return false;
  __tkl_order_find_task(w, w->running);
  return true;
}

#endif
