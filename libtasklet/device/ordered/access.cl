/*===- access.cl - What inspectors do at an access -------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The inspector of a kernel calls one of these in the place of each access to
 * monitored memory (passes/ordered/Slice.h). The access begins `offset` bytes
 * after the pointer that was passed, and has `size` bytes. `first` and `bytes`
 * are those of tkl_order_param. An element has 2^shift bytes. `count` is how many
 * elements the access touches, or 0 if that depends on where it begins.
 *
 * An access that does not lie in the memory is ignored: a slice may compute an
 * address that the kernel would not have used. With TKL_ORDER_REACHES_BACK, it
 * makes the analysis vain.
 */
#ifndef TKL_ORDER_ACCESS_CL
#define TKL_ORDER_ACCESS_CL

#include "graph.cl"
#include "machine.h"

/* Memory for any load, all zero. */
TKL_INLINE __global char *__tkl_order_zeros(tkl_order_worker *w) {
  return (__global char *)w->order->zeros;
}

/* Called in each round of a loop of a slice. True: the slice returns. */
TKL_INLINE bool __tkl_order_round(tkl_order_worker *w) {
  return ++w->rounds > TKL_MOST_ROUNDS;
}

/* `bytes` is 0 for memory that nobody writes. */
static TKL_INLINE void __tkl_order_outside(tkl_order_worker *w, ulong bytes) {
  if (bytes != 0 && (w->order->flags & TKL_ORDER_REACHES_BACK))
    w->vain = TKL_REASON_BACK;
}

/* Stands before a guarded load, which reads zeros if it is not inside. */
TKL_INLINE void __tkl_order_guard(tkl_order_worker *w, bool inside,
                                  ulong bytes) {
  if (!inside)
    __tkl_order_outside(w, bytes);
}

#define TKL_ACCESS(name)                                                       \
  TKL_INLINE void name(tkl_order_worker *w, ulong offset, ulong bytes,         \
                       ulong first, ulong size, uint shift, ulong count)
/* An index of an array became an offset in bytes. The compiler takes both shifts
 * together, and is left with the index, if this one is arithmetic, too. Offsets
 * before the memory are negative then, so as a number without sign too large. */
#define TKL_ELEMENT ((ulong)((long)offset >> shift))
/* The comparison is with a number that is the same for all work-items. An access
 * of `count` elements begins with a whole one. */
#define TKL_INSIDE                                                             \
  (size != 0 &&                                                                \
   (count ? TKL_ELEMENT < (size <= bytes ? ((bytes - size) >> shift) + 1 : 0)  \
          : offset < (size <= bytes ? bytes - size + 1 : 0)))
#define TKL_FIRST (first + TKL_ELEMENT)
#define TKL_COUNT                                                              \
  (count ? count                                                               \
         : ((offset + size - 1) >> shift) - (offset >> shift) + 1)
#define TKL_EACH(e)                                                            \
  if (!TKL_INSIDE)                                                             \
    __tkl_order_outside(w, bytes);                                             \
  else                                                                         \
    for (ulong e = TKL_FIRST, left = TKL_COUNT; left != 0; ++e, --left)

/* Levels in order: an access waits for earlier ones to the same element if one
 * of the two is a write (ordered.md: RAW, WAR, WAW). All accesses of a work-item
 * ask before the first one commits, for it does not wait for itself. */

/* Ranks. */

static TKL_INLINE __global tkl_rank_mark *
__tkl_rank_mark(tkl_order_worker *w, ulong element) {
  return (__global tkl_rank_mark *)w->marks + (element & w->mask);
}

TKL_ACCESS(__tkl_order_rank_read) {
  TKL_EACH(e) {
    uint writer = __tkl_rank_mark(w, e)->x;
    w->rank = TKL_MAX(w->rank, writer);
  }
}

TKL_ACCESS(__tkl_order_rank_write) {
  TKL_EACH(e) {
    tkl_rank_mark mark = *__tkl_rank_mark(w, e);
    uint last = TKL_MAX((uint)mark.x, (uint)mark.y);
    w->rank = TKL_MAX(w->rank, last);
  }
}

