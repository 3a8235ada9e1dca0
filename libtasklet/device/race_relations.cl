/*===- race_relations.cl - What precedes what ------------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * As in SP-bags (Feng and Leiserson, SPAA 1997), a running task has an S-bag,
 * which holds all that precedes what it does now: itself, and what it has
 * joined. It has a P-bag for each join group (JoinGroups.h), in place of one for
 * all: a force moves only the groups that it waits for. When a task returns, its
 * S-bag goes to the P-bag of its group in its parent. What it has not joined then
 * is joined by nobody. A tail spawn leaves its place on the stack and its S-bag to
 * the child. Bags are sets of nodes (union-find), and a node is a task that has
 * accessed something. This is exact in this order: all that a running task has
 * done precedes what its descendants do, and whatever is in a bag is complete.
 *
 * Running tasks lie on a stack, each above the one that has spawned it. So what
 * a bag belongs to is the place of its task there (owner), and the next task
 * above is on the way to what runs now.
 *
 * Work-items of the kernel run before all root tasks, so their bodies are no
 * part of that. A node of a body is a piece between two spawns or barriers
 * (BODY). It precedes the root tasks of its own work-item that were spawned
 * later, and what other work-items of its group do behind a later barrier, or
 * those of its warp after they have met in an everywhere block. A
 * copy by the work-group is a node of its own (COPY), which precedes what any
 * work-item of the group does after it has waited for such copies. While
 * a root task runs, only its own ancestors and bodies can precede it; what its
 * work-item has joined (ITEM) does only where that goes on after a force.
 */
#include "race.h"

/* Kinds of bags, in the lowest bits of the state of the root of a set. Above
 * them is the context of the work-item. */
#define TKL_BAG_TASK 0u    /* S-bag of a running task                     */
#define TKL_BAG_ITEM 1u    /* what a work-item that goes on has joined    */
#define TKL_BAG_BODY 2u    /* a piece of a work-item's body, no set       */
#define TKL_BAG_PARALLEL 3u
#define TKL_BAG_NEVER 4u /* ... and nobody joins it                     */
#define TKL_BAG_COPY 5u  /* a copy by a work-group (async_work_group_copy) */
#define TKL_BAG_BITS 3u

/* In `up` of a root; below it is the context that owns the bag. Of a BODY: how
 * often its warp has met. */
#define TKL_RACE_IS_ROOT 0x80000000u

typedef struct __tkl_race_node { /* TKL_RACE_NODE_SIZE */
  uint up; /* towards the root of the set                                     */
  uint state;
  uint parent; /* the node that spawned it, 0: a work-item. Of a BODY: phase;
                  of a COPY: waits                                            */
  uint place;  /* of the spawn. Of a BODY: barriers                           */
} tkl_race_node;

/* A running task, or a work-item, before which a tkl_race_item lies. `bags` roots
 * of sets follow, 0: empty. */
typedef struct __tkl_race_context {
  uint node; /* 0: a task, or a work-item's present piece, that has accessed
                nothing                                                       */
  uint parent;
  uint place; /* of the spawn                                                 */
  uint size;  /* of the result in global memory, 0: none                      */
  ulong dest;
  ulong joined; /* the groups of which nothing is left when it returns        */
  ushort bag;   /* of the parent                                              */
  ushort bags;
  uint safe; /* all tasks below this one, down to the context `safe`, join
                the child that is on the way here before they return          */
  /* Of a task that has taken the place of its parent, and so on (a chain of tail
     spawns). */
  uint first_place; /* of the spawn of the first one; 0: there is no chain    */
  uint first; /* the node of that one, in the S-bag of all; 0: none of them has
                 accessed anything                                            */
  uint recent[2]; /* nodes of others, each with another place                 */
  uint late; /* root of what they wait for when the last one returns; 0: nothing */
  uint result_place; /* of the spawn that wants the result                    */
} tkl_race_context;

typedef struct __tkl_race_item {
  uint goes_on; /* it is behind a force                                       */
  uint phase, barriers;
  uint waits; /* for copies                                                   */
  uint meets; /* of its warp, in everywhere blocks                            */
  uint warp;  /* of its group, from 1; 0: it has none                         */
  ulong visits; /* a bit for each everywhere block that its work-group is in, the
                   innermost one lowest; 1: its warp is in it, too            */
  ulong group, number; /* linear                                              */
} tkl_race_item;

typedef struct __tkl_race_root {
  ulong dest;
  uint size, item, phase, barriers, waits, bag, place, meets;
} tkl_race_root;

static TKL_RACE_FAST TKL_RACE_HEADP __tkl_race_head(__global char *heap) {
  return (TKL_RACE_HEADP)(heap + ((__global tkl_heap_header *)heap)->size);
}

