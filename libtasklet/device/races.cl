/*===- races.cl - Programs that find their races ---------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * tkl-races puts calls of these functions at the accesses, spawns, forces and
 * returns of a program. One worker runs it, and suspends each task at each of
 * its spawns. So tasks run in the order of the serial elision, depth first, and
 * all of this file is sequential. Only work-items of the kernel itself may run
 * at the same time: they hold a lock.
 *
 * race_relations.cl knows what precedes what, race_shadow.cl what has accessed
 * each byte, race_paths.cl how tasks were spawned, and race_reports.cl what was
 * found.
 */
#include "atomics.h"
#include "frame.h"
#include "race.h"

#include "race_relations.cl"
#include "race_paths.cl"
#include "race_reports.cl"
#include "race_shadow.cl"

static void __tkl_race_enter(TKL_RACE_HEADP h) {
  while (__tkl_atomic_swap_u32(&h->lock, 1) != 0)
    ;
}

static void __tkl_race_leave(TKL_RACE_HEADP h) {
  __tkl_atomic_store_u32(&h->lock, 0);
}

/* A work-item has come to `context`'s present piece. */
static bool __tkl_race_stand(TKL_RACE_HEADP h, uint context,
                             __global tkl_race_context *c) {
  __global tkl_race_item *i = __tkl_race_item_at(h, context);
  h->item = context;
  h->phase = i->phase;
  h->barriers = i->barriers;
  h->waits = i->waits;
  h->meets = i->meets;
  h->goes_on = 0;
  if (c->node == 0)
    c->node = __tkl_race_item_node(h, context, TKL_BAG_BODY, i->phase,
                                   i->barriers);
  return c->node != 0;
}

/* The heap of a step's command. */
TKL_RACE_FAST __global char *__tkl_race_heap(tkl_worker *w) {
  return (__global char *)w->cold->heap;
}

/*===----------------------------------------------------------------------===*
 * Work-items of the kernel
 *===----------------------------------------------------------------------===*/

/* The first thing that a work-item does. 0: there is no memory left. The context
 * is computed from the ids: PoCL takes what only depends on equal values for
 * equal in all work-items of a group, and would keep one for all. */
TKL_RACE_SLOW uint __tkl_race_item(__global char *heap, ulong number, ulong items,
                              uint bags) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  ulong before = sizeof(tkl_race_item) / 8;
  ulong units = before + __tkl_race_context_units(bags);
  ulong context = 1 + number * units + before, end = 1 + items * units;
  __tkl_race_enter(h);
  if (h->contexts + end * 8 > h->contexts_end)
    __tkl_race_stop(h, TKL_RACE_MEMORY);
  if (h->status != TKL_RACE_OK)
    context = 0;
  h->context_top = h->items_end = (uint)end;
  __tkl_race_leave(h);
  if (context == 0)
    return 0;
  __global tkl_race_context *c = __tkl_race_context_at(h, (uint)context);
  __global tkl_race_item *item = __tkl_race_item_at(h, (uint)context);
  for (ulong i = 0; i < units; ++i)
    ((__global ulong *)item)[i] = 0;
  c->bags = (ushort)bags;
  item->group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) *
                    get_num_groups(0) +
                get_group_id(0);
  item->number = number;
  return (uint)context;
}

TKL_RACE_SLOW void __tkl_race_argument(__global char *heap, uint index,
                                  ulong address) {
  if (index < TKL_RACE_ARGUMENTS)
    __tkl_race_head(heap)->arguments[index] = address;
}

/* A work-item accesses memory before its first force. */
TKL_RACE_SLOW void __tkl_race_body(__global char *heap, uint context, ulong address,
                              ulong size, uint word) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (context == 0)
    return;
  __tkl_race_enter(h);
  if (h->status == TKL_RACE_OK) {
    __global tkl_race_context *c = __tkl_race_context_at(h, context);
    if (__tkl_race_stand(h, context, c))
      __tkl_race_touch(h, context, c->node, address, size, word);
  }
  __tkl_race_leave(h);
}

/* A work-item is behind a barrier that orders global memory. */
TKL_RACE_SLOW void __tkl_race_barrier(__global char *heap, uint context) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (context == 0)
    return;
  __tkl_race_enter(h);
  ++__tkl_race_item_at(h, context)->barriers;
  __tkl_race_context_at(h, context)->node = 0;
  __tkl_race_leave(h);
}