TKL_ACCESS(__tkl_order_settle_read) {
  TKL_EACH(e) {
    __global tkl_rank_mark *mark = __tkl_rank_mark(w, e);
    uint reader = mark->y;
    mark->y = (ushort)TKL_MAX(reader, w->level);
  }
}

TKL_ACCESS(__tkl_order_settle_write) {
  TKL_EACH(e)
    *__tkl_rank_mark(w, e) = (tkl_rank_mark)((ushort)w->level, 0);
}

/* Chains. */

static TKL_INLINE __global tkl_chain_mark *
__tkl_chain_mark(tkl_order_worker *w, ulong element) {
  return (__global tkl_chain_mark *)w->marks + (element & w->mask);
}

/* These are vectors although the two halves are only needed together in the end:
 * a vector instruction chooses without a branch, and a processor predicts such
 * branches badly. So the loads of several work-items are under way at a time. */
static TKL_INLINE void __tkl_order_ask(tkl_order_worker *w, uint2 levels,
                                       uint2 chains) {
  int2 own = chains == w->chain;
  uint2 others = own ? (uint2)0 : levels;
  w->own |= own;
  w->before = TKL_MAX(w->before, others);
}

TKL_ACCESS(__tkl_order_ask_read) {
  TKL_EACH(e) {
    uint2 writer = __tkl_chain_mark(w, e)->xy;
    __tkl_order_ask(w, (uint2)(writer.x, 0), (uint2)(writer.y, 0));
  }
}

TKL_ACCESS(__tkl_order_ask_write) {
  TKL_EACH(e) {
    tkl_chain_mark mark = *__tkl_chain_mark(w, e);
    __tkl_order_ask(w, mark.xz, mark.yw);
  }
}

TKL_ACCESS(__tkl_order_commit_read) {
  TKL_EACH(e) {
    __global tkl_chain_mark *mark = __tkl_chain_mark(w, e);
    uint2 reader = mark->zw;
    if (reader.x < w->level) {
      reader.x = w->level;
      reader.y = w->chain;
    } else if (reader.x == w->level && reader.y != w->chain) {
      reader.y = TKL_MANY_CHAINS;
    }
    mark->zw = reader;
  }
}

TKL_ACCESS(__tkl_order_commit_write) {
  TKL_EACH(e) {
    tkl_chain_mark own = {w->level, w->chain, 0, 0};
    *__tkl_chain_mark(w, e) = own;
  }
}

/* Some work-items ahead, so that the marks are there when they are needed. */
TKL_ACCESS(__tkl_order_fetch_read) {
  if (TKL_INSIDE && TKL_COUNT != 0)
    __tkl_order_prefetch(w->marks + ((TKL_FIRST & w->mask) << w->mark_shift));
}

TKL_ACCESS(__tkl_order_fetch_write) {
  __tkl_order_fetch_read(w, offset, bytes, first, size, shift, count);
}

/* Passes (algorithms 2 and 3 of the paper, with a minimum of readers beside that
 * of writers, which makes the levels minimal). */

static TKL_INLINE __global tkl_pass_mark *__tkl_pass_mark(tkl_order_worker *w,
                                                          ulong element) {
  return (__global tkl_pass_mark *)w->marks + (element & w->mask);
}

static TKL_INLINE void __tkl_order_minimum(__global ulong *key, ulong own) {
  /* Relaxed, and so are all uses of marks: another phase uses what comes of it,
   * and phases are ordered by `done` and `claim`. */
  ulong seen = __tkl_atomic_peek_u64(key);
  while (own < seen) {
    ulong before = __tkl_atomic_cas_u64(key, seen, own);
    if (before == seen)
      break;
    seen = before;
  }
}

TKL_ACCESS(__tkl_order_first_read) {
  TKL_EACH(e)
    __tkl_order_minimum(&__tkl_pass_mark(w, e)->reader, w->key);
}

TKL_ACCESS(__tkl_order_first_write) {
  TKL_EACH(e)
    __tkl_order_minimum(&__tkl_pass_mark(w, e)->writer, w->key);
}

TKL_ACCESS(__tkl_order_check_read) {
  TKL_EACH(e)
    w->first &= __tkl_pass_mark(w, e)->writer >= w->key;
}

