/*===- ordered.c - Ordered commands under sanitizers ----------------*- C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Runs the kernel of ordered.cl by several threads on libtasklet/device/ordered,
 * by all plans, and compares with a loop. Workers begin late, and some never.
 * Usage: ordered ROUNDS [FUNCTION.OPERATION,...]; status 1 if a result is wrong,
 * or if commands did not run as it was planned. With operations, these are
 * relaxed (OpenCL.h).
 */
#include "OpenCL.h"

#include "ordered/tkl_order.h"
#include "ordered_kernel.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void __tkl_order_work(char *order);

/*===----------------------------------------------------------------------===*
 * For ordered.cl
 *===----------------------------------------------------------------------===*/

uint host_peek_u32(uint *p) { return __tkl_atomic_peek_u32(p); }
ulong host_peek_u64(ulong *p) { return __tkl_atomic_peek_u64(p); }
void host_set_u32(uint *p, uint value) { __tkl_atomic_set_u32(p, value); }
uint host_load_u32(const char *in, uint *p) { return load_u32(in, p); }
ulong host_load_u64(const char *in, ulong *p) { return load_u64(in, p); }
void host_store_u32(const char *in, uint *p, uint value) {
  store_u32(in, p, value);
}
void host_store_u64(const char *in, ulong *p, ulong value) {
  store_u64(in, p, value);
}
uint host_add_u32(const char *in, uint *p, uint value) {
  return add_u32(in, p, value);
}
ulong host_add_u64(const char *in, ulong *p, ulong value) {
  return add_u64(in, p, value);
}
ulong host_swap_u64(const char *in, ulong *p, ulong value) {
  return swap_u64(in, p, value);
}
ulong host_cas_u64(const char *in, ulong *p, ulong expected, ulong desired) {
  return cas_u64(in, p, expected, desired);
}

/* A tick is as long as on a device, about. */
ulong __tkl_order_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 2000000000ul + now.tv_nsec * 2ul;
}

static ordered_kernel kernel;
ordered_kernel *host_kernel(void) { return &kernel; }

/* Sometimes lets the others go on, so that more orders are seen. */
void host_pause_sometimes(void) {
  static __thread uint last;
  last = last * 1664525 + 1013904223;
  if (last >> 21 == 0)
    usleep(last >> 16 & 63);
}

/*===----------------------------------------------------------------------===*
 * Memory
 *===----------------------------------------------------------------------===*/

enum {
  MOST_ITEMS = 20000,
  PLACES = 5000,
  FIRST = 24,
  BIN_SHIFT = 8,
  LOOPS_FROM = 15000
};

static long x[PLACES], expected[PLACES];
static uint at[MOST_ITEMS], from[MOST_ITEMS];

typedef enum {
  MIXED,   /* conflicts between about four work-items each                  */
  APART,   /* none                                                          */
  CHAIN,   /* all work-items with each other                                */
  RUNS,    /* neighbours with each other                                    */
  ONE_BIN, /* `from` is in the bin of `at`                                  */
  SINGLE,  /* no `from`                                                     */
  ROUNDS,  /* mixed; all slices together have too many rounds, none has     */
  LOOPS,   /* mixed; the slices of the last ones have too many rounds       */
  LATE_LOOPS, /* likewise, but only from the second pass on                 */
  LAST_LOOPS, /* likewise, from the sixth                                   */
  ADDS,       /* mixed; the kernel only adds                                */
  SORTED      /* no `from`; neighbours with each other, in several rounds   */
} access_kind;

static uint random_below(uint most) {
  static uint state = 1;
  state = state * 1664525 + 1013904223;
  return (ulong)state * most >> 32;
}

static void make_accesses(access_kind kind, uint items) {
  for (uint i = 0; i < items; ++i) {
    at[i] = random_below(20) ? random_below(PLACES) : NOWHERE;
    from[i] = random_below(PLACES);
    switch (kind) {
    case APART:
      at[i] = i < PLACES / 2 ? 2 * i : NOWHERE;
      from[i] = 1;
      break;
    case CHAIN:
      at[i] = from[i] = 7;
      break;
    case RUNS:
      at[i] = i / 8 % PLACES;
      break;
    case SORTED: {
      uint place = i % 10000 * (PLACES - 8ul) / 10000;
      at[i] = at[i] == NOWHERE ? NOWHERE : place + random_below(8);
      break;
    }
    case ONE_BIN: {
      uint bins = (FIRST + PLACES) >> BIN_SHIFT, bin = random_below(bins);
      uint size = 1u << BIN_SHIFT;
      at[i] = bin * size + random_below(size);
      from[i] = bin * size + random_below(size);
      at[i] = at[i] < FIRST ? 0 : at[i] - FIRST;
      from[i] = from[i] < FIRST ? 0 : from[i] - FIRST;
      break;
    }
    default:
      break;
    }
  }
  bool has_from =
      kind != SINGLE && kind != SORTED && kind != RUNS && kind != ADDS;
  bool has_loops = kind == LOOPS || kind == LATE_LOOPS || kind == LAST_LOOPS;
  kernel = (ordered_kernel){x,
                            at,
                            has_from ? from : NULL,
                            kind == ROUNDS ? 200 : 0,
                            has_loops ? LOOPS_FROM : ~0u,
                            kind == LAST_LOOPS   ? 6
                            : kind == LATE_LOOPS ? 2
                                                 : 0,
                            kind == ADDS,
                            0,
                            0};
}