/*===----------------------------------------------------------------------===*
 * Contexts
 *===----------------------------------------------------------------------===*/

static TKL_RACE_FAST __global tkl_race_context *
__tkl_race_context_at(TKL_RACE_HEADP h, uint context) {
  return (__global tkl_race_context *)((__global char *)h + h->contexts +
                                       (ulong)context * 8);
}

static TKL_RACE_FAST __global tkl_race_item *
__tkl_race_item_at(TKL_RACE_HEADP h, uint context) {
  return (__global tkl_race_item *)__tkl_race_context_at(h, context) - 1;
}

static __global uint *__tkl_race_bags(__global tkl_race_context *c) {
  return (__global uint *)(c + 1);
}

static uint __tkl_race_context_units(uint bags) {
  return sizeof(tkl_race_context) / 8 + (bags + 1) / 2;
}

/* Whether it is a work-item's. */
static bool __tkl_race_is_item(TKL_RACE_HEADP h, uint context) {
  return context < h->items_end;
}

/*===----------------------------------------------------------------------===*
 * Bags
 *===----------------------------------------------------------------------===*/

static TKL_RACE_FAST __global tkl_race_node *__tkl_race_nodes(TKL_RACE_HEADP h) {
  return (__global tkl_race_node *)((__global char *)h + h->nodes);
}

/* A new node; 0: there is no memory left. */
static uint __tkl_race_take_node(TKL_RACE_HEADP h) {
  uint node = h->node_count + 1;
  ulong end = (ulong)node + 1;
  /* Their numbers have 31 bits, and some have another meaning. */
  if (end > TKL_RACE_IS_ROOT - 16 ||
      h->nodes + end * sizeof(tkl_race_node) + h->general_used >
          h->nodes_end) {
    __tkl_race_stop(h, TKL_RACE_MEMORY);
    return 0;
  }
  h->node_count = node;
  return node;
}

static void __tkl_race_set_node(TKL_RACE_HEADP h, uint node, uint owner,
                                uint state, uint parent, uint place) {
  __global tkl_race_node *n = &__tkl_race_nodes(h)[node];
  n->up = TKL_RACE_IS_ROOT | owner;
  n->state = state;
  n->parent = parent;
  n->place = place;
}

/* A node of a work-item, or of what it does; 0: there is no memory left. */
static uint __tkl_race_item_node(TKL_RACE_HEADP h, uint context, uint kind,
                                 uint parent, uint place) {
  uint node = __tkl_race_take_node(h);
  uint owner = kind == TKL_BAG_BODY ? __tkl_race_item_at(h, context)->meets
                                    : context;
  if (node != 0)
    __tkl_race_set_node(h, node, owner, context << TKL_BAG_BITS | kind,
                        parent, place);
  return node;
}

static TKL_RACE_FAST uint __tkl_race_find(__global tkl_race_node *nodes, uint node) {
  uint up = nodes[node].up;
  while ((up & TKL_RACE_IS_ROOT) == 0) {
    uint above = nodes[up].up;
    if ((above & TKL_RACE_IS_ROOT) != 0)
      return up;
    nodes[node].up = above;
    node = above;
    up = nodes[node].up;
  }
  return node;
}

static void __tkl_race_give(TKL_RACE_HEADP h, uint root, uint owner,
                            uint kind) {
  __global tkl_race_node *n = &__tkl_race_nodes(h)[root];
  n->up = TKL_RACE_IS_ROOT | owner;
  n->state = (n->state >> TKL_BAG_BITS) << TKL_BAG_BITS | kind;
}

/* The set of both, of `kind`. Which root stays is as good as chance: the bits of
 * the numbers are mixed. That is as fast as ranks, on average. */
static uint __tkl_race_union(TKL_RACE_HEADP h, uint a, uint b, uint owner,
                             uint kind) {
  __global tkl_race_node *nodes = __tkl_race_nodes(h);
  a = __tkl_race_find(nodes, a);
  b = __tkl_race_find(nodes, b);
  if (a != b) {
    bool swap = a * 2654435761u < b * 2654435761u;
    uint root = swap ? b : a, other = swap ? a : b;
    nodes[other].up = root;
    a = root;
  }
  __tkl_race_give(h, a, owner, kind);
  return a;
}