/* The work-item is a lane of this warp of its work-group. */
TKL_RACE_SLOW void __tkl_race_warp(__global char *heap, uint context,
                                   uint warp) {
  if (context != 0)
    __tkl_race_item_at(__tkl_race_head(heap), context)->warp = warp + 1;
}

/* The lanes of its warp meet: they come to a visit of an everywhere block, if
 * `lanes` of them have reached it, leave it, or are at a sub_group_barrier. */
static void __tkl_race_meet_lanes(TKL_RACE_HEADP h, uint context) {
  ++__tkl_race_item_at(h, context)->meets;
  __tkl_race_context_at(h, context)->node = 0;
}

TKL_RACE_SLOW void __tkl_race_visit(__global char *heap, uint context,
                                    ulong lanes) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (context == 0)
    return;
  __global tkl_race_item *item = __tkl_race_item_at(h, context);
  item->visits = item->visits << 1 | (lanes != 0);
  if (lanes != 0)
    __tkl_race_meet_lanes(h, context);
}

TKL_RACE_SLOW void __tkl_race_leave_visit(__global char *heap, uint context) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (context == 0)
    return;
  __global tkl_race_item *item = __tkl_race_item_at(h, context);
  if ((item->visits & 1) != 0)
    __tkl_race_meet_lanes(h, context);
  item->visits >>= 1;
}

TKL_RACE_SLOW void __tkl_race_lanes(__global char *heap, uint context) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (context != 0 && (__tkl_race_item_at(h, context)->visits & 1) != 0)
    __tkl_race_meet_lanes(h, context);
}

/* A work-group copies, or will copy before it has waited: `count` elements of
 * `size` bytes in memory, `stride` bytes apart. All of its work-items call this;
 * the first one stands for all. */
TKL_RACE_SLOW void __tkl_race_copy(__global char *heap, uint context, ulong address,
                              ulong size, ulong count, ulong stride,
                              uint word) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (context == 0 || (get_local_id(0) | get_local_id(1) | get_local_id(2)))
    return;
  __tkl_race_enter(h);
  __global tkl_race_context *c = __tkl_race_context_at(h, context);
  if (h->status == TKL_RACE_OK && __tkl_race_stand(h, context, c)) {
    uint copy = __tkl_race_item_node(h, context, TKL_BAG_COPY, h->waits, 0);
    if (copy != 0 && size == stride)
      __tkl_race_touch(h, context, copy, address, size * count, word);
    else if (copy != 0)
      for (ulong i = 0; i < count; ++i)
        __tkl_race_touch(h, context, copy, address + i * stride, size, word);
  }
  __tkl_race_leave(h);
}

/* A work-item has waited for all copies by its group so far. */
TKL_RACE_SLOW void __tkl_race_waited(__global char *heap, uint context) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (context == 0)
    return;
  __tkl_race_enter(h);
  ++__tkl_race_item_at(h, context)->waits;
  __tkl_race_leave(h);
}

/* Of the root task in the record of this number. */
static __global tkl_race_root *__tkl_race_root_at(TKL_RACE_HEADP h,
                                                  ulong slot) {
  return (__global tkl_race_root *)((__global char *)h + h->contexts_end) -
         (slot + 1);
}

/* A work-item has put a root task into `record`. */
TKL_RACE_SLOW void __tkl_race_root(__global char *heap, __global char *record,
                              uint context, uint place, uint bag, ulong dest,
                              uint size) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  __global tkl_heap_header *header = (__global tkl_heap_header *)heap;
  ulong slot = (ulong)(record - (heap + header->arena_offset)) /
                   header->record_size -
               header->workers;
  if (context == 0)
    return;
  __tkl_race_enter(h);
  __global tkl_race_item *i = __tkl_race_item_at(h, context);
  if (h->contexts + (ulong)h->items_end * 8 +
          (slot + 1) * sizeof(tkl_race_root) >
      h->contexts_end) {
    __tkl_race_stop(h, TKL_RACE_MEMORY);
  } else {
    __global tkl_race_root *r = __tkl_race_root_at(h, slot);
    h->root_count = max(h->root_count, (uint)slot + 1);
    r->dest = dest;
    r->size = size;
    r->item = context;
    r->phase = i->phase;
    r->barriers = i->barriers;
    r->waits = i->waits;
    r->meets = i->meets;
    r->bag = bag;
    r->place = place;
    ++i->phase;
    __tkl_race_context_at(h, context)->node = 0;
  }
  __tkl_race_leave(h);
}