static void run_loop(uint items) {
  for (uint i = 0; i < PLACES; ++i)
    expected[i] = i;
  memcpy(x, expected, sizeof(x));
  for (uint i = 0; i < items; ++i)
    if (at[i] != NOWHERE && kernel.adds)
      expected[at[i]] = (long)((ulong)expected[at[i]] + 5ul * i);
    else if (at[i] != NOWHERE)
      expected[at[i]] = (long)(3 * (ulong)expected[at[i]] + i +
                               (kernel.from ? (ulong)expected[from[i]] : 0));
}

static uint at_before[MOST_ITEMS], from_before[MOST_ITEMS];

/* From now on, the memory of these bits of stream_mask has other content. */
static void forget(ulong stream_mask) {
  memcpy(at_before, at, sizeof(at));
  memcpy(from_before, from, sizeof(from));
  if (stream_mask & 1)
    memset(at, 0, sizeof(at));
  if (stream_mask & 2)
    memset(from, 0, sizeof(from));
}

static void remember(void) {
  memcpy(at, at_before, sizeof(at));
  memcpy(from, from_before, sizeof(from));
}

/*===----------------------------------------------------------------------===*
 * Commands
 *===----------------------------------------------------------------------===*/

/* Beside TKL_ORDER_*, of a case: with room for streams, or for a part of them. Of
 * its commands, 1 and 2 have `at` in the streams, 3 and 4 `from`, 5 and 6 both,
 * and the others nothing. */
#define STREAMS (1u << 30)
#define LITTLE_ROOM (1u << 31)
#define SAMPLED (1u << 29) /* there are so few places that all are near */
#define MAY_OWN (1u << 28) /* bins with room for owners */

typedef struct {
  const char *name;
  access_kind accesses;
  uint plan, flags, items, segment;
  uint counts, thin; /* with tasks, the most tasks and the most links; with
                        payloads, `thin` is line_slots */
  uint payload;      /* 12, the destination has 4; 16, all; 32, none */
  uint trace;
  /* What must come of it; no executor: either of levels and serial, at last
   * levels. */
  uint executor, reason;
  uint commands; /* with the same order; the second one uses the analysis */
} test_case;

