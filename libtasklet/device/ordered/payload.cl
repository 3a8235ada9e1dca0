/*===- payload.cl - What travels with work-items to their bins -- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * A work-item's payload goes to the work-item's bin (passes/ordered/Payload.h).
 * The list has the payloads, bin by bin, and in a bin part by part.
 *
 * Were each payload written there at once, memory would be read for each line,
 * only to be overwritten, and the lines of all bins would drive other memory out
 * of the cache. So a worker gathers the payloads of a bin in a *line* of its own,
 * and writes the line to the list past the caches when it is full (software write
 * combining, as in propagation blocking; Beamer, Asanović, Patterson 2017). Each
 * part of a bin then begins with a line of the list. Where the lines would take
 * much memory beside the list, there are none, and `line_slots` is 1.
 */
#ifndef TKL_ORDER_PAYLOAD_CL
#define TKL_ORDER_PAYLOAD_CL

#include "access.cl"
#include "buckets.cl"

#define TKL_LINE ((ulong)TKL_LINE_BYTES)

/* Given by passes/ordered/OwnLoops.cpp, as those of work.cl are: the bytes
 * of a payload, a power of 2; and the two parts of the body. */
uint __tkl_order_payload_size(void);
void __tkl_order_pack(tkl_order_worker *w);
void __tkl_order_apply(tkl_order_worker *w, __global char *payload);

/* Stands in the place of a work-item's first access. Returns where its payload is
 * to be put, or null if it makes no access. To be called once for each work-item
 * that __tkl_order_own_bins has counted. */
TKL_INLINE __global char *__tkl_order_slot(tkl_order_worker *w, ulong offset,
                                           ulong bytes, ulong first, ulong size,
                                           uint shift, ulong count) {
  if (!TKL_INSIDE || TKL_COUNT == 0)
    return 0;
  ulong bin = TKL_FIRST >> w->bin_shift;
  ulong place = (ulong)w->part[bin]++ * w->payload;
  __global char *slot = (__global char *)w->list + place;
  if (w->lines) {
    w->bin = bin;
    w->place = place;
    slot = w->lines + bin * TKL_LINE + place % TKL_LINE;
  }
  __builtin_assume(slot != 0); /* so only who makes no access is asked */
  return slot;
}

/* The line has the payload at `place` of the list. */
static TKL_INLINE void __tkl_order_write_line(tkl_order_worker *w, uint bin,
                                              ulong place) {
  __global ulong8 *line = (__global ulong8 *)(w->lines + bin * TKL_LINE);
  __global char *to = (__global char *)w->list + place / TKL_LINE * TKL_LINE;
  /* On x86 such stores may come late, but not after an instruction that locks
   * memory: these empty the processor's buffers for combined writes (Intel SDM,
   * volume 3, "Write-Combined Memory"). The addition to `done` is one. */
  __builtin_nontemporal_store(*line, (__global ulong8 *)to);
}

static TKL_INLINE void __tkl_order_pack_in_lines(tkl_order_worker *w) {
  __global tkl_order_header *o = w->order;
  ulong end_of_line = TKL_LINE - w->payload;
  w->lines = w->marks + (ulong)w->self * o->buckets * TKL_LINE;
  __builtin_assume(w->lines != 0);
  TKL_RUN_ROWS(w, , {
    w->place = 0;
    __tkl_order_pack(w);
    if (w->place % TKL_LINE == end_of_line)
      __tkl_order_write_line(w, w->bin, w->place);
  })
  for (uint b = 0; b < o->buckets; ++b) {
    uint end = w->part[b];
    if (end % o->line_slots)
      __tkl_order_write_line(w, b, (ulong)end * w->payload);
  }
}

static TKL_INLINE void __tkl_order_pack_alone(tkl_order_worker *w) {
  w->lines = 0;
  TKL_RUN_ROWS(w, , __tkl_order_pack(w))
}

TKL_OWN void __tkl_order_own_pack_payloads(tkl_order_worker *from) {
  tkl_order_worker worker = *from, *w = &worker;
  w->payload = __tkl_order_payload_size();
  w->part = __tkl_order_part(w);
  if (w->order->line_slots > 1)
    __tkl_order_pack_in_lines(w);
  else
    __tkl_order_pack_alone(w);
}

/* Those of a bin. */
TKL_OWN void __tkl_order_own_apply_payloads(tkl_order_worker *from) {
  tkl_order_worker worker = *from, *w = &worker;
  uint bin = w->number;
  for (uint part = 0; part < w->order->parts; ++part) {
    ulong begin = __tkl_order_part_begin(w, part, bin);
    ulong count = __tkl_order_part_end(w, part, bin) - begin;
    __global char *payloads =
        (__global char *)w->list + begin * __tkl_order_payload_size();
    for (ulong i = 0; i < count; ++i)
      __tkl_order_apply(w, payloads + i * __tkl_order_payload_size());
  }
}

#endif
