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
 * The relation. As in SP-bags (Feng and Leiserson, SPAA 1997), a running task
 * has an S-bag, which holds all that precedes what it does now: itself, and what
 * it has joined. It has a P-bag for each join group (JoinGroups.h), in place of
 * one for all: a force moves only the groups that it waits for. When a task
 * returns, its S-bag goes to the P-bag of its group in its parent. What it has
 * not joined then is joined by nobody. Bags are sets of nodes (union-find), and
 * a node is a task. This is exact in this order: all that a running task has
 * done precedes what its descendants do, and whatever is in a bag is complete.
 *
 * Work-items of the kernel run before all root tasks, so their bodies are no
 * part of that. A node of a body is a piece between two spawns or barriers
 * (BODY). It precedes the root tasks of its own work-item that were spawned
 * later, and what other work-items of its group do behind a later barrier. A
 * copy by the work-group is a node of its own (COPY), which precedes what any
 * work-item of the group does after it has waited for such copies. While
 * a root task runs, only its own ancestors and bodies can precede it; what its
 * work-item has joined (ITEM) does only where that goes on after a force.
 *
 * The shadow has 4 bytes for each byte of memory: the number of a list of
 * accesses, each a node, a place and a kind. Lists are never changed, and equal
 * ones exist once. An access may be dropped if a later one follows it and
 * conflicts with all that it would: whatever races with the first one then races
 * with the second. Two accesses of one bag and one place are as good as one,
 * because bags never come apart.
 */
#include "atomics.h"
#include "frame.h"
#include "tkl_races.h"

#define TKL_RACE_ENTRIES 64u /* of a list, at most                       */
#define TKL_RACE_MANY 8u     /* longer lists drop all that they can      */
#define TKL_RACE_PAGE_BITS 12u

/* Kinds of bags, in the lowest bits of the state of the root of a set. Above
 * them is the context of the work-item. */
#define TKL_BAG_TASK 0u    /* S-bag of a running task                     */
#define TKL_BAG_ITEM 1u    /* what a work-item that goes on has joined    */
#define TKL_BAG_BODY 2u    /* a piece of a work-item's body, no set       */
#define TKL_BAG_PARALLEL 3u
#define TKL_BAG_NEVER 4u /* ... and nobody joins it                     */
#define TKL_BAG_COPY 5u  /* a copy by a work-group (async_work_group_copy) */
#define TKL_BAG_BITS 3u

typedef struct __tkl_race_node {
  uint up; /* towards the root of the set                                     */
  uint state;
  uint parent; /* the node that spawned it, 0: a work-item. Of a BODY: phase;
                  of a COPY: waits                                            */
  uint place;  /* of the spawn. Of a BODY: barriers                           */
} tkl_race_node;

/* A running task, or a work-item. `bags` roots of sets follow, 0: empty. */
typedef struct __tkl_race_context {
  uint node; /* 0: a work-item whose present piece has accessed nothing       */
  uint parent;
  uint bag; /* of the parent                                                  */
  uint item;
  uint place; /* of the spawn                                                 */
  uint size;  /* of the result in global memory, 0: none                      */
  ulong dest;
  uint bags;
  uint used; /* the node is part of something                                 */
  uint goes_on; /* a work-item that is behind a force                         */
  uint phase, barriers;
  uint waits; /* of a work-item for copies                                    */
  ulong group, number; /* of a work-item, linear                              */
} tkl_race_context;

typedef struct __tkl_race_root {
  ulong dest;
  uint size, item, phase, barriers, waits, bag, place, pad;
} tkl_race_root;

typedef struct __tkl_race_entry {
  uint node, word;
} tkl_race_entry;

#define TKL_RACE_HEADP __global tkl_race_head *

static TKL_FAST TKL_RACE_HEADP __tkl_race_head(__global char *heap) {
  return (TKL_RACE_HEADP)(heap + ((__global tkl_heap_header *)heap)->size);
}

static void __tkl_race_enter(TKL_RACE_HEADP h) {
  while (__tkl_atomic_swap_u32(&h->lock, 1) != 0)
    ;
}

static void __tkl_race_leave(TKL_RACE_HEADP h) {
  __tkl_atomic_store_u32(&h->lock, 0);
}