static const test_case cases[] = {
    {"serial", MIXED, TKL_ORDER_SERIAL, 0, 5000, 5000, 0, 8, 0, 8,
     TKL_ORDER_SERIAL, 0, 1},
    {"nothing", MIXED, TKL_ORDER_LEVELS, 0, 0, 1, 64, 8, 0, 0, 0, 0, 2},
    {"one item", MIXED, TKL_ORDER_PASSES, 0, 1, 1, 64, 8, 0, 0,
     TKL_ORDER_PASSES, 0, 2},
    {"levels", MIXED, TKL_ORDER_LEVELS, 0, 20000, 20000, 9000, 8, 0, 16,
     TKL_ORDER_LEVELS, 0, 2},
    {"thin levels", MIXED, TKL_ORDER_LEVELS, 0, 20000, 20000, 9000, 400, 0, 64,
     TKL_ORDER_LEVELS, 0, 2},
    {"levels of segments", MIXED, TKL_ORDER_LEVELS, 0, 20000, 6000, 9000, 8, 0,
     16, TKL_ORDER_LEVELS, 0, 2},
    {"levels of runs", RUNS, TKL_ORDER_LEVELS, 0, 20000, 20000, 9000, 8, 0, 0,
     TKL_ORDER_LEVELS, 0, 2},
    {"levels apart", APART, TKL_ORDER_LEVELS, 0, 20000, 20000, 9000, 8, 0, 0,
     TKL_ORDER_LEVELS, 0, 2},
    {"levels of a chain", CHAIN, TKL_ORDER_LEVELS, 0, 10000, 10000, 9000, 8, 0,
     0, TKL_ORDER_SERIAL, TKL_REASON_CHAIN, 2},
    {"too many levels", MIXED, TKL_ORDER_LEVELS, 0, 20000, 20000, 2, 8, 0, 0,
     TKL_ORDER_SERIAL, TKL_REASON_COUNTS, 2},
    {"passes", MIXED, TKL_ORDER_PASSES, 0, 20000, 20000, 9000, 8, 0, 64,
     TKL_ORDER_PASSES, 0, 2},
    {"passes of segments", MIXED, TKL_ORDER_PASSES, 0, 20000, 6000, 9000, 8, 0,
     16, TKL_ORDER_PASSES, 0, 2},
    {"passes apart", APART, TKL_ORDER_PASSES, 0, 20000, 20000, 9000, 8, 0, 0,
     TKL_ORDER_PASSES, 0, 2},
    {"passes of a chain", CHAIN, TKL_ORDER_PASSES, 0, 10000, 10000, 9000, 8, 0,
     0, TKL_ORDER_SERIAL, TKL_REASON_CHAIN, 2},
    {"a pipe", MIXED, TKL_ORDER_PASSES, TKL_ORDER_PIPE, 20000, 20000, 9000, 8,
     0, 64, TKL_ORDER_PASSES, 0, 2},
    {"a pipe of segments", MIXED, TKL_ORDER_PASSES, TKL_ORDER_PIPE, 20000, 6000,
     9000, 8, 0, 16, TKL_ORDER_PASSES, 0, 2},
    {"a pipe apart", APART, TKL_ORDER_PASSES, TKL_ORDER_PIPE, 20000, 20000,
     9000, 8, 0, 0, TKL_ORDER_PASSES, 0, 2},
    {"a pipe of a chain", CHAIN, TKL_ORDER_PASSES, TKL_ORDER_PIPE, 10000, 10000,
     9000, 8, 0, 0, TKL_ORDER_SERIAL, TKL_REASON_CHAIN, 2},
    {"a pipe of chains", CHAIN, TKL_ORDER_PASSES, TKL_ORDER_PIPE, 10000, 4000,
     9000, 8, 0, 0, TKL_ORDER_SERIAL, TKL_REASON_CHAIN, 2},
    {"a pipe of too many levels", MIXED, TKL_ORDER_PASSES, TKL_ORDER_PIPE,
     20000, 6000, 3, 8, 0, 0, TKL_ORDER_SERIAL, TKL_REASON_COUNTS, 2},
    {"one task", MIXED, TKL_ORDER_TASKS, 0, 1, 1, 1, 300, 0, 0, TKL_ORDER_TASKS,
     0, 2},
    {"tasks", MIXED, TKL_ORDER_TASKS, 0, 20000, 20000, 20000, 90000, 0, 16,
     TKL_ORDER_TASKS, 0, 2},
    {"tasks of segments", MIXED, TKL_ORDER_TASKS, 0, 20000, 6000, 6000, 90000,
     0, 16, TKL_ORDER_TASKS, 0, 2},
    {"few tasks", MIXED, TKL_ORDER_TASKS, 0, 20000, 20000, 5000, 90000, 0, 0,
     TKL_ORDER_TASKS, 0, 2},
    {"tasks with few links", MIXED, TKL_ORDER_TASKS, 0, 20000, 20000, 20000,
     20000, 0, 0, 0, 0, 2},
    {"tasks of runs", RUNS, TKL_ORDER_TASKS, 0, 20000, 20000, 20000, 90000, 0,
     0, TKL_ORDER_TASKS, 0, 2},
    {"tasks apart", APART, TKL_ORDER_TASKS, 0, 20000, 20000, 20000, 90000, 0, 0,
     TKL_ORDER_TASKS, 0, 2},
    {"tasks of a chain", CHAIN, TKL_ORDER_TASKS, 0, 10000, 10000, 10000, 90000,
     0, 0, TKL_ORDER_SERIAL, TKL_REASON_CHAIN, 2},
    {"too many links", MIXED, TKL_ORDER_TASKS, 0, 20000, 20000, 20000, 255, 0,
     0, TKL_ORDER_SERIAL, TKL_REASON_COUNTS, 2},
    {"rounds of levels", ROUNDS, TKL_ORDER_LEVELS, 0, 20000, 20000, 9000, 8, 0,
     0, TKL_ORDER_LEVELS, 0, 2},
    {"rounds of passes", ROUNDS, TKL_ORDER_PASSES, 0, 20000, 20000, 9000, 8, 0,
     0, TKL_ORDER_PASSES, 0, 2},
    {"rounds of tasks", ROUNDS, TKL_ORDER_TASKS, 0, 20000, 20000, 20000, 90000,
     0, 0, TKL_ORDER_TASKS, 0, 2},
    {"loops of levels", LOOPS, TKL_ORDER_LEVELS, 0, 20000, 20000, 9000, 8, 0, 0,
     TKL_ORDER_SERIAL, TKL_REASON_ROUNDS, 2},
    {"loops beside", LOOPS, TKL_ORDER_LEVELS, TKL_ORDER_BESIDE, 20000, 20000,
     9000, 8, 0, 16, TKL_ORDER_SERIAL, 0, 20},
    {"loops of passes", LOOPS, TKL_ORDER_PASSES, TKL_ORDER_PIPE, 20000, 20000,
     9000, 8, 0, 0, TKL_ORDER_SERIAL, TKL_REASON_ROUNDS, 2},
    /* No kernel's slice makes more rounds in later passes. */
    {"loops of a pipe", LATE_LOOPS, TKL_ORDER_PASSES, TKL_ORDER_PIPE, 20000,
     20000, 9000, 8, 0, 0, TKL_ORDER_SERIAL, TKL_REASON_ROUNDS, 2},
    {"loops behind a pipe", LAST_LOOPS, TKL_ORDER_PASSES, TKL_ORDER_PIPE, 20000,
     20000, 9000, 8, 0, 0, TKL_ORDER_SERIAL, TKL_REASON_ROUNDS, 2},
    {"loops of a pipe of segments", LATE_LOOPS, TKL_ORDER_PASSES,
     TKL_ORDER_PIPE, 20000, 6000, 9000, 8, 0, 0, TKL_ORDER_SERIAL,
     TKL_REASON_ROUNDS, 2},
    {"loops of tasks", LOOPS, TKL_ORDER_TASKS, 0, 20000, 20000, 20000, 90000, 0,
     0, TKL_ORDER_SERIAL, TKL_REASON_ROUNDS, 2},
    {"loops of tasks of segments", LOOPS, TKL_ORDER_TASKS, 0, 20000, 6000, 6000,
     90000, 0, 0, TKL_ORDER_SERIAL, TKL_REASON_ROUNDS, 2},
    {"bins", ONE_BIN, TKL_ORDER_BINS, 0, 20000, 20000, 9000, 8, 0, 8,
     TKL_ORDER_BINS, 0, 2},
    {"bins of segments", ONE_BIN, TKL_ORDER_BINS, 0, 20000, 6000, 9000, 8, 0, 0,
     TKL_ORDER_BINS, 0, 2},
    {"sampled bins", ONE_BIN, TKL_ORDER_BINS, SAMPLED, 20000, 20000, 9000, 8, 0,
     8, TKL_ORDER_SERIAL, TKL_REASON_NEAR, 2},
    {"a sample of few", ONE_BIN, TKL_ORDER_BINS, SAMPLED, 5, 5, 9000, 8, 0, 8,
     TKL_ORDER_SERIAL, TKL_REASON_NEAR, 1},
    {"torn bins", MIXED, TKL_ORDER_BINS, 0, 20000, 20000, 9000, 8, 0, 0,
     TKL_ORDER_SERIAL, TKL_REASON_BINS, 2},
    {"bins with payloads", SINGLE, TKL_ORDER_BINS, 0, 20000, 20000, 9000, 1, 12,
     8, TKL_ORDER_BINS, 0, 3},
    {"payloads in lines", SINGLE, TKL_ORDER_BINS, 0, 20000, 20000, 9000, 16, 12,
     8, TKL_ORDER_BINS, 0, 3},
    {"destinations", SINGLE, TKL_ORDER_BINS, 0, 20000, 20000, 9000, 1, 16, 8,
     TKL_ORDER_BINS, 0, 3},
    {"destinations in lines", SINGLE, TKL_ORDER_BINS, 0, 20000, 20000, 9000, 4,
     16, 8, TKL_ORDER_BINS, 0, 3},
    {"contributions", SINGLE, TKL_ORDER_BINS, 0, 20000, 20000, 9000, 1, 32, 8,
     TKL_ORDER_BINS, 0, 3},
    {"contributions in lines", SINGLE, TKL_ORDER_BINS, 0, 20000, 20000, 9000, 2,
     32, 8, TKL_ORDER_BINS, 0, 3},
    {"owners", SORTED, TKL_ORDER_OWNERS, 0, 20000, 20000, 0, 8, 0, 8,
     TKL_ORDER_OWNERS, 0, 3},
    {"owners of segments", SORTED, TKL_ORDER_OWNERS, 0, 20000, 6000, 0, 8, 0, 0,
     TKL_ORDER_OWNERS, 0, 2},
    {"owners of few", SINGLE, TKL_ORDER_OWNERS, 0, 3, 3, 0, 8, 0, 0,
     TKL_ORDER_OWNERS, 0, 2},
    {"owners of one place", RUNS, TKL_ORDER_OWNERS, 0, 5, 5, 0, 8, 0, 0,
     TKL_ORDER_OWNERS, 0, 2},
    {"shared owners", SINGLE, TKL_ORDER_OWNERS, 0, 20000, 20000, 0, 8, 0, 0,
     TKL_ORDER_OWNERS, 0, 2},
    {"sampled owners", SORTED, TKL_ORDER_OWNERS, SAMPLED, 20000, 20000, 0, 8, 0,
     8, TKL_ORDER_OWNERS, 0, 2},
    {"owners, not bins", SORTED, TKL_ORDER_BINS, SAMPLED | MAY_OWN, 20000,
     20000, 9000, 1, 12, 8, TKL_ORDER_OWNERS, 0, 3},
    {"owners, not levels", SORTED, TKL_ORDER_LEVELS, SAMPLED | MAY_OWN, 20000,
     20000, 9000, 8, 0, 16, TKL_ORDER_OWNERS, 0, 3},
    {"levels, not owners", SINGLE, TKL_ORDER_LEVELS, SAMPLED | MAY_OWN, 20000,
     20000, 9000, 8, 0, 16, TKL_ORDER_LEVELS, 0, 3},
    {"owners of some segments", SORTED, TKL_ORDER_LEVELS, SAMPLED | MAY_OWN,
     20000, 6000, 9000, 8, 0, 16, 0, 0, 1},
    {"neither owners nor bins", SINGLE, TKL_ORDER_BINS, SAMPLED | MAY_OWN,
     20000, 20000, 9000, 1, 12, 8, TKL_ORDER_SERIAL, TKL_REASON_NEAR, 2},
    {"sampled far owners", SINGLE, TKL_ORDER_OWNERS, SAMPLED, 20000, 20000, 0,
     8, 0, 8, TKL_ORDER_SERIAL, TKL_REASON_FAR, 2},
    {"loops of owners", LOOPS, TKL_ORDER_OWNERS, 0, 20000, 20000, 0, 8, 0, 0,
     TKL_ORDER_SERIAL, TKL_REASON_ROUNDS, 2},
    {"copies", ADDS, TKL_ORDER_COPIES, 0, 20000, 20000, 0, 8, 0, 8,
     TKL_ORDER_COPIES, 0, 2},
    {"copies of few", ADDS, TKL_ORDER_COPIES, 0, 3, 3, 0, 8, 0, 0,
     TKL_ORDER_COPIES, 0, 2},
    {"sums by levels", ADDS, TKL_ORDER_LEVELS, 0, 20000, 20000, 9000, 8, 0, 0,
     TKL_ORDER_LEVELS, 0, 2},
    {"payloads of segments", SINGLE, TKL_ORDER_BINS, 0, 20000, 6000, 9000, 1,
     12, 0, TKL_ORDER_BINS, 0, 3},
    {"lines of segments", SINGLE, TKL_ORDER_BINS, 0, 20000, 6000, 9000, 16, 12,
     0, TKL_ORDER_BINS, 0, 3},
    {"streams", MIXED, TKL_ORDER_LEVELS, STREAMS, 20000, 20000, 9000, 1, 0, 64,
     TKL_ORDER_LEVELS, 0, 8},
    {"streams of thin levels", MIXED, TKL_ORDER_LEVELS, STREAMS, 20000, 20000,
     9000, 400, 0, 64, TKL_ORDER_LEVELS, 0, 8},
    {"streams of thinner levels", MIXED, TKL_ORDER_LEVELS, STREAMS, 20000,
     20000, 9000, 20000, 0, 64, TKL_ORDER_SERIAL, TKL_REASON_CHAIN, 8},
    {"streams of runs", RUNS, TKL_ORDER_LEVELS, STREAMS, 20000, 20000, 9000, 1,
     0, 0, TKL_ORDER_LEVELS, 0, 8},
    {"streams apart", APART, TKL_ORDER_LEVELS, STREAMS, 20000, 20000, 9000, 8,
     0, 0, TKL_ORDER_LEVELS, 0, 8},
    {"little room for streams", MIXED, TKL_ORDER_LEVELS, STREAMS | LITTLE_ROOM,
     20000, 20000, 9000, 1, 0, 64, TKL_ORDER_LEVELS, 0, 8},
    {"beside", MIXED, TKL_ORDER_LEVELS, TKL_ORDER_BESIDE, 20000, 20000, 9000, 8,
     0, 16, 0, 0, 500},
    {"independent", APART, TKL_ORDER_LEVELS, TKL_ORDER_INDEPENDENT, 20000,
     20000, 0, 8, 0, 16, TKL_ORDER_LEVELS, 0, 1},
    {"independent segments", APART, TKL_ORDER_LEVELS, TKL_ORDER_INDEPENDENT,
     20000, 6000, 0, 8, 0, 16, TKL_ORDER_LEVELS, 0, 1},
    {"independent and empty", APART, TKL_ORDER_LEVELS, TKL_ORDER_INDEPENDENT, 0,
     1, 0, 8, 0, 0, 0, 0, 1},
    {"apart beside", APART, TKL_ORDER_LEVELS, TKL_ORDER_BESIDE, 20000, 20000,
     9000, 8, 0, 16, 0, 0, 500},
    {"a chain beside", CHAIN, TKL_ORDER_LEVELS, TKL_ORDER_BESIDE, 10000, 10000,
     9000, 8, 0, 16, TKL_ORDER_SERIAL, 0, 20},
    {"too many levels beside", MIXED, TKL_ORDER_LEVELS, TKL_ORDER_BESIDE, 20000,
     20000, 2, 8, 0, 16, TKL_ORDER_SERIAL, 0, 20},
};