/* Makes the node of the task of context `i`, below the node `above`. */
static bool __tkl_race_make_node(TKL_RACE_HEADP h, uint i, uint above) {
  __global tkl_race_node *nodes = __tkl_race_nodes(h);
  __global tkl_race_context *c = __tkl_race_context_at(h, i);
  uint state = h->item << TKL_BAG_BITS | TKL_BAG_TASK;
  if (c->first_place != 0) {
    if (c->first == 0) {
      uint first = __tkl_race_take_node(h);
      if (first == 0)
        return false;
      __tkl_race_set_node(h, first, i, state, above, c->first_place);
      c->first = first;
    }
    above = c->first;
    /* A node says how its task was spawned. So all tasks of a chain that were
       spawned at one place share one. */
    for (uint k = 0; k < 2; ++k)
      if (c->recent[k] != 0 && nodes[c->recent[k]].place == c->place) {
        c->node = c->recent[k];
        return true;
      }
  }
  uint node = __tkl_race_take_node(h);
  if (node == 0)
    return false;
  __tkl_race_set_node(h, node, i, state, above, c->place);
  c->node = node;
  if (c->first_place != 0) {
    __tkl_race_union(h, c->first, node, i, TKL_BAG_TASK);
    c->recent[1] = c->recent[0];
    c->recent[0] = node;
  }
  return true;
}

/* The node of a task; 0: there is no memory left. Most tasks of some programs
 * never need one. Those that have spawned it get theirs, too: they are the way to
 * it. */
static uint __tkl_race_task_node(TKL_RACE_HEADP h, uint context) {
  uint i = context, parent;
  while (parent = __tkl_race_context_at(h, i)->parent,
         !__tkl_race_is_item(h, parent) &&
             __tkl_race_context_at(h, parent)->node == 0)
    i = parent;
  for (;;) {
    __global tkl_race_context *c = __tkl_race_context_at(h, i);
    uint above = 0;
    if (!__tkl_race_is_item(h, c->parent) || h->goes_on)
      above = __tkl_race_context_at(h, c->parent)->node;
    if (!__tkl_race_make_node(h, i, above))
      return 0;
    if (i == context)
      return c->node;
    i += __tkl_race_context_units(c->bags);
  }
}

static uint __tkl_race_kind_of(uint state) {
  return state & ((1u << TKL_BAG_BITS) - 1);
}

static ulong __tkl_race_group(TKL_RACE_HEADP h, uint item) {
  return __tkl_race_item_at(h, item)->group;
}

/* Whether two work-items, given their contexts, are lanes of one warp. */
static bool __tkl_race_same_warp(TKL_RACE_HEADP h, uint one, uint other) {
  uint warp = __tkl_race_item_at(h, one)->warp;
  return warp != 0 && warp == __tkl_race_item_at(h, other)->warp &&
         __tkl_race_group(h, one) == __tkl_race_group(h, other);
}

/* Whether all that is in the bag, given its root, precedes what happens now. */
static TKL_RACE_FAST bool __tkl_race_root_precedes(TKL_RACE_HEADP h,
                                              __global tkl_race_node *n) {
  uint item = n->state >> TKL_BAG_BITS;
  switch (__tkl_race_kind_of(n->state)) {
  case TKL_BAG_TASK:
    return true;
  case TKL_BAG_ITEM:
    return h->goes_on != 0 && item == h->item;
  case TKL_BAG_BODY:
    if (item == h->item)
      return h->goes_on != 0 || n->parent <= h->phase;
    if (__tkl_race_group(h, item) != __tkl_race_group(h, h->item))
      return false;
    return n->place < h->barriers ||
           ((n->up & ~TKL_RACE_IS_ROOT) < h->meets &&
            __tkl_race_same_warp(h, item, h->item));
  case TKL_BAG_COPY:
    return __tkl_race_group(h, item) == __tkl_race_group(h, h->item) &&
           n->parent < h->waits;
  default:
    return false;
  }
}

static bool __tkl_race_precedes(TKL_RACE_HEADP h, uint node) {
  __global tkl_race_node *nodes = __tkl_race_nodes(h);
  return __tkl_race_root_precedes(h, &nodes[__tkl_race_find(nodes, node)]);
}

/* Part of the body of a work-item, which no path of spawns leads to. */
static bool __tkl_race_is_body(uint state) {
  uint kind = __tkl_race_kind_of(state);
  return kind == TKL_BAG_BODY || kind == TKL_BAG_COPY;
}

/*===----------------------------------------------------------------------===*
 * What one access can stand for
 *===----------------------------------------------------------------------===*/

/* Whether what is in the bag of `root` is parallel to all that will be parallel
 * to what the task of `context`, which runs or has one above it that runs, does
 * now or has in its S-bag. That is so if the bag goes where the task goes, or
 * to nobody, but not before. */
