/*===- race_shadow.cl - What is remembered of each byte --------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The shadow has a cell of 16 bytes for each aligned word of four bytes: two
 * accesses, each a node, a place and a kind. If all tasks join their children,
 * and nothing races, two are enough for plain accesses: the last write, and a
 * read that ends last of all that are parallel. A cell of which more is
 * remembered has a list instead. A cell whose four bytes have been accessed in
 * different ways is split into one for each byte, until they are alike again.
 * Lists and split cells are in blocks, which are used again.
 *
 * An access needs not be remembered if another one that is conflicts with all
 * that it would, and follows it or stays parallel at least as long: whatever
 * races with the first one then races with the second.
 */
#include "race.h"

#define TKL_RACE_PAGE_BITS 12u
#define TKL_RACE_PAIRED 64u /* entries so near each other are tried in pairs  */
#define TKL_RACE_FEW 4u     /* shorter lists are made no longer than they must */

/* In the place of a node. */
#define TKL_RACE_LIST 0xffffffffu
#define TKL_RACE_SPLIT 0xfffffffeu

typedef struct __tkl_race_entry {
  uint node, word;
} tkl_race_entry;

/* Entries come first; those that are not used have no node. A LIST has the block
 * in the first one's word, and its count and capacity in the second. SPLIT has
 * the block of four cells in the first one's word. */
typedef struct __tkl_race_cell {
  tkl_race_entry entries[2];
} tkl_race_cell;

#define TKL_RACE_CELLP __global tkl_race_cell *

/*===----------------------------------------------------------------------===*
 * Memory
 *===----------------------------------------------------------------------===*/