#ifdef __has_feature
#define HAS(sanitizer) __has_feature(sanitizer)
#else
#define HAS(sanitizer) 0
#endif

#if HAS(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define FORBID(from, to) ASAN_POISON_MEMORY_REGION(from, (to) - (from))
#else
#define FORBID(from, to) (void)((to) - (from))
#endif

static ulong align64(ulong size) { return (size + 63) & ~63ul; }
/* Between two parts of the order, so that none is taken for its neighbour. */
static ulong after(ulong end) { return align64(end + 1); }

static bool has_list(uint plan) {
  return plan != TKL_ORDER_SERIAL && plan != TKL_ORDER_COPIES &&
         plan != TKL_ORDER_TASKS && plan != TKL_ORDER_OWNERS;
}

/* An order without an analysis. */
static bool is_bare(uint plan) {
  return plan == TKL_ORDER_SERIAL || plan == TKL_ORDER_COPIES;
}

/* Of all workers. */
static ulong lines_size(const tkl_order_header *h) {
  ulong lists = (h->payload != h->destination) + (h->destination != 0);
  return h->line_slots > 1 ? lists * h->workers * h->bins * 64ul : 0;
}

/* Each part of a bin may leave a gap. */
static ulong places(const tkl_order_header *h) {
  return h->segment + 4ul * h->workers * h->bins * (h->line_slots - 1);
}