static void __tkl_race_stop(TKL_RACE_HEADP h, uint status) {
  if (h->status == TKL_RACE_OK)
    h->status = status;
}

/* Part of the general memory, as bytes from the head; 0: there is none left. */
static ulong __tkl_race_alloc(TKL_RACE_HEADP h, ulong bytes) {
  ulong at = h->general + h->general_used;
  bytes = (bytes + 7) & ~7ul;
  if (at + bytes > h->general_end) {
    __tkl_race_stop(h, TKL_RACE_MEMORY);
    return 0;
  }
  h->general_used += bytes;
  return at;
}

/* The same, with zeros in it. */
static ulong __tkl_race_zeroed(TKL_RACE_HEADP h, ulong bytes) {
  ulong at = __tkl_race_alloc(h, bytes);
  __global ulong *p = (__global ulong *)((__global char *)h + at);
  if (at != 0)
    for (ulong i = 0; i < bytes / 8; ++i)
      p[i] = 0;
  return at;
}

static __global tkl_race_context *__tkl_race_context_at(TKL_RACE_HEADP h,
                                                        uint context) {
  return (__global tkl_race_context *)((__global char *)h + h->contexts +
                                       (ulong)context * 8);
}

static __global uint *__tkl_race_bags(__global tkl_race_context *c) {
  return (__global uint *)(c + 1);
}

static uint __tkl_race_context_units(uint bags) {
  return sizeof(tkl_race_context) / 8 + (bags + 1) / 2;
}

static void __tkl_race_clear_context(__global tkl_race_context *c, uint bags) {
  __global ulong *words = (__global ulong *)c;
  for (uint i = 0; i < __tkl_race_context_units(bags); ++i)
    words[i] = 0;
  c->bags = bags;
}

/* Of a task, of which only bags, `used` and `goes_on` are set; 0: there is no
 * memory left. */
static uint __tkl_race_new_context(TKL_RACE_HEADP h, uint bags) {
  uint context = h->context_top == 0 ? 1 : h->context_top;
  uint units = __tkl_race_context_units(bags);
  if (h->contexts + ((ulong)context + units) * 8 > h->contexts_end) {
    __tkl_race_stop(h, TKL_RACE_MEMORY);
    return 0;
  }
  h->context_top = context + units;
  __global tkl_race_context *c = __tkl_race_context_at(h, context);
  c->bags = bags;
  c->used = c->goes_on = 0;
  for (uint i = 0; i < bags; ++i)
    __tkl_race_bags(c)[i] = 0;
  return context;
}

/*===----------------------------------------------------------------------===*
 * Bags
 *===----------------------------------------------------------------------===*/

static __global tkl_race_node *__tkl_race_nodes(TKL_RACE_HEADP h) {
  return (__global tkl_race_node *)((__global char *)h + h->nodes);
}

static uint __tkl_race_new_node(TKL_RACE_HEADP h, uint state, uint parent,
                                uint place) {
  uint node = h->node_count + 1;
  if (h->nodes + ((ulong)node + 1) * sizeof(tkl_race_node) > h->nodes_end) {
    __tkl_race_stop(h, TKL_RACE_MEMORY);
    return 0;
  }
  h->node_count = node;
  __global tkl_race_node *n = &__tkl_race_nodes(h)[node];
  n->up = node;
  n->state = state;
  n->parent = parent;
  n->place = place;
  return node;
}

static uint __tkl_race_find(TKL_RACE_HEADP h, uint node) {
  __global tkl_race_node *nodes = __tkl_race_nodes(h);
  while (nodes[node].up != node) {
    nodes[node].up = nodes[nodes[node].up].up;
    node = nodes[node].up;
  }
  return node;
}

static void __tkl_race_set_kind(TKL_RACE_HEADP h, uint root, uint kind) {
  __global tkl_race_node *n = &__tkl_race_nodes(h)[root];
  n->state = (n->state >> TKL_BAG_BITS) << TKL_BAG_BITS | kind;
}

/* The set of both, of `kind`. Which root stays is as good as chance: the bits of
 * the numbers are mixed. That is as fast as ranks, on average. */