/* Part of the general memory, as bytes from the head; 0: there is none left. */
static ulong __tkl_race_alloc(TKL_RACE_HEADP h, ulong bytes) {
  ulong used = h->general_used + ((bytes + 7) & ~7ul);
  ulong nodes = h->nodes + ((ulong)h->node_count + 1) * TKL_RACE_NODE_SIZE;
  if (nodes + used > h->nodes_end) {
    __tkl_race_stop(h, TKL_RACE_MEMORY);
    return 0;
  }
  h->general_used = used;
  return h->nodes_end - used;
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

static __global tkl_race_entry *__tkl_race_block(TKL_RACE_HEADP h, uint block) {
  return (__global tkl_race_entry *)h + block;
}

/* A block for `capacity` entries, a power of two; 0: there is no memory left. Its
 * number is its place in units of entries. */
static uint __tkl_race_take_block(TKL_RACE_HEADP h, uint capacity) {
  uint class = 31 - clz(capacity);
  uint block = h->free_blocks[class];
  if (block != 0) {
    h->free_blocks[class] = __tkl_race_block(h, block)->node;
    return block;
  }
  return (uint)(__tkl_race_alloc(h, (ulong)capacity * sizeof(tkl_race_entry)) /
                sizeof(tkl_race_entry));
}

static void __tkl_race_drop_block(TKL_RACE_HEADP h, uint block, uint capacity) {
  uint class = 31 - clz(capacity);
  __tkl_race_block(h, block)->node = h->free_blocks[class];
  h->free_blocks[class] = block;
}

/*===----------------------------------------------------------------------===*
 * Lists of accesses
 *===----------------------------------------------------------------------===*/

/* Whether all that conflicts with an access of kind `dropped` conflicts with one
 * of kind `kept`, too. */
static bool __tkl_race_covers(uint kept, uint dropped) {
  /* Read, write, atomic read, atomic write. */
  const uint covered = 0x5u | 0xfu << 4 | 0x4u << 8 | 0xcu << 12;
  return covered >> (kept * 4) >> dropped & 1;
}

/* Whether the first `count` entries make `e` unnecessary. */
static bool __tkl_race_needless(TKL_RACE_HEADP h,
                                __global const tkl_race_entry *entries,
                                uint count, tkl_race_entry e) {
  uint kind = __tkl_race_kind(e.word);
  for (uint i = 0; i < count; ++i) {
    if (!__tkl_race_covers(__tkl_race_kind(entries[i].word), kind))
      continue;
    if (__tkl_race_stands_for(h, entries[i].node, e.node))
      return true;
    for (uint j = i < TKL_RACE_PAIRED ? 0 : i - TKL_RACE_PAIRED; j < i; ++j)
      if (__tkl_race_covers(__tkl_race_kind(entries[j].word), kind) &&
          __tkl_race_enclose(h, entries[i].node, entries[j].node, e.node))
        return true;
  }
  return false;
}

/* Drops what it can; how many are left. What is new comes last, and can make
 * older entries unnecessary, too. */
static uint __tkl_race_shorten(TKL_RACE_HEADP h,
                               __global tkl_race_entry *entries, uint count) {
  for (uint pass = 0; pass < 2; ++pass) {
    uint kept = 0;
    for (uint i = 0; i < count; ++i) {
      tkl_race_entry e = entries[i];
      if (!__tkl_race_needless(h, entries, kept, e))
        entries[kept++] = e;
    }
    count = kept;
    for (uint i = 0; i < count / 2; ++i) {
      tkl_race_entry e = entries[i];
      entries[i] = entries[count - 1 - i];
      entries[count - 1 - i] = e;
    }
  }
  return count;
}

/* Adds an entry to a cell that has at least two. */
static void __tkl_race_add(TKL_RACE_HEADP h, TKL_RACE_CELLP cell, uint node,
                           uint word) {
  bool inside = cell->entries[0].node != TKL_RACE_LIST;
  uint block = inside ? 0 : cell->entries[0].word;
  uint count = inside ? 2 : cell->entries[1].node;
  uint capacity = inside ? 2 : cell->entries[1].word;
  __global tkl_race_entry *entries =
      inside ? cell->entries : __tkl_race_block(h, block);
  if (count == capacity) {
    tkl_race_entry e;
    e.node = node;
    e.word = word;
    if (count <= TKL_RACE_FEW && __tkl_race_needless(h, entries, count, e))
      return;
    uint more = __tkl_race_take_block(h, capacity * 2);
    if (more == 0)
      return;
    __global tkl_race_entry *to = __tkl_race_block(h, more);
    for (uint i = 0; i < count; ++i)
      to[i] = entries[i];
    to[count] = e;
    count = __tkl_race_shorten(h, to, count + 1);
    /* Half of a long list stays free, so that it is not shortened all the time. */
    if (count <= (capacity <= TKL_RACE_FEW ? capacity : capacity / 2)) {
      for (uint i = 0; i < count; ++i)
        entries[i] = to[i];
      for (uint i = count; inside && i < 2; ++i)
        entries[i].node = 0;
      if (!inside)
        cell->entries[1].node = count;
      __tkl_race_drop_block(h, more, capacity * 2);
      return;
    }
    if (!inside)
      __tkl_race_drop_block(h, block, capacity);
    cell->entries[0].node = TKL_RACE_LIST;
    cell->entries[0].word = more;
    cell->entries[1].node = count;
    cell->entries[1].word = capacity * 2;
    return;
  }
  entries[count].node = node;
  entries[count].word = word;
  cell->entries[1].node = count + 1;
}

/* Compares an access with an entry. Bits: the entry stays; it stands for the
 * access, too. */
#define TKL_RACE_STAYS 1u
#define TKL_RACE_STANDS 2u
static TKL_RACE_FAST uint __tkl_race_meet(TKL_RACE_HEADP h, tkl_race_visit v,
                                     tkl_race_entry e, ulong address) {
  uint kind = __tkl_race_kind(v.word), its = __tkl_race_kind(e.word);
  bool covers = __tkl_race_covers(its, kind);
  uint relation = e.node == v.node ? TKL_RACE_BEFORE | TKL_RACE_ENOUGH
                                   : __tkl_race_relate(h, v, e.node, covers);
  if ((relation & TKL_RACE_BEFORE) == 0 &&
      ((kind | its) & TKL_RACE_WRITE) != 0 &&
      (kind & its & TKL_RACE_ATOMIC) == 0)
    __tkl_race_report(h, e.node, e.word, v.node, v.word, address);
  if (covers && (relation & TKL_RACE_ENOUGH) != 0)
    return TKL_RACE_STAYS | TKL_RACE_STANDS;
  return (relation & TKL_RACE_BEFORE) != 0 && __tkl_race_covers(kind, its)
             ? 0
             : TKL_RACE_STAYS;
}

static void __tkl_race_step_list(TKL_RACE_HEADP h, TKL_RACE_CELLP cell,
                                 tkl_race_visit v, ulong address) {
  uint block = cell->entries[0].word;
  uint count = cell->entries[1].node, capacity = cell->entries[1].word;
  __global tkl_race_entry *entries = __tkl_race_block(h, block);
  uint kept = 0;
  bool stands = false;
  for (uint i = 0; i < count; ++i) {
    tkl_race_entry e = entries[i];
    uint met = __tkl_race_meet(h, v, e, address);
    stands |= (met & TKL_RACE_STANDS) != 0;
    if ((met & TKL_RACE_STAYS) != 0)
      entries[kept++] = e;
  }
  cell->entries[1].node = kept;
  if (kept <= 2) {
    for (uint i = 0; i < 2; ++i) {
      cell->entries[i].node = i < kept ? entries[i].node : 0;
      cell->entries[i].word = i < kept ? entries[i].word : 0;
    }
    __tkl_race_drop_block(h, block, capacity);
    if (!stands && kept < 2) {
      cell->entries[kept].node = v.node;
      cell->entries[kept].word = v.word;
      return;
    }
  }
  if (!stands)
    __tkl_race_add(h, cell, v.node, v.word);
}

/* An access to all bytes of a cell that is not split. */
static TKL_RACE_FAST void __tkl_race_step(TKL_RACE_HEADP h, TKL_RACE_CELLP cell,
                                     tkl_race_visit v, ulong address) {
  tkl_race_entry a = cell->entries[0];
  if (a.node == 0) {
    cell->entries[0].node = v.node;
    cell->entries[0].word = v.word;
    return;
  }
  if (a.node == TKL_RACE_LIST) {
    __tkl_race_step_list(h, cell, v, address);
    return;
  }
  tkl_race_entry b = cell->entries[1];
  uint first = __tkl_race_meet(h, v, a, address), second = 0;
  if (b.node != 0)
    second = __tkl_race_meet(h, v, b, address);
  bool stands = ((first | second) & TKL_RACE_STANDS) != 0;
  if ((first & TKL_RACE_STAYS) == 0) {
    if ((second & TKL_RACE_STAYS) != 0) {
      cell->entries[0] = b;
      if (stands)
        cell->entries[1].node = 0;
    } else {
      cell->entries[0].node = v.node;
      cell->entries[0].word = v.word;
      if (b.node != 0)
        cell->entries[1].node = 0;
      return;
    }
  } else if (stands) {
    if ((second & TKL_RACE_STAYS) == 0 && b.node != 0)
      cell->entries[1].node = 0;
    return;
  } else if ((second & TKL_RACE_STAYS) != 0) {
    __tkl_race_add(h, cell, v.node, v.word);
    return;
  }
  if (!stands) {
    cell->entries[1].node = v.node;
    cell->entries[1].word = v.word;
  }
}

/*===----------------------------------------------------------------------===*
 * Split cells
 *===----------------------------------------------------------------------===*/

/* The cells of the bytes of a cell; null: there is no memory left. */
static TKL_RACE_CELLP __tkl_race_split(TKL_RACE_HEADP h, TKL_RACE_CELLP cell) {
  tkl_race_cell old = *cell;
  if (old.entries[0].node == TKL_RACE_SPLIT)
    return (TKL_RACE_CELLP)__tkl_race_block(h, old.entries[0].word);
  uint block = __tkl_race_take_block(h, 8);
  if (block == 0)
    return 0;
  TKL_RACE_CELLP parts = (TKL_RACE_CELLP)__tkl_race_block(h, block);
  for (uint i = 0; i < 4; ++i) {
    parts[i] = old;
    if (old.entries[0].node != TKL_RACE_LIST || i == 0)
      continue;
    uint copy = __tkl_race_take_block(h, old.entries[1].word);
    if (copy == 0)
      return 0;
    for (uint j = 0; j < old.entries[1].node; ++j)
      __tkl_race_block(h, copy)[j] =
          __tkl_race_block(h, old.entries[0].word)[j];
    parts[i].entries[0].word = copy;
  }
  cell->entries[0].node = TKL_RACE_SPLIT;
  cell->entries[0].word = block;
  return parts;
}

static bool __tkl_race_alike(TKL_RACE_CELLP a, TKL_RACE_CELLP b) {
  __global ulong *one = (__global ulong *)a, *other = (__global ulong *)b;
  return one[0] == other[0] &&
         (one[1] == other[1] ||
          (a->entries[1].node == 0 && b->entries[1].node == 0));
}

/* An access to bytes `from` to `to` of a cell. */
static void __tkl_race_step_part(TKL_RACE_HEADP h, TKL_RACE_CELLP cell,
                                 tkl_race_visit v, ulong address, uint from,
                                 uint to) {
  TKL_RACE_CELLP parts = __tkl_race_split(h, cell);
  if (!parts)
    return;
  for (uint i = from; i < to; ++i)
    __tkl_race_step(h, &parts[i], v, address + i);
  if (parts[0].entries[0].node == TKL_RACE_LIST)
    return;
  for (uint i = 1; i < 4; ++i)
    if (!__tkl_race_alike(&parts[0], &parts[i]))
      return;
  uint block = cell->entries[0].word;
  *cell = parts[0];
  __tkl_race_drop_block(h, block, 8);
}

/*===----------------------------------------------------------------------===*
 * Pages
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

/* Finds or makes the shadow of a page, which was not the last one of its kind. */
static TKL_RACE_CELLP __tkl_race_find_shadow(TKL_RACE_HEADP h, ulong page) {
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
    ulong shadow = __tkl_race_zeroed(h, sizeof(tkl_race_cell) / 4
                                            << TKL_RACE_PAGE_BITS);
    if (shadow == 0)
      return 0;
    found->page = page;
    found->shadow = shadow;
    ++h->page_count;
  }
  __global tkl_race_page *last = &h->last_pages[page & (TKL_RACE_PAGES - 1)];
  last->page = page;
  last->shadow = found->shadow;
  return (TKL_RACE_CELLP)((__global char *)h + found->shadow);
}