static ulong marks_size(const tkl_order_header *h) {
  return h->plan == TKL_ORDER_BINS     ? lines_size(h)
         : h->plan == TKL_ORDER_OWNERS ? 0
         : h->plan == TKL_ORDER_SERIAL ? 0
         : h->plan == TKL_ORDER_COPIES ? h->copies * h->copy_bytes
         : h->plan == TKL_ORDER_TASKS  ? 4ul << h->mark_bits
                                       : 8ul << h->mark_bits;
}
static ulong buckets_size(const tkl_order_header *h) {
  return h->payload || !has_list(h->plan) ? 0 : h->segment * 4ul;
}
static ulong list_size(const tkl_order_header *h) {
  return !has_list(h->plan) ? 0
         : h->payload       ? places(h) * (h->payload - h->destination)
                            : h->segment * 4ul;
}
static ulong destinations_size(const tkl_order_header *h) {
  return h->payload ? places(h) * h->destination : 0;
}
static ulong owners_size(const tkl_order_header *h) {
  return h->owner_parts ? (3ul * h->owner_parts + h->most_owners + 1) * 4 : 0;
}
static ulong graph_size(const tkl_order_header *h) {
  return h->most_tasks
             ? sizeof(tkl_order_graph) + (h->most_tasks + 1) / 2 * 2 * 9 * 4ul +
                   h->most_links * sizeof(tkl_order_link)
             : 0;
}