static uint __tkl_race_union(TKL_RACE_HEADP h, uint a, uint b, uint kind) {
  a = __tkl_race_find(h, a);
  b = __tkl_race_find(h, b);
  if (a != b) {
    bool swap = a * 2654435761u < b * 2654435761u;
    uint root = swap ? b : a, other = swap ? a : b;
    __tkl_race_nodes(h)[other].up = root;
    a = root;
  }
  __tkl_race_set_kind(h, a, kind);
  return a;
}

static ulong __tkl_race_group(TKL_RACE_HEADP h, uint item) {
  return __tkl_race_context_at(h, item)->group;
}

/* Whether all that `node` has done precedes what happens now. */
static bool __tkl_race_precedes(TKL_RACE_HEADP h, uint node) {
  uint root = __tkl_race_find(h, node);
  __global tkl_race_node *n = &__tkl_race_nodes(h)[root];
  uint item = n->state >> TKL_BAG_BITS;
  switch (n->state & ((1u << TKL_BAG_BITS) - 1)) {
  case TKL_BAG_TASK:
    return true;
  case TKL_BAG_ITEM:
    return h->goes_on != 0 && item == h->item;
  case TKL_BAG_BODY:
    if (item == h->item)
      return h->goes_on != 0 || n->parent <= h->phase;
    return __tkl_race_group(h, item) == __tkl_race_group(h, h->item) &&
           n->place < h->barriers;
  case TKL_BAG_COPY:
    return __tkl_race_group(h, item) == __tkl_race_group(h, h->item) &&
           n->parent < h->waits;
  default:
    return false;
  }
}

/* Part of the body of a work-item, which no path of spawns leads to. */
static bool __tkl_race_is_body(uint state) {
  uint kind = state & ((1u << TKL_BAG_BITS) - 1);
  return kind == TKL_BAG_BODY || kind == TKL_BAG_COPY;
}

/*===----------------------------------------------------------------------===*
 * Reports
 *===----------------------------------------------------------------------===*/

static void __tkl_race_describe(TKL_RACE_HEADP h, __global tkl_race_side *side,
                                uint node, uint word) {
  __global tkl_race_node *nodes = __tkl_race_nodes(h);
  uint state = nodes[node].state;
  side->word = word;
  side->item =
      __tkl_race_context_at(h, state >> TKL_BAG_BITS)->number;
  uint depth = 0;
  if (!__tkl_race_is_body(state))
    for (; node != 0 && nodes[node].place != 0; node = nodes[node].parent) {
      if (depth < TKL_RACE_PATH)
        side->path[depth] = nodes[node].place;
      ++depth;
    }
  side->depth = depth;
}

/* Of a task. */
static uint __tkl_race_depth(__global tkl_race_node *nodes, uint node) {
  uint depth = 0;
  for (; node != 0 && nodes[node].place != 0; node = nodes[node].parent)
    ++depth;
  return depth;
}

/* The place of the spawn that made them parallel: the first one on the way to
 * `older`, from where that left the path to `newer`, whose task has not been
 * joined. 0: they are of two work-items. */
static uint __tkl_race_fork(TKL_RACE_HEADP h, uint older, uint newer) {
  __global tkl_race_node *nodes = __tkl_race_nodes(h);
  if (nodes[older].state >> TKL_BAG_BITS != nodes[newer].state >> TKL_BAG_BITS)
    return 0;
  bool body = __tkl_race_is_body(nodes[older].state);
  if (body || __tkl_race_is_body(nodes[newer].state)) {
    /* The body went on after the spawn of the other one's root task. */
    uint task = body ? newer : older;
    uint place = 0;
    if (!__tkl_race_is_body(nodes[task].state))
      for (; task != 0 && nodes[task].place != 0; task = nodes[task].parent)
        place = nodes[task].place;
    return place;
  }
  uint a = __tkl_race_depth(nodes, older), b = __tkl_race_depth(nodes, newer);
  uint place = nodes[older].place;
  for (; b > a; --b)
    newer = nodes[newer].parent;
  for (; a > b; --a) {
    if (!__tkl_race_precedes(h, older))
      place = nodes[older].place;
    older = nodes[older].parent;
  }
  for (; older != newer && a != 0; --a) {
    if (!__tkl_race_precedes(h, older))
      place = nodes[older].place;
    older = nodes[older].parent;
    newer = nodes[newer].parent;
  }
  return place;
}