/*===----------------------------------------------------------------------===*
 * Tasks, and work-items behind a force
 *===----------------------------------------------------------------------===*/

TKL_RACE_SLOW void __tkl_race_access(__global char *heap, uint context,
                                ulong address, ulong size, uint word) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (context == 0 || h->status != TKL_RACE_OK)
    return;
  uint node = __tkl_race_context_at(h, context)->node;
  if (node == 0)
    node = __tkl_race_task_node(h, context);
  if (node != 0)
    __tkl_race_touch(h, context, node, address, size, word);
}

/* Whether contexts up to `end` would leave the root tasks no room. */
static bool __tkl_race_stack_is_full(TKL_RACE_HEADP h, ulong end) {
  bool full = h->contexts + end * 8 +
                  (ulong)h->root_count * sizeof(tkl_race_root) >
              h->contexts_end;
  if (full)
    __tkl_race_stop(h, TKL_RACE_MEMORY);
  return full;
}

/* What a child knows of the spawn whose result it delivers. */
static void __tkl_race_set_result(__global tkl_race_context *c, uint place,
                                  ulong dest, uint size) {
  c->dest = dest;
  c->size = size;
  c->result_place = place;
}

/* A new task that has not begun. */
static void __tkl_race_set_task(__global tkl_race_context *c, uint parent,
                                uint place, uint bag, uint safe) {
  c->node = 0;
  c->parent = parent;
  c->place = place;
  c->bag = (ushort)bag;
  c->safe = safe;
  c->first_place = 0;
  c->first = 0;
  c->late = 0;
}

/* A step spawns a child, which runs next. The child's context is written above
 * the others. */
TKL_RACE_SLOW void __tkl_race_spawn(__global char *heap, uint context, uint place,
                               uint bag, ulong dest, uint size) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (context == 0 || h->status != TKL_RACE_OK)
    return;
  uint child = h->context_top;
  __global tkl_race_context *c = __tkl_race_context_at(h, child);
  if (__tkl_race_stack_is_full(h, child + sizeof(*c) / 8))
    return;
  if (h->pending != 0)
    __tkl_race_stop(h, TKL_RACE_ORDER);
  __global tkl_race_context *p = __tkl_race_context_at(h, context);
  h->pending = 1;
  bool joins = bag < 64 && (p->joined >> bag & 1) != 0;
  __tkl_race_set_task(
      c, context, place, bag,
      joins && !__tkl_race_is_item(h, context) ? p->safe : child);
  __tkl_race_set_result(c, place, dest, size);
}

/* The last act of a task is a spawn: the child takes its place, and runs next. A
 * chain of them needs the memory of one. `groups`: those that the task would have
 * joined before it returned. */
TKL_RACE_SLOW void __tkl_race_tail(__global char *heap, uint context, uint place,
                                   ulong groups, ulong dest, uint size) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (context == 0 || h->status != TKL_RACE_OK)
    return;
  __global tkl_race_context *c = __tkl_race_context_at(h, context);
  if (context + __tkl_race_context_units(c->bags) != h->context_top ||
      h->pending != 0)
    __tkl_race_stop(h, TKL_RACE_ORDER);
  __global uint *bags = __tkl_race_bags(c);
  for (uint i = 0; i < c->bags; ++i) {
    if (bags[i] == 0)
      continue;
    if ((groups >> i & 1) != 0)
      c->late = __tkl_race_union(h, c->late ? c->late : bags[i], bags[i],
                                 context, TKL_BAG_PARALLEL);
    else
      __tkl_race_give(h, bags[i], 0, TKL_BAG_NEVER);
  }
  h->context_top = context;
  h->pending = 1;
  if (c->first_place == 0) {
    c->first_place = c->place;
    c->first = c->node;
    c->recent[0] = c->recent[1] = 0;
  }
  c->node = 0;
  c->place = place;
  if (size != TKL_RACE_FORWARDS)
    __tkl_race_set_result(c, place, dest, size);
}