static ulong starts_size(const tkl_order_header *h) {
  return h->stream_bytes
             ? (h->items / TKL_LEVEL_CHUNK + h->items / h->thin + 2) *
                   sizeof(ulong)
             : 0;
}

/* As libtasklet/host/order/OrderLayout.cpp does. */
static tkl_order_header lay_out(const test_case *c, uint workers) {
  tkl_order_header h;
  memset(&h, 0, sizeof(h));
  h.abi = TKL_ABI_VERSION;
  h.workers = workers;
  h.plan = c->plan;
  h.flags = c->flags & ~(STREAMS | LITTLE_ROOM | SAMPLED | MAY_OWN);
  h.sampled = c->flags & SAMPLED ? 1 : 0;
  h.spread_shift = c->flags & SAMPLED ? 8 : 0;
  h.has_clock = 1;
  h.items = c->items;
  /* Two dimensions where that is possible. */
  uint width = c->items % 100 == 0 && c->items ? 100 : 1;
  h.dimensions = width > 1 ? 2 : 1;
  h.range[0] = width > 1 ? width : c->items;
  h.range[1] = width > 1 ? c->items / width : 1;
  h.range[2] = 1;
  for (int d = 0; d < 3; ++d)
    h.group[d] = 1;
  h.segment = c->segment;
  h.mark_bits = 14; /* 8192 marks */
  if (c->plan == TKL_ORDER_TASKS) {
    h.most_tasks = c->counts;
    h.most_links = c->thin;
  } else {
    h.counts = c->counts;
    h.thin = c->thin;
  }
  h.bin_shift = BIN_SHIFT;
  h.bins = (FIRST + PLACES) / (1u << BIN_SHIFT) + 1;
  h.payload = c->payload;
  h.destination = c->payload == 12 ? 4 : c->payload == 16 ? 16 : 0;
  h.line_slots = c->payload ? c->thin : 1;
  if (c->plan == TKL_ORDER_COPIES) {
    h.copies = workers - 1;
    h.sum_bytes = sizeof(*x);
    h.sums_end = sizeof(x);
    h.copy_bytes = align64(sizeof(x));
  }
  if (c->plan == TKL_ORDER_OWNERS || c->flags & MAY_OWN) {
    h.owner_parts = c->segment < 512 ? 2 : 256;
    h.most_owners = 4 * workers;
  }
  h.longest_chain = c->flags & STREAMS ? 0 : TKL_LEVEL_CHUNK;
  if (c->flags & STREAMS)
    h.stream_bytes = c->flags & LITTLE_ROOM ? c->items * 6 : c->items * 16;
  h.trace_capacity = c->trace;
  h.params_offset = sizeof(h);
  h.saved_offset = after(h.params_offset + sizeof(tkl_order_param));
  h.marks_offset = after(h.saved_offset + sizeof(tkl_order_saved));
  h.buckets_offset = after(h.marks_offset + marks_size(&h));
  h.list_offset = after(h.buckets_offset + buckets_size(&h));
  h.destinations_offset = after(h.list_offset + list_size(&h));
  h.owners_offset = after(h.destinations_offset + destinations_size(&h));
  h.counts_offset = after(h.owners_offset + owners_size(&h));
  h.graph_offset = after(h.counts_offset + h.counts * 4ul);
  h.starts_offset = after(h.graph_offset + graph_size(&h));
  h.stream_offset = after(h.starts_offset + starts_size(&h));
  h.size = after(h.stream_offset + h.stream_bytes) +
           align64(c->trace * sizeof(tkl_order_record));
  return h;
}