static void __tkl_race_report(TKL_RACE_HEADP h, uint node, uint word, uint own,
                              uint own_word, ulong address) {
  uint low = min(word, own_word), high = max(word, own_word);
  uint slot = (low * 2654435761u + high * 2246822519u) >> 16;
  for (uint i = 0; i < TKL_RACE_PAIRS; ++i) {
    __global tkl_race_pair *p = &h->pairs[(slot + i) & (TKL_RACE_PAIRS - 1)];
    if (p->count == 0) {
      p->count = 1;
      p->address = address;
      __tkl_race_describe(h, &p->older, node, word);
      __tkl_race_describe(h, &p->newer, own, own_word);
      p->spawn = __tkl_race_fork(h, node, own);
      return;
    }
    if (min(p->older.word, p->newer.word) == low &&
        max(p->older.word, p->newer.word) == high) {
      ++p->count;
      return;
    }
  }
  ++h->unreported;
}

/*===----------------------------------------------------------------------===*
 * Lists of accesses
 *===----------------------------------------------------------------------===*/

/* A list in the general memory: how many entries, and these. Its number is its
 * place in units of 8 bytes. */
static __global ulong *__tkl_race_list(TKL_RACE_HEADP h, uint list) {
  return (__global ulong *)h + list;
}

static uint __tkl_race_hash(const tkl_race_entry *entries, uint count) {
  uint hash = count;
  for (uint i = 0; i < count; ++i) {
    hash = (hash ^ entries[i].node) * 2654435761u;
    hash = (hash ^ hash >> 15 ^ entries[i].word) * 2246822519u;
  }
  return hash ^ hash >> 13;
}

/* Twice as many slots for lists. */
static bool __tkl_race_grow_lists(TKL_RACE_HEADP h) {
  ulong slots = h->list_slots == 0 ? 1024 : h->list_slots * 2;
  ulong table = __tkl_race_zeroed(h, slots * 4);
  if (table == 0)
    return false;
  __global uint *to = (__global uint *)((__global char *)h + table);
  __global uint *from = (__global uint *)((__global char *)h + h->lists);
  for (ulong i = 0; i < h->list_slots; ++i) {
    if (from[i] == 0)
      continue;
    uint slot = (uint)(*__tkl_race_list(h, from[i]) >> 32);
    while (to[slot & (slots - 1)] != 0)
      ++slot;
    to[slot & (slots - 1)] = from[i];
  }
  h->lists = table;
  h->list_slots = slots;
  return true;
}

/* The number of the list with these entries; 0: there is no memory left. */
static uint __tkl_race_intern(TKL_RACE_HEADP h, const tkl_race_entry *entries,
                              uint count) {
  if (h->list_count * 2 >= h->list_slots && !__tkl_race_grow_lists(h))
    return 0;
  __global uint *table = (__global uint *)((__global char *)h + h->lists);
  uint hash = __tkl_race_hash(entries, count);
  ulong first = (ulong)hash << 32 | count;
  uint slot = hash, list;
  for (; (list = table[slot & (h->list_slots - 1)]) != 0; ++slot) {
    __global ulong *found = __tkl_race_list(h, list);
    uint i = 0;
    if (found[0] != first)
      continue;
    while (i < count && found[i + 1] == ((ulong)entries[i].word << 32 |
                                         entries[i].node))
      ++i;
    if (i == count)
      return list;
  }
  ulong at = __tkl_race_alloc(h, (ulong)(count + 1) * 8);
  if (at == 0)
    return 0;
  list = (uint)(at / 8);
  __global ulong *words = __tkl_race_list(h, list);
  words[0] = first;
  for (uint i = 0; i < count; ++i)
    words[i + 1] = (ulong)entries[i].word << 32 | entries[i].node;
  table[slot & (h->list_slots - 1)] = list;
  ++h->list_count;
  return list;
}

/* Whether all that conflicts with an access of kind `dropped` conflicts with one
 * of kind `kept`, too. */
static bool __tkl_race_covers(uint kept, uint dropped) {
  /* Read, write, atomic read, atomic write. */
  const uint covered = 0x5u | 0xfu << 4 | 0x4u << 8 | 0xcu << 12;
  return covered >> (kept * 4) >> dropped & 1;
}

static uint __tkl_race_kind(uint word) {
  return word & ((1u << TKL_RACE_KIND_BITS) - 1);
}

