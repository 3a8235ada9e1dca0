/*===- payload.cl - What travels with work-items to their bins -- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * A work-item's payload goes to the work-item's bin (passes/ordered/Payload.h).
 * It has a *contribution* and a *destination*, each of which may have 0 bytes,
 * and each has its list. A list has the parts of all payloads, bin by bin, and in
 * a bin part by part. A command that uses an analysis again finds the
 * destinations where the one before it has put them.
 *
 * Were each payload written there at once, memory would be read for each line,
 * only to be overwritten, and the lines of all bins would drive other memory out
 * of the cache. So a worker gathers what goes to a bin in a *line* of its own, one
 * for each list, and writes the line to the list past the caches when it is full
 * (software write combining, as in propagation blocking; Beamer, Asanović,
 * Patterson 2017). Each part of a bin then begins with a line of both lists. Where
 * the lines would take much memory beside the lists, there are none, and
 * `line_slots` is 1.
 */
#ifndef TKL_ORDER_PAYLOAD_CL
#define TKL_ORDER_PAYLOAD_CL

#include "access.cl"
#include "buckets.cl"

#define TKL_LINE ((ulong)TKL_LINE_BYTES)

/* Given by passes/ordered/OwnLoops.cpp, as those of work.cl are: bytes, powers of
 * 2 or 0; and the two parts of the body. */
uint __tkl_order_contribution_size(void);
uint __tkl_order_destination_size(void);
void __tkl_order_pack(tkl_order_worker *w);
void __tkl_order_apply(tkl_order_worker *w, __global char *contribution,
                       __global char *destination);

/* Whether work-items have payloads. The compiler knows, so a loop that asks has
 * the code of one way alone. */
static TKL_INLINE bool __tkl_order_carries(void) {
  return __tkl_order_contribution_size() + __tkl_order_destination_size() != 0;
}

static TKL_INLINE void __tkl_order_find_lists(tkl_order_worker *w) {
  __global char *order = (__global char *)w->order;
  w->contributions.size = __tkl_order_contribution_size();
  w->contributions.list = order + w->order->list_offset;
  w->destinations.size = __tkl_order_destination_size();
  w->destinations.list = order + w->order->destinations_offset;
}

/* In the list, or in the line of the worker. */
static TKL_INLINE __global char *__tkl_order_slot_in(tkl_order_worker *w,
                                                     const tkl_payloads *of) {
  ulong at = w->place * of->size;
  __global char *slot = of->lines
                            ? of->lines + w->bin * TKL_LINE + at % TKL_LINE
                            : of->list + at;
  __builtin_assume(slot != 0); /* so only who makes no access is asked */
  return slot;
}

/* Stands in the place of an update (passes/ordered/Updates.h). Returns where its
 * contribution is to be put, or null if it makes no access. To be called once for
 * each slot that __tkl_order_own_bins has counted. */
TKL_INLINE __global char *__tkl_order_slot(tkl_order_worker *w, ulong offset,
                                           ulong bytes, ulong first, ulong size,
                                           uint shift, ulong count) {
  if (!TKL_INSIDE || TKL_COUNT == 0)
    return 0;
  w->bin = TKL_FIRST >> w->bin_shift;
  w->place = w->part[w->bin]++;
  return __tkl_order_slot_in(w, &w->contributions);
}

/* Of the same update; null: its destination is there. */
TKL_INLINE __global char *__tkl_order_destination_slot(tkl_order_worker *w) {
  return w->repacks ? 0 : __tkl_order_slot_in(w, &w->destinations);
}

/* The line has what belongs to `place` of the list. */
static TKL_INLINE void __tkl_order_write_line(const tkl_payloads *of, ulong bin,
                                              ulong place) {
  __global ulong8 *line = (__global ulong8 *)(of->lines + bin * TKL_LINE);
  __global char *to = of->list + place * of->size / TKL_LINE * TKL_LINE;
  /* On x86 such stores may come late, but not after an instruction that locks
   * memory: these empty the processor's buffers for combined writes (Intel SDM,
   * volume 3, "Write-Combined Memory"). The addition to `done` is one. */
  __builtin_nontemporal_store(*line, (__global ulong8 *)to);
}

/* If the slot was the last one of its line. */
static TKL_INLINE void __tkl_order_write_full_line(tkl_order_worker *w,
                                                   const tkl_payloads *of) {
  if (of->size && of->lines &&
      w->place * of->size % TKL_LINE == TKL_LINE - of->size)
    __tkl_order_write_line(of, w->bin, w->place);
}

/* What belongs into the slot is there. */
TKL_INLINE void __tkl_order_slot_done(tkl_order_worker *w) {
  __tkl_order_write_full_line(w, &w->contributions);
  if (!w->repacks)
    __tkl_order_write_full_line(w, &w->destinations);
}

/* Of a bin whose part ends before the place `end`. */
static TKL_INLINE void __tkl_order_write_last_line(const tkl_payloads *of,
                                                   ulong bin, uint end) {
  if (of->size && (ulong)end * of->size % TKL_LINE)
    __tkl_order_write_line(of, bin, end);
}

static TKL_INLINE void __tkl_order_pack_in_lines(tkl_order_worker *w) {
  uint bins = w->order->buckets;
  ulong bytes = bins * TKL_LINE; /* of the lines for a list */
  uint lists = (w->contributions.size != 0) + (w->destinations.size != 0);
  __global char *lines = w->marks + (ulong)w->self * lists * bytes;
  __builtin_assume(lines != 0);
  w->contributions.lines = lines;
  w->destinations.lines = lines + (w->contributions.size ? bytes : 0);
  TKL_RUN_ROWS(w, , __tkl_order_pack(w))
  for (uint b = 0; b < bins; ++b) {
    __tkl_order_write_last_line(&w->contributions, b, w->part[b]);
    if (!w->repacks)
      __tkl_order_write_last_line(&w->destinations, b, w->part[b]);
  }
}

static TKL_INLINE void __tkl_order_pack_alone(tkl_order_worker *w) {
  w->contributions.lines = w->destinations.lines = 0;
  TKL_RUN_ROWS(w, , __tkl_order_pack(w))
}

static TKL_INLINE void __tkl_order_pack_part(tkl_order_worker *w) {
  __tkl_order_find_lists(w);
  w->part = __tkl_order_part(w);
  if (w->order->line_slots > 1)
    __tkl_order_pack_in_lines(w);
  else
    __tkl_order_pack_alone(w);
}

TKL_OWN void __tkl_order_own_pack_payloads(tkl_order_worker *from) {
  tkl_order_worker worker = *from;
  worker.repacks = false;
  __tkl_order_pack_part(&worker);
}

TKL_OWN void __tkl_order_own_repack_payloads(tkl_order_worker *from) {
  tkl_order_worker worker = *from;
  worker.repacks = true;
  __tkl_order_pack_part(&worker);
}

/* Those of a bin. */
TKL_OWN void __tkl_order_own_apply_payloads(tkl_order_worker *from) {
  tkl_order_worker worker = *from, *w = &worker;
  uint bin = w->number;
  __tkl_order_find_lists(w);
  for (uint part = 0; part < w->order->parts; ++part) {
    ulong begin = __tkl_order_part_begin(w, part, bin);
    ulong count = __tkl_order_part_end(w, part, bin) - begin;
    __global char *contribution =
        w->contributions.list + begin * w->contributions.size;
    __global char *destination =
        w->destinations.list + begin * w->destinations.size;
    for (ulong i = 0; i < count; ++i)
      __tkl_order_apply(w, contribution + i * w->contributions.size,
                        destination + i * w->destinations.size);
  }
}

#endif