/* The shadow of a page; null: there is no memory left. */
static TKL_RACE_FAST TKL_RACE_CELLP __tkl_race_shadow(TKL_RACE_HEADP h, ulong page) {
  __global tkl_race_page *last = &h->last_pages[page & (TKL_RACE_PAGES - 1)];
  if (last->page == page && last->shadow != 0)
    return (TKL_RACE_CELLP)((__global char *)h + last->shadow);
  return __tkl_race_find_shadow(h, page);
}

/* An access that is not to one whole word. What it makes of one cell it makes of
 * the next one that is alike. */
static void __tkl_race_touch_parts(TKL_RACE_HEADP h, tkl_race_visit v,
                                   ulong address, ulong size) {
  ulong end = address + size;
  tkl_race_cell before, after;
  after.entries[0].node = TKL_RACE_LIST;
  while (address < end) {
    TKL_RACE_CELLP shadow = __tkl_race_shadow(h, address >> TKL_RACE_PAGE_BITS);
    if (!shadow)
      return;
    do {
      ulong word = address & ~3ul;
      uint from = (uint)(address - word), to = (uint)min(end - word, 4ul);
      TKL_RACE_CELLP cell =
          &shadow[(word & ((1ul << TKL_RACE_PAGE_BITS) - 1)) / 4];
      tkl_race_cell now = *cell;
      if (from != 0 || to != 4 || now.entries[0].node == TKL_RACE_SPLIT) {
        __tkl_race_step_part(h, cell, v, word, from, to);
      } else if (after.entries[0].node != TKL_RACE_LIST &&
                 now.entries[0].node == before.entries[0].node &&
                 now.entries[0].word == before.entries[0].word &&
                 now.entries[1].node == before.entries[1].node &&
                 now.entries[1].word == before.entries[1].word) {
        *cell = after;
      } else {
        __tkl_race_step(h, cell, v, word);
        before = now;
        after = *cell;
      }
      address = word + to;
    } while (address < end &&
             (address & ((1ul << TKL_RACE_PAGE_BITS) - 1)) != 0);
  }
}

static TKL_RACE_FAST void __tkl_race_touch(TKL_RACE_HEADP h, uint context, uint node,
                                      ulong address, ulong size, uint word) {
  tkl_race_visit v;
  v.context = context;
  v.node = node;
  v.word = word;
  ++h->accesses;
  if (size == 4 && (address & 3) == 0) {
    TKL_RACE_CELLP shadow = __tkl_race_shadow(h, address >> TKL_RACE_PAGE_BITS);
    if (!shadow)
      return;
    TKL_RACE_CELLP cell =
        &shadow[(address & ((1ul << TKL_RACE_PAGE_BITS) - 1)) / 4];
    if (cell->entries[0].node != TKL_RACE_SPLIT) {
      __tkl_race_step(h, cell, v, address);
      return;
    }
  }
  __tkl_race_touch_parts(h, v, address, size);
}