static uint __tkl_race_state(TKL_RACE_HEADP h, uint node) {
  return __tkl_race_nodes(h)[__tkl_race_find(h, node)].state;
}

/* Whether nothing can follow both, ever. */
static bool __tkl_race_apart(TKL_RACE_HEADP h, uint a, uint b) {
  uint first = __tkl_race_nodes(h)[a].state >> TKL_BAG_BITS;
  uint second = __tkl_race_nodes(h)[b].state >> TKL_BAG_BITS;
  if (first == second)
    return false;
  if (!__tkl_race_is_body(__tkl_race_state(h, a)) &&
      !__tkl_race_is_body(__tkl_race_state(h, b)))
    return true;
  return __tkl_race_group(h, first) != __tkl_race_group(h, second);
}

/* Whether the entries before `count` make `e` unnecessary: whatever will race
 * with it will race with one of them. */
static bool __tkl_race_needless(TKL_RACE_HEADP h, const tkl_race_entry *entries,
                                uint count, tkl_race_entry e) {
  uint kind = __tkl_race_kind(e.word), root = __tkl_race_find(h, e.node);
  for (uint i = 0; i < count; ++i) {
    if (!__tkl_race_covers(__tkl_race_kind(entries[i].word), kind))
      continue;
    if (__tkl_race_find(h, entries[i].node) == root ||
        (__tkl_race_state(h, entries[i].node) & ((1u << TKL_BAG_BITS) - 1)) ==
            TKL_BAG_NEVER)
      return true;
    for (uint j = 0; j < i; ++j)
      if (__tkl_race_covers(__tkl_race_kind(entries[j].word), kind) &&
          __tkl_race_apart(h, entries[i].node, entries[j].node))
        return true;
  }
  return false;
}

/* The list after an access. */
static uint __tkl_race_step(TKL_RACE_HEADP h, uint before, uint node, uint word,
                            ulong address) {
  __global tkl_race_memo *memo =
      &h->memo[(before * 31 + node * 7 + word) & (TKL_RACE_MEMO - 1)];
  if (memo->before == before && memo->node == node && memo->word == word &&
      memo->epoch == h->epoch && memo->after != 0)
    return memo->after;
  tkl_race_entry entries[TKL_RACE_ENTRIES];
  uint count = 1, kind = __tkl_race_kind(word);
  entries[0].node = node;
  entries[0].word = word;
  bool found = false;
  __global ulong *old = __tkl_race_list(h, before);
  uint olds = before == 0 ? 0 : (uint)old[0];
  bool many = olds >= TKL_RACE_MANY;
  for (uint i = 0; i < olds; ++i) {
    tkl_race_entry e;
    e.node = (uint)old[i + 1];
    e.word = (uint)(old[i + 1] >> 32);
    uint its = __tkl_race_kind(e.word);
    if (__tkl_race_precedes(h, e.node)) {
      if (__tkl_race_covers(kind, its))
        continue;
    } else if (((kind | its) & TKL_RACE_WRITE) != 0 &&
               (kind & its & TKL_RACE_ATOMIC) == 0) {
      found = true;
      __tkl_race_report(h, e.node, e.word, node, word, address);
    }
    if (many) {
      if (__tkl_race_needless(h, entries, count, e))
        continue;
    } else {
      uint root = __tkl_race_find(h, e.node), j = 0;
      while (j < count && (entries[j].word != e.word ||
                           __tkl_race_find(h, entries[j].node) != root))
        ++j;
      if (j < count)
        continue;
    }
    if (count == TKL_RACE_ENTRIES)
      ++h->forgotten;
    else
      entries[count++] = e;
  }
  uint after = __tkl_race_intern(h, entries, count);
  if (!found) {
    memo->before = before;
    memo->node = node;
    memo->word = word;
    memo->epoch = h->epoch;
    memo->after = after;
  }
  return after;
}

/*===----------------------------------------------------------------------===*
 * Shadow memory
 *===----------------------------------------------------------------------===*/

static uint __tkl_race_page_hash(ulong page) {
  return (uint)((page * 11400714819323198485ul) >> 32);
}

