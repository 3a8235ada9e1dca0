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
  h->item = context;
  h->phase = c->phase;
  h->barriers = c->barriers;
  h->waits = c->waits;
  h->meets = c->meets;
  h->goes_on = 0;
  if (c->node == 0)
    c->node = __tkl_race_item_node(h, context, TKL_BAG_BODY, c->phase,
                                   c->barriers);
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
  ulong units = __tkl_race_context_units(bags);
  ulong context = 1 + number * units, end = 1 + items * units;
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
  for (ulong i = 0; i < units; ++i)
    ((__global ulong *)c)[i] = 0;
  c->bags = (ushort)bags;
  c->group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) *
                 get_num_groups(0) +
             get_group_id(0);
  c->number = number;
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
  __global tkl_race_context *c = __tkl_race_context_at(h, context);
  ++c->barriers;
  c->node = 0;
  __tkl_race_leave(h);
}

/* The work-item is a lane of this warp of its work-group. */
TKL_RACE_SLOW void __tkl_race_warp(__global char *heap, uint context,
                                   uint warp) {
  if (context != 0)
    __tkl_race_context_at(__tkl_race_head(heap), context)->warp = warp + 1;
}

/* The lanes of its warp meet: they come to a visit of an everywhere block, if
 * `lanes` of them have reached it, leave it, or are at a sub_group_barrier. */
static void __tkl_race_meet_lanes(TKL_RACE_HEADP h, uint context) {
  __global tkl_race_context *c = __tkl_race_context_at(h, context);
  ++c->meets;
  c->node = 0;
}

TKL_RACE_SLOW void __tkl_race_visit(__global char *heap, uint context,
                                    ulong lanes) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (context == 0)
    return;
  __global tkl_race_context *c = __tkl_race_context_at(h, context);
  c->visits = c->visits << 1 | (lanes != 0);
  if (lanes != 0)
    __tkl_race_meet_lanes(h, context);
}

TKL_RACE_SLOW void __tkl_race_leave_visit(__global char *heap, uint context) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (context == 0)
    return;
  __global tkl_race_context *c = __tkl_race_context_at(h, context);
  if ((c->visits & 1) != 0)
    __tkl_race_meet_lanes(h, context);
  c->visits >>= 1;
}

TKL_RACE_SLOW void __tkl_race_lanes(__global char *heap, uint context) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (context != 0 && (__tkl_race_context_at(h, context)->visits & 1) != 0)
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
    uint copy = __tkl_race_item_node(h, context, TKL_BAG_COPY, c->waits, 0);
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
  ++__tkl_race_context_at(h, context)->waits;
  __tkl_race_leave(h);
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
  __global tkl_race_context *c = __tkl_race_context_at(h, context);
  if (slot >= (h->roots_end - h->roots) / sizeof(tkl_race_root)) {
    __tkl_race_stop(h, TKL_RACE_MEMORY);
  } else {
    __global tkl_race_root *r =
        (__global tkl_race_root *)((__global char *)h + h->roots) + slot;
    r->dest = dest;
    r->size = size;
    r->item = context;
    r->phase = c->phase;
    r->barriers = c->barriers;
    r->waits = c->waits;
    r->meets = c->meets;
    r->bag = bag;
    r->place = place;
    ++c->phase;
    c->node = 0;
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

/* A step spawns a child, which runs next. The child's context is written above
 * the others. */
TKL_RACE_SLOW void __tkl_race_spawn(__global char *heap, uint context, uint place,
                               uint bag, ulong dest, uint size) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (context == 0 || h->status != TKL_RACE_OK)
    return;
  uint child = h->context_top;
  __global tkl_race_context *c = __tkl_race_context_at(h, child);
  if (h->contexts + (ulong)child * 8 + sizeof(*c) > h->contexts_end) {
    __tkl_race_stop(h, TKL_RACE_MEMORY);
    return;
  }
  if (h->pending != 0)
    __tkl_race_stop(h, TKL_RACE_ORDER);
  __global tkl_race_context *p = __tkl_race_context_at(h, context);
  h->pending = 1;
  c->node = 0;
  c->parent = context;
  c->place = place;
  c->bag = (ushort)bag;
  c->dest = dest;
  c->size = size;
  bool joins = bag >= 64 ? bag == TKL_RACE_TAIL : (p->joined >> bag & 1) != 0;
  c->safe = joins && !__tkl_race_is_item(h, context) ? p->safe : child;
}

/* A root task begins. */
static void __tkl_race_begin_root(__global char *heap, TKL_RACE_HEADP h,
                                  __global tkl_race_context *c, uint context) {
  uint taken = ((__global tkl_heap_header *)heap)->next_root;
  if (taken == h->last_root) /* A child that nobody has announced. */
    __tkl_race_stop(h, TKL_RACE_ORDER);
  h->last_root = taken;
  __global tkl_race_root *r =
      (__global tkl_race_root *)((__global char *)h + h->roots) + taken - 1;
  h->item = r->item;
  h->phase = r->phase;
  h->barriers = r->barriers;
  h->waits = r->waits;
  h->meets = r->meets;
  h->goes_on = 0;
  c->node = 0;
  c->parent = r->item;
  c->bag = (ushort)r->bag;
  c->place = r->place;
  c->dest = r->dest;
  c->size = r->size;
  c->safe = context;
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
  if (h->contexts + (ulong)end * 8 > h->contexts_end) {
    __tkl_race_stop(h, TKL_RACE_MEMORY);
    return 0;
  }
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
    if (h->pending != 0 && __tkl_race_context_at(h, h->context_top)->size == 0) {
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
  if (c->size != 0 && (c->node != 0 || __tkl_race_task_node(h, context) != 0))
    __tkl_race_touch(h, context, c->node, c->dest, c->size,
                     c->place << TKL_RACE_KIND_BITS | TKL_RACE_WRITE);
  if (c->node == 0)
    return;
  __global uint *bags = __tkl_race_bags(c);
  for (uint i = 0; i < c->bags; ++i)
    if (bags[i] != 0)
      __tkl_race_give(h, bags[i], 0, TKL_BAG_NEVER);
  __global tkl_race_context *p = __tkl_race_context_at(h, c->parent);
  if (c->bag == TKL_RACE_TAIL && !__tkl_race_is_item(h, c->parent)) {
    __tkl_race_union(h, p->node, c->node, c->parent, TKL_BAG_TASK);
    return;
  }
  if (c->bag >= p->bags) {
    __tkl_race_give(h, __tkl_race_find(__tkl_race_nodes(h), c->node), 0,
                    TKL_BAG_NEVER);
    return;
  }
  __global uint *bag = &__tkl_race_bags(p)[c->bag];
  *bag = __tkl_race_union(h, *bag ? *bag : c->node, c->node, c->parent,
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
    kind = TKL_BAG_ITEM;
    h->item = context;
    h->goes_on = 1;
    h->barriers = c->barriers;
    h->waits = c->waits;
    h->meets = c->meets;
    if (!c->goes_on) {
      c->goes_on = 1;
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
