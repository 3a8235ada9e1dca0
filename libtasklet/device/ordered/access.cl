/*===- access.cl - What inspectors do at an access -------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The inspector of a kernel calls one of these in the place of each access to
 * monitored memory (passes/ordered/Slice.h). The access begins `offset` bytes
 * after the pointer that was passed, and has `size` bytes. `param` and `bytes`
 * are those of tkl_order_param. An element has 2^shift bytes.
 *
 * What lies outside of the memory is ignored: a slice may compute an address
 * that the kernel would not have used.
 */
#include "machine.h"

typedef struct tkl_elements {
  ulong first, end;
} tkl_elements;

static TKL_INLINE tkl_elements __tkl_order_elements(ulong offset, ulong bytes,
                                                    ulong first, ulong size,
                                                    uint shift) {
  tkl_elements none = {0, 0};
  if (offset >= bytes || size == 0)
    return none;
  ulong end = offset + min(size, bytes - offset);
  tkl_elements touched = {first + (offset >> shift),
                          first + ((end - 1) >> shift) + 1};
  return touched;
}

/* Memory for any load, all zero. */
TKL_INLINE __global char *__tkl_order_zeros(tkl_order_worker *w) {
  return (__global char *)w->order->zeros;
}

#define TKL_ACCESS(name)                                                       \
  TKL_INLINE void name(tkl_order_worker *w, ulong offset, ulong bytes,         \
                       ulong first, ulong size, uint shift)
#define TKL_EACH(e)                                                            \
  tkl_elements touched =                                                       \
      __tkl_order_elements(offset, bytes, first, size, shift);                 \
  for (ulong e = touched.first; e < touched.end; ++e)

/* Levels in order: an access waits for earlier ones to the same element if one
 * of the two is a write (ordered.md: RAW, WAR, WAW). All accesses of a work-item
 * ask before the first one commits, for it does not wait for itself. */

static TKL_INLINE __global tkl_level_mark *
__tkl_level_mark(tkl_order_worker *w, ulong element) {
  return (__global tkl_level_mark *)w->marks + (element & w->mask);
}

TKL_ACCESS(__tkl_order_ask_read) {
  TKL_EACH(e)
    w->level = max(w->level, __tkl_level_mark(w, e)->writer);
}

TKL_ACCESS(__tkl_order_ask_write) {
  TKL_EACH(e) {
    __global tkl_level_mark *mark = __tkl_level_mark(w, e);
    w->level = max(w->level, max(mark->writer, mark->reader));
  }
}

TKL_ACCESS(__tkl_order_commit_read) {
  TKL_EACH(e) {
    __global tkl_level_mark *mark = __tkl_level_mark(w, e);
    mark->reader = max(mark->reader, w->level);
  }
}

TKL_ACCESS(__tkl_order_commit_write) {
  TKL_EACH(e) {
    __global tkl_level_mark *mark = __tkl_level_mark(w, e);
    mark->writer = w->level;
    mark->reader = 0;
  }
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

/* Bins. */

TKL_ACCESS(__tkl_order_bin_read) {
  tkl_elements touched =
      __tkl_order_elements(offset, bytes, first, size, shift);
  if (touched.first == touched.end)
    return;
  uint low = touched.first >> w->order->bin_shift;
  uint high = (touched.end - 1) >> w->order->bin_shift;
  w->torn |= low != high || (w->bin != ~0u && w->bin != low);
  w->bin = low;
}

TKL_ACCESS(__tkl_order_bin_write) {
  __tkl_order_bin_read(w, offset, bytes, first, size, shift);
}