static bool __tkl_race_grow_pages(TKL_RACE_HEADP h) {
  ulong slots = h->page_slots == 0 ? 256 : h->page_slots * 2;
  ulong table = __tkl_race_zeroed(h, slots * sizeof(tkl_race_page));
  if (table == 0)
    return false;
  __global tkl_race_page *to =
      (__global tkl_race_page *)((__global char *)h + table);
  __global tkl_race_page *from =
      (__global tkl_race_page *)((__global char *)h + h->pages);
  for (ulong i = 0; i < h->page_slots; ++i) {
    if (from[i].shadow == 0)
      continue;
    uint slot = __tkl_race_page_hash(from[i].page);
    while (to[slot & (slots - 1)].shadow != 0)
      ++slot;
    to[slot & (slots - 1)] = from[i];
  }
  h->pages = table;
  h->page_slots = slots;
  return true;
}

/* The shadow of a page; null: there is no memory left. */
static __global uint *__tkl_race_shadow(TKL_RACE_HEADP h, ulong page) {
  __global tkl_race_page *last =
      &h->last_pages[page & (TKL_RACE_PAGES - 1)];
  if (last->page == page && last->shadow != 0)
    return (__global uint *)((__global char *)h + last->shadow);
  if (h->page_count * 2 >= h->page_slots && !__tkl_race_grow_pages(h))
    return 0;
  __global tkl_race_page *table =
      (__global tkl_race_page *)((__global char *)h + h->pages);
  uint slot = __tkl_race_page_hash(page);
  while (table[slot & (h->page_slots - 1)].shadow != 0 &&
         table[slot & (h->page_slots - 1)].page != page)
    ++slot;
  __global tkl_race_page *found = &table[slot & (h->page_slots - 1)];
  if (found->shadow == 0) {
    ulong shadow = __tkl_race_zeroed(h, 4ul << TKL_RACE_PAGE_BITS);
    if (shadow == 0)
      return 0;
    found->page = page;
    found->shadow = shadow;
    ++h->page_count;
  }
  last->page = page;
  last->shadow = found->shadow;
  return (__global uint *)((__global char *)h + found->shadow);
}

static void __tkl_race_touch(TKL_RACE_HEADP h,
                             __global tkl_race_context *c, ulong address,
                             ulong size, uint word) {
  ulong end = address + size;
  c->used = 1;
  ++h->accesses;
  while (address < end) {
    __global uint *shadow =
        __tkl_race_shadow(h, address >> TKL_RACE_PAGE_BITS);
    if (!shadow)
      return;
    uint from = (uint)address & ((1u << TKL_RACE_PAGE_BITS) - 1);
    uint to = (uint)min(end - address + from, 1ul << TKL_RACE_PAGE_BITS);
    for (uint i = from; i < to;) {
      uint before = shadow[i];
      uint after = __tkl_race_step(h, before, c->node, word, address - from + i);
      if (after == 0)
        return;
      do
        shadow[i++] = after;
      while (i < to && shadow[i] == before);
    }
    address += to - from;
  }
}

/*===----------------------------------------------------------------------===*
 * What programs call
 *===----------------------------------------------------------------------===*/

/* A work-item has come to `context`'s present piece. */
static bool __tkl_race_stand(TKL_RACE_HEADP h, uint context,
                             __global tkl_race_context *c) {
  if (c->item != context || c->goes_on)
    return true;
  h->item = context;
  h->phase = c->phase;
  h->barriers = c->barriers;
  h->waits = c->waits;
  h->goes_on = 0;
  if (c->node == 0)
    c->node = __tkl_race_new_node(h, context << TKL_BAG_BITS | TKL_BAG_BODY,
                                  c->phase, c->barriers);
  return c->node != 0;
}

/* The heap of a step's command. */
TKL_FAST __global char *__tkl_race_heap(tkl_worker *w) {
  return (__global char *)w->cold->heap;
}

TKL_SLOW void __tkl_race_access(__global char *heap, uint context,
                                ulong address, ulong size, uint word) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (context == 0)
    return;
  __tkl_race_enter(h);
  if (h->status == TKL_RACE_OK) {
    __global tkl_race_context *c = __tkl_race_context_at(h, context);
    if (__tkl_race_stand(h, context, c))
      __tkl_race_touch(h, c, address, size, word);
  }
  __tkl_race_leave(h);
}

/* The first thing that a work-item does. 0: there is no memory left. The context
 * is computed from the ids: PoCL takes what only depends on equal values for
 * equal in all work-items of a group, and would keep one for all. */
