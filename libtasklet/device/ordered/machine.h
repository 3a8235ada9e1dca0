/*===- machine.h - The private state of a worker ---------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*/
#ifndef TKL_ORDER_MACHINE_H
#define TKL_ORDER_MACHINE_H

#include "../atomics.h"
#include "tkl_order.h"

#define TKL_INLINE __attribute__((always_inline))

/* What these do, and all that only they call, is not about the kernel's own code.
 * It is optimised when the runtime is built, and no more for each program
 * (passes/ordered/PrebuiltFunctions.h). */
#define TKL_PREBUILT __attribute__((noinline))

/* Likewise, and runs once for a phase, on one worker. There the time that the
 * driver's optimiser takes would be lost. */
#define TKL_SELDOM __attribute__((noinline, cold))

/* Loops over work-items, `__tkl_order_own_*`: the passes make a function of each
 * for each kernel (passes/ordered/OwnLoops.h), with the parameters of the kernel
 * in front. So a loop has all registers for itself. Its worker is a copy, of
 * which nobody takes the address for good, so that it lives in registers, too. */
#define TKL_OWN __attribute__((noinline))

/* The built-in functions are calls until the driver has linked its library,
 * which is too late for our optimiser. */
#define TKL_MIN(a, b) ((a) < (b) ? (a) : (b))
#define TKL_MAX(a, b) ((a) > (b) ? (a) : (b)) /* of vectors, too */

/* How many work-items are inspected before it is looked whether that pays. */
#define TKL_TRIAL_ITEMS 4096ul

/* Who used an element last. Several elements may share a mark; that only adds
 * conflicts. What the words are depends on the inspector.
 *
 * With ranks, these are levels, from 1, of 2 bytes each: that of the last one to
 * write, and the highest of those that have read since. */
typedef ushort2 tkl_rank_mark;

#define TKL_RANK_SHIFT 2u
#define TKL_MOST_RANKS 65535u /* so many levels are too many */

/* With chains, these are numbers of 4 bytes. Work-items that follow each other and
 * depend on each other form a *chain*: it runs in one go, in order, so all of it
 * has one level. A chain is named by its first work-item.
 *   x, y: the level and the chain of the last one to write
 *   z, w: the highest level of those that have read since, and their chain */
typedef uint4 tkl_chain_mark;

#define TKL_NO_CHAIN 0xfffffffeu
#define TKL_MANY_CHAINS 0xffffffffu
/* With more rounds of loops than this, a work-item makes the analysis vain: a
 * slice may run a loop that the kernel leaves out, with bounds that mean
 * nothing. */
#define TKL_MOST_ROUNDS (1u << 20)
/* In buckets and in the list: the work-item goes on with the chain of the one
 * before it. */
#define TKL_JOINS 0x80000000u

/* Passes: in the list of work-items without a level, the pass has found one. */
#define TKL_FOUND 0x80000000u

/* With passes, keys of 8 bytes: the low half is the work-item, the high half the
 * complement of the pass. So the keys of a pass are below those of earlier
 * passes, and nobody has to clear them. */
typedef struct tkl_pass_mark {
  ulong writer; /* the first one to write */
  ulong reader; /* the first one to read  */
} tkl_pass_mark;

/* Tasks: who used an element last, work-items counted from 1. */
typedef struct tkl_near {
  ulong element;
  uint writer, user;
} tkl_near;

#define TKL_NEAR 64u /* elements that a worker remembers; a power of 2 */

/* One of the two lists of payloads (payload.cl). */
typedef struct tkl_payloads {
  uint size;            /* bytes of each                     */
  __global char *list;  /* of all bins                       */
  __global char *lines; /* one for each bin, or null         */
} tkl_payloads;