/* A root task begins. */
static void __tkl_race_begin_root(__global char *heap, TKL_RACE_HEADP h,
                                  __global tkl_race_context *c, uint context) {
  uint taken = ((__global tkl_heap_header *)heap)->next_root;
  if (taken == h->last_root) /* A child that nobody has announced. */
    __tkl_race_stop(h, TKL_RACE_ORDER);
  h->last_root = taken;
  __global tkl_race_root *r = __tkl_race_root_at(h, taken - 1);
  h->item = r->item;
  h->phase = r->phase;
  h->barriers = r->barriers;
  h->waits = r->waits;
  h->meets = r->meets;
  h->goes_on = 0;
  __tkl_race_set_task(c, r->item, r->place, r->bag, context);
  __tkl_race_set_result(c, r->place, r->dest, r->size);
}

/* The first thing that a task does. `joined`: the groups of which it leaves
 * nothing. */
TKL_RACE_SLOW uint __tkl_race_begin(__global char *heap, uint bags, ulong joined) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (h->status != TKL_RACE_OK)
    return 0;
  uint context = h->context_top;
  uint end = context + __tkl_race_context_units(bags);
  __global tkl_race_context *c = __tkl_race_context_at(h, context);
  if (__tkl_race_stack_is_full(h, end))
    return 0;
  h->context_top = end;
  if (h->pending != 0)
    h->pending = 0;
  else
    __tkl_race_begin_root(heap, h, c, context);
  c->joined = joined;
  c->bags = (ushort)bags;
  for (uint i = 0; i < bags; ++i)
    __tkl_race_bags(c)[i] = 0;
  return context;
}

/* The last thing that a task does. Without a context, it is the first, too. */
TKL_RACE_SLOW void __tkl_race_return(__global char *heap, uint context) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (h->status != TKL_RACE_OK)
    return;
  if (context == 0) {
    __global tkl_race_context *c = __tkl_race_context_at(h, h->context_top);
    if (h->pending != 0 && c->size == 0 && c->first == 0) {
      h->pending = 0;
      return;
    }
    context = __tkl_race_begin(heap, 0, ~0ul);
    if (context == 0)
      return;
  }
  __global tkl_race_context *c = __tkl_race_context_at(h, context);
  if (context + __tkl_race_context_units(c->bags) != h->context_top)
    __tkl_race_stop(h, TKL_RACE_ORDER);
  h->context_top = context;
  if (c->late != 0)
    __tkl_race_union(h, c->first, c->late, context, TKL_BAG_TASK);
  if (c->size != 0 && (c->node != 0 || __tkl_race_task_node(h, context) != 0))
    __tkl_race_touch(h, context, c->node, c->dest, c->size,
                     c->result_place << TKL_RACE_KIND_BITS | TKL_RACE_WRITE);
  uint own = c->first_place != 0 ? c->first : c->node;
  if (own == 0)
    return;
  __global uint *bags = __tkl_race_bags(c);
  for (uint i = 0; i < c->bags; ++i)
    if (bags[i] != 0)
      __tkl_race_give(h, bags[i], 0, TKL_BAG_NEVER);
  __global tkl_race_context *p = __tkl_race_context_at(h, c->parent);
  if (c->bag >= p->bags) {
    __tkl_race_give(h, __tkl_race_find(__tkl_race_nodes(h), own), 0,
                    TKL_BAG_NEVER);
    return;
  }
  __global uint *bag = &__tkl_race_bags(p)[c->bag];
  *bag = __tkl_race_union(h, *bag ? *bag : own, own, c->parent,
                          TKL_BAG_PARALLEL);
}

/* A task, or a work-item, is behind a force that has waited for `groups`. */
TKL_RACE_SLOW void __tkl_race_join(__global char *heap, uint context,
                              ulong groups) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (h->status != TKL_RACE_OK || context == 0)
    return;
  __global tkl_race_context *c = __tkl_race_context_at(h, context);
  uint kind = TKL_BAG_TASK;
  if (__tkl_race_is_item(h, context)) {
    __global tkl_race_item *i = __tkl_race_item_at(h, context);
    kind = TKL_BAG_ITEM;
    h->item = context;
    h->goes_on = 1;
    h->barriers = i->barriers;
    h->waits = i->waits;
    h->meets = i->meets;
    if (!i->goes_on) {
      i->goes_on = 1;
      c->node = __tkl_race_item_node(h, context, kind, 0, 0);
    }
  }
  if (c->node == 0)
    return;
  __global uint *bags = __tkl_race_bags(c);
  for (uint i = 0; i < c->bags; ++i)
    if ((groups >> i & 1) != 0 && bags[i] != 0) {
      __tkl_race_union(h, c->node, bags[i], context, kind);
      bags[i] = 0;
    }
}