TKL_SLOW uint __tkl_race_item(__global char *heap, ulong number, ulong items,
                              uint bags) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  ulong units = __tkl_race_context_units(bags);
  ulong context = 1 + number * units, end = 1 + items * units;
  __tkl_race_enter(h);
  if (h->contexts + end * 8 > h->contexts_end)
    __tkl_race_stop(h, TKL_RACE_MEMORY);
  if (h->status != TKL_RACE_OK)
    context = 0;
  h->context_top = (uint)end;
  __tkl_race_leave(h);
  if (context == 0)
    return 0;
  __global tkl_race_context *c = __tkl_race_context_at(h, (uint)context);
  __tkl_race_clear_context(c, bags);
  c->item = (uint)context;
  c->group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) *
                 get_num_groups(0) +
             get_group_id(0);
  c->number = number;
  return (uint)context;
}

TKL_SLOW void __tkl_race_argument(__global char *heap, uint index,
                                  ulong address) {
  if (index < TKL_RACE_ARGUMENTS)
    __tkl_race_head(heap)->arguments[index] = address;
}

/* A work-item is behind a barrier that orders global memory. */
TKL_SLOW void __tkl_race_barrier(__global char *heap, uint context) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (context == 0)
    return;
  __tkl_race_enter(h);
  __global tkl_race_context *c = __tkl_race_context_at(h, context);
  ++c->barriers;
  ++h->epoch;
  c->node = 0;
  __tkl_race_leave(h);
}

/* A work-group copies, or will copy before it has waited: `count` elements of
 * `size` bytes in memory, `stride` bytes apart. All of its work-items call this;
 * the first one stands for all. */
TKL_SLOW void __tkl_race_copy(__global char *heap, uint context, ulong address,
                              ulong size, ulong count, ulong stride,
                              uint word) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (context == 0 || (get_local_id(0) | get_local_id(1) | get_local_id(2)))
    return;
  __tkl_race_enter(h);
  __global tkl_race_context *c = __tkl_race_context_at(h, context);
  if (h->status == TKL_RACE_OK && __tkl_race_stand(h, context, c)) {
    uint own = c->node;
    c->node = __tkl_race_new_node(h, context << TKL_BAG_BITS | TKL_BAG_COPY,
                                  c->waits, 0);
    if (c->node != 0 && size == stride)
      __tkl_race_touch(h, c, address, size * count, word);
    else if (c->node != 0)
      for (ulong i = 0; i < count; ++i)
        __tkl_race_touch(h, c, address + i * stride, size, word);
    c->node = own;
  }
  __tkl_race_leave(h);
}

/* A work-item has waited for all copies by its group so far. */
TKL_SLOW void __tkl_race_waited(__global char *heap, uint context) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (context == 0)
    return;
  __tkl_race_enter(h);
  ++__tkl_race_context_at(h, context)->waits;
  ++h->epoch;
  __tkl_race_leave(h);
}

/* A work-item has put a root task into `record`. */
TKL_SLOW void __tkl_race_root(__global char *heap, __global char *record,
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
    r->bag = bag;
    r->place = place;
    ++c->phase;
    ++h->epoch;
    c->node = 0;
  }
  __tkl_race_leave(h);
}

/* A step spawns a child, which runs next. */
TKL_SLOW void __tkl_race_spawn(__global char *heap, uint context, uint place,
                               uint bag, ulong dest, uint size) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (h->pending_context != 0)
    __tkl_race_stop(h, TKL_RACE_ORDER);
  h->pending_context = context;
  h->pending_place = place;
  h->pending_bag = bag;
  h->pending_dest = dest;
  h->pending_size = size;
}

/* A root task begins. */
static void __tkl_race_begin_root(__global char *heap, TKL_RACE_HEADP h,
                                  __global tkl_race_context *c) {
  uint taken = ((__global tkl_heap_header *)heap)->next_root;
  if (taken == h->last_root) /* A child that nobody has announced. */
    __tkl_race_stop(h, TKL_RACE_ORDER);
  h->last_root = taken;
  __global tkl_race_root *r =
      (__global tkl_race_root *)((__global char *)h + h->roots) + taken - 1;
  c->parent = c->item = h->item = r->item;
  h->phase = r->phase;
  h->barriers = r->barriers;
  h->waits = r->waits;
  h->goes_on = 0;
  ++h->epoch;
  c->bag = r->bag;
  c->place = r->place;
  c->dest = r->dest;
  c->size = r->size;
}