static char *make_order(const tkl_order_header *h) {
  char *order = aligned_alloc(64, h->size);
#if !HAS(memory_sanitizer)
  /* An earlier command has left something everywhere. */
  memset(order, 0xa5, h->size);
#endif
  FORBID(order + h->params_offset + sizeof(tkl_order_param),
         order + h->saved_offset);
  FORBID(order + h->saved_offset + sizeof(tkl_order_saved),
         order + h->marks_offset);
  FORBID(order + h->marks_offset + marks_size(h), order + h->buckets_offset);
  FORBID(order + h->buckets_offset + buckets_size(h), order + h->list_offset);
  FORBID(order + h->list_offset + list_size(h), order + h->destinations_offset);
  FORBID(order + h->destinations_offset + destinations_size(h),
         order + h->owners_offset);
  FORBID(order + h->owners_offset + owners_size(h), order + h->counts_offset);
  FORBID(order + h->counts_offset + h->counts * 4ul, order + h->graph_offset);
  FORBID(order + h->graph_offset + graph_size(h), order + h->starts_offset);
  FORBID(order + h->starts_offset + starts_size(h), order + h->stream_offset);
  FORBID(order + h->stream_offset + h->stream_bytes,
         order + h->size - h->trace_capacity * sizeof(tkl_order_record));
  return order;
}

typedef struct {
  char *order;
  uint delay;
} thread_start;

static void *run_worker(void *data) {
  thread_start *start = data;
  if (start->delay)
    usleep(start->delay);
  __tkl_order_work(start->order);
  return NULL;
}

enum { MOST_WORKERS = 9 };
/* With the last of them, a level has more chunks than `claim` has bits. */
static const uint worker_counts[] = {1, 2, 3, 4, 5, MOST_WORKERS};

/* Workers from `begin` on never begin. */
static void run_workers(char *order, uint begin) {
  pthread_t threads[MOST_WORKERS];
  thread_start starts[MOST_WORKERS];
  for (uint i = 0; i < begin; ++i) {
    starts[i] = (thread_start){order, random_below(4) ? 0 : random_below(3000)};
    pthread_create(&threads[i], NULL, run_worker, &starts[i]);
  }
  for (uint i = 0; i < begin; ++i)
    pthread_join(threads[i], NULL);
}