static bool __tkl_race_outlasts(TKL_RACE_HEADP h, uint root, uint context) {
  __global tkl_race_node *n = &__tkl_race_nodes(h)[root];
  uint kind = __tkl_race_kind_of(n->state);
  uint owner = n->up & ~TKL_RACE_IS_ROOT;
  if (kind == TKL_BAG_NEVER)
    return true;
  if (kind != TKL_BAG_PARALLEL)
    return false;
  if (owner == context)
    return true;
  if (owner > context || __tkl_race_is_item(h, context))
    return false;
  /* The child of the owner on the way to `context`. */
  __global tkl_race_context *o = __tkl_race_context_at(h, owner);
  uint child = owner + __tkl_race_context_units(o->bags);
  if (__tkl_race_is_item(h, owner)) {
    if (owner != h->item)
      return false;
    child = h->items_end;
  }
  if (child < __tkl_race_context_at(h, context)->safe)
    return false;
  uint bag = __tkl_race_context_at(h, child)->bag;
  if (bag >= o->bags)
    return false;
  return __tkl_race_bags(o)[bag] == root;
}

static bool __tkl_race_enclose(TKL_RACE_HEADP h, uint a, uint b, uint e) {
  __global tkl_race_node *nodes = __tkl_race_nodes(h);
  uint first = nodes[a].state >> TKL_BAG_BITS;
  uint second = nodes[b].state >> TKL_BAG_BITS;
  if (first == second)
    return false;
  uint one = nodes[__tkl_race_find(nodes, a)].state;
  uint other = nodes[__tkl_race_find(nodes, b)].state;
  if (!__tkl_race_is_body(one) && !__tkl_race_is_body(other))
    return true; /* Nothing follows both. */
  if (__tkl_race_group(h, first) != __tkl_race_group(h, second))
    return true;
  /* Bodies of one group, ordered by its barriers, and where its warps meet. */
  uint third = nodes[e].state >> TKL_BAG_BITS;
  if (__tkl_race_kind_of(one) != TKL_BAG_BODY ||
      __tkl_race_kind_of(other) != TKL_BAG_BODY ||
      __tkl_race_kind_of(nodes[e].state) != TKL_BAG_BODY ||
      __tkl_race_group(h, third) != __tkl_race_group(h, first))
    return false;
  if (nodes[a].place < nodes[e].place || nodes[b].place < nodes[e].place)
    return false;
  uint warp = __tkl_race_item_at(h, first)->warp;
  if (warp == 0)
    return true;
  /* No lane is of both warps, and only barriers order it behind another one. */
  if (warp != __tkl_race_item_at(h, second)->warp)
    return true;
  return warp == __tkl_race_item_at(h, third)->warp &&
         nodes[a].up >= nodes[e].up && nodes[b].up >= nodes[e].up;
}

static bool __tkl_race_stands_for(TKL_RACE_HEADP h, uint a, uint e) {
  __global tkl_race_node *nodes = __tkl_race_nodes(h);
  uint root = __tkl_race_find(nodes, a), its = __tkl_race_find(nodes, e);
  if (root == its)
    return true;
  uint owner = nodes[its].up & ~TKL_RACE_IS_ROOT;
  switch (__tkl_race_kind_of(nodes[its].state)) {
  case TKL_BAG_PARALLEL:
    /* Of one task: only one group may be joined. */
    if (__tkl_race_is_item(h, owner) ||
        (nodes[root].up & ~TKL_RACE_IS_ROOT) == owner ||
        __tkl_race_context_at(h, owner)->joined != ~0ul)
      return __tkl_race_kind_of(nodes[root].state) == TKL_BAG_NEVER;
    return __tkl_race_outlasts(h, root, owner);
  case TKL_BAG_TASK:
    return __tkl_race_outlasts(h, root, owner);
  case TKL_BAG_COPY:
    /* Waits order no others. */
    if (__tkl_race_kind_of(nodes[root].state) == TKL_BAG_COPY &&
        __tkl_race_group(h, nodes[root].state >> TKL_BAG_BITS) ==
            __tkl_race_group(h, nodes[its].state >> TKL_BAG_BITS))
      return nodes[root].parent >= nodes[its].parent;
    return __tkl_race_kind_of(nodes[root].state) == TKL_BAG_NEVER;
  default:
    return __tkl_race_kind_of(nodes[root].state) == TKL_BAG_NEVER;
  }
}

static TKL_RACE_FAST uint __tkl_race_relate(TKL_RACE_HEADP h, tkl_race_visit v,
                                            uint node, bool asks) {
  __global tkl_race_node *nodes = __tkl_race_nodes(h);
  uint root = __tkl_race_find(nodes, node);
  __global tkl_race_node *n = &nodes[root];
  if (__tkl_race_root_precedes(h, n)) {
    /* Of one bag, all are as good as one. */
    bool own = (n->up & ~TKL_RACE_IS_ROOT) == v.context &&
               __tkl_race_kind_of(n->state) <= TKL_BAG_ITEM;
    return own ? TKL_RACE_BEFORE | TKL_RACE_ENOUGH : TKL_RACE_BEFORE;
  }
  return asks && __tkl_race_outlasts(h, root, v.context) ? TKL_RACE_ENOUGH : 0;
}