typedef struct tkl_order_worker {
  __global tkl_order_header *order;
  __global char *marks;
  __global uint *buckets;
  __global uint *list;
  __global uint *counts;
  __global uint *part; /* bins: counts of the chunk, while they are made */
  uint self; /* the number of this worker, in the order in which they begin */
  uint bin_shift;
  ulong mask; /* of the numbers of marks */
  uint mark_shift; /* a mark that is fetched has 2^mark_shift bytes */

  /* The chunk that this worker has claimed. */
  uint phase;
  uint number;
  ulong begin, end;
  uint listed; /* TKL_LISTED, ... */
  bool levelling; /* beside: the chunk's work-items get levels */
  uint block;     /* beside: work-items that are inspected at a time */
  ulong since;    /* beside: when the block began */

  /* What locates a work-item is here since no store of the kernel changes it. */
  uint dimensions; /* of the range */
  ulong offset;    /* of the ids of dimension 0 */

  /* The work-item that is looked at. */
  ulong item;
  ulong id[3]; /* its global id */
  uint low;    /* the low half of id[0] (passes/ordered/NarrowIds.h) */
  uint rank;    /* ranks: the highest level that it depends on, from 1; or 0 */
  uint2 before; /* chains: the highest that it depends on, of other chains */
  int2 own;     /* chains: not 0: it depends on the present chain */
  uint level, chain; /* levels: its own */
  uint rounds; /* that loops of its slice have made */
  uint vain;   /* TKL_REASON_*: why the analysis is of no use, whatever comes; 0 */
  ulong key;   /* passes: the work-item as it stands in the marks */
  bool first;  /* passes: nobody comes before it */
  ulong bin;   /* bins: that it touches ... */
  bool binned; /* ... if this is true */
  bool counted; /* and its slots are counted */
  bool torn;   /* bins: some work-item touches several */
  uint lowest, highest;  /* owners: elements at which accesses have begun */
  uint owned, owned_end; /* owners: the elements of this one */
  tkl_payloads contributions, destinations;
  ulong place;  /* payloads: where its own is in the lists */
  bool repacks; /* payloads: the destinations are there */
  __global char *stream; /* where the next value of the stream is (stream.cl) */
  ulong streamed;        /* bytes that are read, while they are measured */

  /* Tasks, while they are linked (graph.cl). */
  __global uint *task_marks; /* of the direction in which this worker goes */
  __global uint *seen;       /* likewise */
  uint task;                 /* of the work-item that is looked at, from 1 */
  uint waiting;              /* forwards: for how many links it waits */
  __global uint *lengths;    /* of the chains that end with each task */
  uint length, longest;      /* of the chains before it, and of all */
  uint link, slab_end;       /* the next link that is free, and one too far */
  bool backwards;
  /* While the range is cut into tasks. */
  bool cutting;
  bool is_own; /* it conflicts with its task */
  tkl_near *near;
  /* And while they run. */
  uint running;
  uint finished; /* that the graph does not know of yet */
} tkl_order_worker;

/* Values of tkl_order_header.listed: what `begin` and `end` of a phase are. */
enum {
  TKL_IN_ORDER = 0, /* work-items, or what else the phase is about         */
  TKL_LISTED = 1,   /* places in the list                                  */
  TKL_APART = 2,    /* work-items without any conflict                     */
  TKL_LEVEL = 3,    /* places in the list, all of one level                */
};

/* Values of tkl_order_saved.stage: what comes next. */
enum {
  TKL_STAGE_CLEAR = 0,
  TKL_STAGE_LEVELS = 1,
  TKL_STAGE_COUNT = 2,
  TKL_STAGE_SUM = 3,
  TKL_STAGE_PLACE = 4,
  TKL_STAGE_DONE = 5,
};

/* Values of tkl_order_graph.given_up: why tasks of this size are of no use. */
enum {
  TKL_GIVEN_UP_NOT = 0,
  TKL_GIVEN_UP_CHAIN = 1, /* hardly any can run side by side */
  TKL_GIVEN_UP_LINKS = 2, /* they have more links than there is room for */
};

#define TKL_NO_TASK 0xffffffffu

/* Given by passes/ordered/OrderedKernels.cpp. */
ulong __tkl_order_clock(void);
void __tkl_order_prefetch(__global char *at);

#endif