static int complain(const test_case *c, uint workers, uint begun, uint command,
                    const tkl_order_header *h, const char *what) {
  printf("%s, %u of %u workers, command %u: %s; executor %u, reason %u\n",
         c->name, begun, workers, command, what, h->executor, h->reason);
  return 1;
}

/* The records of a trace are in order, and none is missing. */
static bool is_traced(const tkl_order_header *h) {
  const tkl_order_record *records =
      (const tkl_order_record *)((const char *)h + h->size) - h->trace_capacity;
  ulong last = 0;
  for (ulong i = 0; i < h->traced && i < h->trace_capacity; ++i) {
    if (records[i].begin < last || records[i].end < records[i].begin ||
        records[i].phase == TKL_PHASE_START ||
        records[i].phase == TKL_PHASE_END)
      return false;
    last = records[i].end;
  }
  return !h->trace_capacity || h->traced != 0;
}

/* Returns how many commands went wrong. */
static int run_case(const test_case *c, uint workers, uint begun) {
  static ulong tokens;
  tkl_order_header header = lay_out(c, workers);
  char *order = make_order(&header);
  tkl_order_param param = {FIRST, sizeof(x)};
  make_accesses(c->accesses, c->items);
  kernel.contribution = header.payload - header.destination;
  kernel.destination = header.destination;
  header.keep = ++tokens;
  int wrong = 0;
  bool has_levels = false;
  const tkl_order_header *h = (const tkl_order_header *)order;
  for (uint command = 0; command < c->commands && !has_levels && !wrong;
       ++command) {
    header.reuse = command ? header.keep : 0;
    header.stream_mask =
        c->flags & STREAMS && command ? (command + 1) / 2 & 3 : 0;
    header.stream_token =
        header.stream_mask ? header.keep * 4 + header.stream_mask : 0;
    memcpy(order, &header, sizeof(header));
    memcpy(order + header.params_offset, &param, sizeof(param));
    run_loop(c->items);
    /* What is in the streams is read nowhere else. */
    bool forgets = header.stream_mask && command % 2 == 0;
    bool fits = !(c->flags & LITTLE_ROOM) || header.stream_mask != 3;
    bool streams = header.stream_mask && fits &&
                   c->executor == TKL_ORDER_LEVELS && c->accesses != APART &&
                   (kernel.from || header.stream_mask & 1);
    forgets &= streams && c->thin == 1;
    if (forgets)
      forget(header.stream_mask);
    run_workers(order, begun);
    if (forgets)
      remember();
    if (h->complete != 1)
      wrong += complain(c, workers, begun, command, h, "not complete");
    else if (memcmp(x, expected, sizeof(x)) != 0)
      wrong += complain(c, workers, begun, command, h, "wrong result");
    else if ((h->streamed != 0) != streams)
      wrong += complain(c, workers, begun, command, h, "wrong streams");
    else if (c->items && !is_traced(h))
      wrong += complain(c, workers, begun, command, h, "wrong records");
    else if (c->executor && (h->executor != c->executor ||
                             (c->reason && h->reason != c->reason)))
      wrong += complain(c, workers, begun, command, h, "another executor");
    else if (command && header.segment == c->items && !is_bare(c->plan) &&
             c->items && h->reused != 1)
      wrong += complain(c, workers, begun, command, h, "not reused");
    else if (c->reason == TKL_REASON_CHAIN && !command && h->passes > 16)
      wrong += complain(c, workers, begun, command, h, "too many passes");
    else if ((c->flags & TKL_ORDER_BESIDE) && !c->executor) {
      has_levels = h->executor == TKL_ORDER_LEVELS;
      /* A worker alone never inspects. */
      if (begun == 1 ? has_levels || command == 20
                     : !has_levels && command + 1 == c->commands)
        wrong += complain(c, workers, begun, command, h, "no levels");
      if (begun == 1 && command == 10)
        break;
    }
  }
  free(order);
  return wrong;
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 2, wrong = 0;
  uint commands = 0;
  if (argc > 2)
    weakened = argv[2];
  for (int round = 0; round < rounds; ++round)
    for (size_t n = 0; n < sizeof(worker_counts) / sizeof(uint); ++n)
      for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); ++i) {
        uint workers = worker_counts[n];
        /* Sometimes one or more do not begin. */
        uint begun = random_below(3) ? workers : 1 + random_below(workers);
        wrong += run_case(&cases[i], workers, begun);
        ++commands;
      }
  printf("ordered: %d rounds, %u cases, %d wrong\n", rounds, commands, wrong);
  if (*weakened && !weakened_uses)
    printf("ordered: none of these is an operation: %s\n", weakened);
  return wrong != 0;
}