/* The first thing that a task does. */
TKL_SLOW uint __tkl_race_begin(__global char *heap, uint bags) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (h->status != TKL_RACE_OK)
    return 0;
  uint context = __tkl_race_new_context(h, bags);
  if (context == 0)
    return 0;
  __global tkl_race_context *c = __tkl_race_context_at(h, context);
  uint above = 0;
  if (h->pending_context == 0) {
    __tkl_race_begin_root(heap, h, c);
  } else {
    __global tkl_race_context *p =
        __tkl_race_context_at(h, h->pending_context);
    c->parent = h->pending_context;
    c->item = p->item;
    c->bag = h->pending_bag;
    c->place = h->pending_place;
    c->dest = h->pending_dest;
    c->size = h->pending_size;
    h->pending_context = 0;
    above = p->node;
  }
  c->node = __tkl_race_new_node(h, c->item << TKL_BAG_BITS | TKL_BAG_TASK,
                                above, c->place);
  return c->node != 0 ? context : 0;
}

/* The last thing that a task does. Without a context, it is the first, too. */
TKL_SLOW void __tkl_race_return(__global char *heap, uint context) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (h->status != TKL_RACE_OK)
    return;
  if (context == 0) {
    if (h->pending_context != 0 && h->pending_size == 0) {
      h->pending_context = 0;
      return;
    }
    context = __tkl_race_begin(heap, 0);
    if (context == 0)
      return;
  }
  __global tkl_race_context *c = __tkl_race_context_at(h, context);
  if (c->size != 0)
    __tkl_race_touch(h, c, c->dest, c->size,
                     c->place << TKL_RACE_KIND_BITS | TKL_RACE_WRITE);
  __global uint *bags = __tkl_race_bags(c);
  for (uint i = 0; i < c->bags; ++i)
    if (bags[i] != 0)
      __tkl_race_set_kind(h, __tkl_race_find(h, bags[i]), TKL_BAG_NEVER);
  if (context + __tkl_race_context_units(c->bags) != h->context_top)
    __tkl_race_stop(h, TKL_RACE_ORDER);
  h->context_top = context;
  if (!c->used && c->node == h->node_count) {
    --h->node_count;
    return;
  }
  __global tkl_race_context *p = __tkl_race_context_at(h, c->parent);
  p->used = 1;
  if (c->bag == TKL_RACE_TAIL && p->item != c->parent) {
    __tkl_race_union(h, p->node, c->node, TKL_BAG_TASK);
    return;
  }
  if (c->bag >= p->bags) {
    __tkl_race_set_kind(h, __tkl_race_find(h, c->node), TKL_BAG_NEVER);
    return;
  }
  __global uint *bag = &__tkl_race_bags(p)[c->bag];
  *bag = __tkl_race_union(h, *bag ? *bag : c->node, c->node, TKL_BAG_PARALLEL);
}

/* A task, or a work-item, is behind a force that has waited for `groups`. */
TKL_SLOW void __tkl_race_join(__global char *heap, uint context,
                              ulong groups) {
  TKL_RACE_HEADP h = __tkl_race_head(heap);
  if (h->status != TKL_RACE_OK || context == 0)
    return;
  __global tkl_race_context *c = __tkl_race_context_at(h, context);
  uint kind = TKL_BAG_TASK;
  ++h->epoch;
  if (c->item == context) {
    kind = TKL_BAG_ITEM;
    h->item = context;
    h->goes_on = 1;
    h->barriers = c->barriers;
    h->waits = c->waits;
    if (!c->goes_on) {
      c->goes_on = 1;
      c->node = __tkl_race_new_node(h, context << TKL_BAG_BITS | kind, 0, 0);
      if (c->node == 0)
        return;
    }
  }
  __global uint *bags = __tkl_race_bags(c);
  for (uint i = 0; i < c->bags; ++i)
    if ((groups >> i & 1) != 0 && bags[i] != 0) {
      __tkl_race_union(h, c->node, bags[i], kind);
      bags[i] = 0;
    }
}