TKL_ACCESS(__tkl_order_check_write) {
  TKL_EACH(e) {
    __global tkl_pass_mark *mark = __tkl_pass_mark(w, e);
    w->first &= mark->writer >= w->key && mark->reader >= w->key;
  }
}

/* Tasks. A mark is a task, from 1, or 0 (graph.cl). */

static TKL_INLINE __global uint *__tkl_order_link_with(tkl_order_worker *w,
                                                       ulong element) {
  __global uint *mark = w->task_marks + (element & w->mask);
  uint other = *mark;
  if (other && other != w->task && w->seen[other - 1] != w->task)
    __tkl_order_add_link(w, other);
  return mark;
}

/* Cuts: only whether the work-item conflicts with those before it in its task,
 * as far as the worker remembers. w->begin is the first one of the task. */
static TKL_INLINE void __tkl_order_look_near(tkl_order_worker *w,
                                             ulong element, bool is_write) {
  tkl_near *near = w->near + element % TKL_NEAR;
  uint own = w->task, before = w->begin;
  if (near->element != element) {
    near->element = element;
    near->writer = near->user = 0;
  }
  w->is_own |= near->writer > before && near->writer != own;
  w->is_own |= is_write && near->user > before && near->user != own;
  near->user = own;
  near->writer = is_write ? own : near->writer;
}

TKL_ACCESS(__tkl_order_link_read) {
  TKL_EACH(e) {
    if (w->cutting)
      __tkl_order_look_near(w, e, false);
    else
      __tkl_order_link_with(w, e);
  }
}

/* Backwards, a writer does not ask: the next writer has asked, forwards. */
TKL_ACCESS(__tkl_order_link_write) {
  TKL_EACH(e) {
    if (w->cutting) {
      __tkl_order_look_near(w, e, true);
      continue;
    }
    __global uint *mark = w->backwards ? w->task_marks + (e & w->mask)
                                       : __tkl_order_link_with(w, e);
    *mark = w->task;
  }
}

/* Bins. */

TKL_ACCESS(__tkl_order_bin_read) {
  if (!TKL_INSIDE) {
    __tkl_order_outside(w, bytes);
    return;
  }
  ulong low = TKL_FIRST >> w->bin_shift;
  ulong high = (TKL_FIRST + TKL_COUNT - 1) >> w->bin_shift;
  w->torn |= low != high || (w->binned && w->bin != low);
  w->bin = low;
  w->binned = true;
}

/* In the place of an update (passes/ordered/Updates.h), which gets a slot. It may
 * touch two bins: nobody else touches a part of the same window. */
TKL_ACCESS(__tkl_order_window) {
  if (!TKL_INSIDE) {
    __tkl_order_outside(w, bytes);
    return;
  }
  w->bin = TKL_FIRST >> w->bin_shift;
  w->binned = true;
  w->counted = true;
  if (w->part)
    ++w->part[w->bin];
}

TKL_ACCESS(__tkl_order_bin_write) {
  __tkl_order_bin_read(w, offset, bytes, first, size, shift, count);
}

/* Owners. The places of two updates are the same or have nothing in common, so it
 * only counts where they begin. There are fewer than 2^31 elements, and the kernel
 * makes each access, to this parameter and no other, so none lies outside. So these
 * do not ask, and a loop over work-items becomes one of vectors. */
#define TKL_UPDATED ((void)bytes, (void)size, (void)count, (uint)TKL_FIRST)

TKL_ACCESS(__tkl_order_extent_read) {
  w->lowest = TKL_MIN(w->lowest, TKL_UPDATED);
  w->highest = TKL_MAX(w->highest, TKL_UPDATED);
}

TKL_ACCESS(__tkl_order_extent_write) {
  __tkl_order_extent_read(w, offset, bytes, first, size, shift, count);
}

/* Stands before an update: whether it is one of this owner. */
TKL_INLINE bool __tkl_order_owns(tkl_order_worker *w, ulong offset, ulong bytes,
                                 ulong first, ulong size, uint shift,
                                 ulong count) {
  return TKL_UPDATED - w->owned < w->owned_end - w->owned;
}

#endif
