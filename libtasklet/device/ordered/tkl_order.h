/*===- tkl_order.h - Layout of an ordered command's buffer ---------- C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * A command of an ordered kernel has one buffer, its *order*: what the host
 * decides, how far the workers are, and what the inspector found out. It is
 * compiled as OpenCL C (device runtime), as C++ (passes) and as C++ (host).
 * docs/abi.md, section 5, explains it in prose.
 *
 * The buffer, from its first byte:
 *
 *   tkl_order_header
 *   tkl_order_param    one for each pointer parameter, at params_offset
 *   tkl_order_saved    what came of an analysis; the host does not write it
 *   marks              2^mark_bits words of 8 bytes, two for each mark: who
 *                      used an element last. With TKL_ORDER_TASKS, of 4 bytes.
 *                      With TKL_ORDER_COPIES, the copies, and nothing more.
 *                      With payloads in lines, the lines (payload.cl)
 *   buckets            `segment` numbers of 4 bytes: the level, or the bin, of
 *                      each work-item. Of 2 bytes, if levels are ranks
 *   list               `segment` numbers of 4 bytes: the work-items, bucket by
 *                      bucket; their numbers count from the segment's first.
 *                      Or the contributions of `segment` payloads, and no
 *                      buckets; with lines, there is a gap of less than
 *                      `line_slots` of them behind each part of a bin
 *   destinations       those of the payloads, likewise (payload.cl)
 *   extents            with owners, three arrays of `owner_parts` numbers of 4
 *                      bytes: where the extent of each part begins and ends, and
 *                      the former in order; then the borders, one more than
 *                      `most_owners` (owners.cl)
 *   counts             `counts` numbers of 4 bytes: where the buckets begin
 *   tkl_order_graph    with TKL_ORDER_TASKS, which has neither buckets, list nor
 *                      counts: who waits for whom; its arrays follow it
 *   starts             with streams, for each chunk of a level of which byte of
 *                      the streams its own begins with; 8 bytes each
 *   streams            what the chunks read (stream.cl)
 *   tkl_order_record   `trace_capacity` of them, at the very end: the phases
 */
#ifndef TKL_ORDER_H
#define TKL_ORDER_H

#include "../tkl_abi.h"

/* How work-items are brought into order: an inspector and its executor. */
enum {
  TKL_ORDER_SERIAL = 1, /* none; one worker runs all in order                */
  TKL_ORDER_LEVELS = 2, /* levels found by one worker in one pass            */
  TKL_ORDER_PASSES = 3, /* levels found by all workers, a pass for each      */
  TKL_ORDER_BINS = 4,   /* work-items binned by the memory that they touch   */
  TKL_ORDER_TASKS = 5,  /* tasks that wait for each other                    */
  TKL_ORDER_COPIES = 6, /* sums: no order, and a copy of them for each worker */
  TKL_ORDER_OWNERS = 7, /* each worker updates the memory that it owns       */
};

/* Values of tkl_order_header.reason: why a command did not run as the host had
 * planned it. */
enum {
  TKL_REASON_NONE = 0,
  TKL_REASON_CHAIN = 1, /* hardly any work-items are independent             */
  TKL_REASON_BINS = 2,  /* a work-item touches more than one bin             */
  TKL_REASON_COUNTS = 3, /* more levels than `counts` has room for           */
  TKL_REASON_BESIDE = 4, /* another worker inspected meanwhile               */
  TKL_REASON_ROUNDS = 5, /* the loops of a work-item's slice have too many   */
  TKL_REASON_NEAR = 6,   /* what work-items touch is in a cache, mostly: bins
                            would spare no misses                             */
  TKL_REASON_BACK = 7,   /* see TKL_ORDER_REACHES_BACK                         */
  TKL_REASON_FAR = 8,    /* work-items that follow each other touch memory far
                            apart: too many would have several owners         */
};

/* What the machine does at present; tkl_order_header.phase. */
enum {
  TKL_PHASE_START = 0,
  TKL_PHASE_CLEAR = 1,  /* no element has been used                          */
  TKL_PHASE_LEVELS = 2, /* find the levels of some work-items, in order      */
  TKL_PHASE_MINIMA = 3, /* find the first to use each element                */
  TKL_PHASE_CHECK = 4,  /* find who is the first wherever it goes            */
  TKL_PHASE_KEEP = 5,   /* keep the others for the next pass                 */
  TKL_PHASE_BINS = 6,   /* find the bin of each work-item                    */
  TKL_PHASE_COUNT = 7,  /* count the work-items of each bucket               */
  TKL_PHASE_SUM = 8,    /* find where each bucket begins                     */
  TKL_PHASE_PLACE = 9,  /* put the work-items there                          */
  TKL_PHASE_RUN = 10,   /* run work-items                                    */
  TKL_PHASE_END = 11,
  TKL_PHASE_PACK = 12,   /* compute the payloads, and put them there         */
  TKL_PHASE_REWIND = 13, /* forget how far the last PACK or REPACK came      */
  TKL_PHASE_BESIDE = 14, /* run work-items in order, and inspect meanwhile   */
  TKL_PHASE_LINK = 15,   /* find which tasks wait for which                  */
  TKL_PHASE_LENGTH = 16, /* find the longest chain of tasks                  */
  TKL_PHASE_WIND = 17,   /* no task has run                                  */
  TKL_PHASE_TASKS = 18,  /* run tasks                                        */
  TKL_PHASE_PIPE = 19,   /* run a level, and begin the pass for the next     */
  TKL_PHASE_CUT = 20,    /* cut the range into tasks                         */
  TKL_PHASE_NUMBER = 21, /* give them numbers                                */
  TKL_PHASE_ADD = 22,    /* add the copies to the memory that they are of    */
  TKL_PHASE_MEASURE = 23, /* find how much each chunk of a level reads       */
  TKL_PHASE_DIVIDE = 24, /* find where the stream of each chunk begins       */
  TKL_PHASE_STREAM = 25, /* write the streams                                */
  TKL_PHASE_REPACK = 26, /* as PACK, where the destinations are there        */
  TKL_PHASE_SAMPLE = 27, /* look whether bins would pay                      */
  TKL_PHASE_NARROW = 28, /* look whether owners would pay                    */
  TKL_PHASE_EXTENTS = 29, /* find which elements each part touches           */
  TKL_PHASE_BORDERS = 30, /* divide the elements between owners              */
};

/* Work-items are sorted in so many parts for each worker, if there are enough
 * (buckets.cl). */
#define TKL_PARTS_PER_WORKER 4u
/* The counts of a part begin with a cache line, since several workers count at a
 * time. */
#define TKL_PART_COUNTS(buckets) (((buckets) + 15) & ~(tkl_u64)15)
/* Owners for each worker, so that these end at about the same time. */
#define TKL_OWNERS_PER_WORKER 4u
#define TKL_MOST_OWNERS 128u
/* Work-items in a chunk of a level, if there are so many. A long chain would leave
 * nothing for other workers, so none is longer. */
#define TKL_LEVEL_CHUNK 64u
/* A sample (TKL_PHASE_SAMPLE) divides the memory that makes bins pay into so many
 * pieces. */
#define TKL_SPREAD_PIECES 32u
/* Payloads are gathered in lines of so many bytes: a cache line (payload.cl). */
#define TKL_LINE_BYTES 64u

#define TKL_ORDER_INSPECT_ONLY 1u /* stop after the analysis                 */
/* With TKL_ORDER_LEVELS: until the levels are known, run in order, and inspect
 * meanwhile (beside.cl). */
#define TKL_ORDER_BESIDE 2u
/* With TKL_ORDER_PASSES: run a level while the next one is being found
 * (passes.cl). */
#define TKL_ORDER_PIPE 4u
/* With TKL_ORDER_LEVELS: the host knows that no work-items conflict. There is no
 * room for an analysis. */
#define TKL_ORDER_INDEPENDENT 8u
/* A pointer leads into the middle of shared virtual memory. A negative index, which
 * leads out of what the parameter has of the conflict space, makes an analysis
 * vain. */
#define TKL_ORDER_REACHES_BACK 16u

/* What a later command with the same buffer needs of an analysis beside buckets,
 * list and counts. So that command may be enqueued before it is known how this
 * one ends. A token is a number that no other analysis of the process has, nor
 * what lies in fresh memory. Only analyses of one segment are saved. */
typedef struct tkl_order_saved {
  tkl_u64 token; /* of the analysis that the buffer holds; 0: none           */
  tkl_u64 levels;
  tkl_u64 widest;
  tkl_u64 conflicts;
  tkl_u64 chains;
  tkl_u32 executor;
  tkl_u32 buckets;
  tkl_u32 parts;
  tkl_u32 reason;
  tkl_u32 stage;    /* beside: how far it is; see beside.cl                  */
  tkl_u32 commands; /* beside: that have gone on with it                     */
  tkl_u32 unpacked; /* bins with payloads: 1 until a command has placed some  */
  tkl_u32 ranked;   /* as in the header                                      */
  tkl_u64 position; /* work-items, or bytes, of that stage that are done     */
  tkl_u64 stream_token; /* of the streams that the buffer holds; 0: none     */
  tkl_u64 streamed; /* their bytes; more than stream_bytes: there was no room */
  tkl_u64 follows;  /* as in the header                                      */
} tkl_order_saved;

/* Where the memory of a pointer parameter lies in the conflict space. */
typedef struct tkl_order_param {
  tkl_u64 first; /* the number of the element that it points to              */
  tkl_u64 bytes; /* from there to the end of the memory; 0: not monitored    */
} tkl_order_param;

/* A phase in a trace. The last `trace_capacity` records of the buffer are the
 * phases from the first one on. */
typedef struct tkl_order_record {
  tkl_u64 begin; /* ticks                                                    */
  tkl_u64 end;
  tkl_u64 items;    /* work-items, places, bytes or bins that it is about     */
  tkl_u32 phase;    /* TKL_PHASE_*                                            */
  tkl_u32 executor; /* these three: as in the header when it began            */
  tkl_u32 bucket;   /* of TKL_PHASE_RUN: the first one that it leaves out     */
  tkl_u32 pass;
} tkl_order_record;

/* A task is a number of work-items that follow each other. Of the tasks of a
 * segment, those with lower numbers have earlier work-items. Tasks of which one
 * waits for the other are *linked*; graph.cl says how the links are found. The
 * arrays follow each other, first four pairs and then one, each of `most_tasks`
 * numbers of 4 bytes, rounded up to an even number:
 *
 *   waits[2]  for how many links a task waits, found forwards and backwards
 *   first[2]  the number of a task's first link, likewise; 0: none
 *   seen[2]   analysis: the task that a task has last been linked with
 *             execution: for how many links it still waits; and words of 8
 *             bytes with a bit for each task that is ready
 *   length[2] analysis: tasks of the longest chain that ends before a task,
 *             likewise; and of all chains
 *   begins    the first work-item of each
 *
 * Then `most_links` of tkl_order_link, the first of which nobody uses. */
typedef struct tkl_order_link {
  tkl_u32 task; /* that waits                                                */
  tkl_u32 next; /* the next link of the task that it waits for; 0: none      */
} tkl_order_link;

typedef struct tkl_order_graph {
  /* The execution. Each on its own cache line. */
  tkl_u64 front; /* hint: words with bits before this one are empty           */
  tkl_u64 pad0[7];
  tkl_u32 finished; /* tasks                                                  */
  tkl_u32 pad1[15];
  /* The analysis, which later commands use again. */
  tkl_u32 tasks;
  tkl_u32 task_items; /* at most, of a task                                   */
  tkl_u32 roots;
  tkl_u32 slabs;    /* of links that are in use                               */
  tkl_u32 given_up; /* TKL_GIVEN_UP_*                                         */
  tkl_u32 smallest; /* task_items must not be less                            */
  tkl_u32 parts;    /* that the range was cut into tasks in                   */
  tkl_u32 pad2[9];
} tkl_order_graph; /* 192 bytes */

typedef struct tkl_order_header {
  /* Set by the host. */
  tkl_u64 size;       /* bytes of the whole buffer                           */
  tkl_u32 abi;        /* TKL_ABI_VERSION                                     */
  tkl_u32 workers;    /* work-items of the launch, 1 or more                 */
  tkl_u32 plan;       /* TKL_ORDER_*                                         */
  tkl_u32 flags;      /* TKL_ORDER_INSPECT_ONLY, TKL_ORDER_BESIDE, ...       */
  tkl_u32 dimensions; /* of the command's range, 1 to 3                      */
  tkl_u32 has_clock;  /* as in tkl_heap_header                               */
  tkl_u64 range[3];   /* work-items; 1 in dimensions that there are not      */
  tkl_u64 offset[3];  /* of their ids                                        */
  tkl_u64 group[3];   /* the local size                                      */
  tkl_u64 items;   /* the product of `range`                                */
  tkl_u32 segment; /* so many work-items are analysed at a time, 2^31 at most */
  tkl_u32 mark_bits;
  tkl_u64 params_offset;
  tkl_u64 marks_offset;
  tkl_u64 buckets_offset;
  tkl_u64 list_offset;
  tkl_u64 counts_offset;
  tkl_u32 counts;
  tkl_u32 bin_shift; /* a bin has 2^bin_shift elements                       */
  tkl_u32 bins;
  tkl_u32 thin; /* levels with fewer work-items are joined                   */
  tkl_u64 saved_offset;
  tkl_u64 reuse; /* token of the analysis to begin with, if it is there; or 0 */
  tkl_u64 keep;  /* token under which a new one is saved; 0: nobody wants it  */
  tkl_u32 payload; /* bytes that travel with a work-item to its bin; 0: the
                      list has their numbers instead                         */
  tkl_u32 trace_capacity; /* tkl_order_record at the buffer's end; 0: no trace */
  /* With TKL_ORDER_OWNERS, and with TKL_ORDER_BINS and TKL_ORDER_LEVELS if it may
   * come to that: */
  tkl_u64 owners_offset;
  tkl_u32 owner_parts; /* of a segment, at most; 0: there are no owners       */
  tkl_u32 most_owners;
  tkl_u64 reserved0[4];
  tkl_u64 graph_offset;
  tkl_u32 most_tasks;
  tkl_u32 most_links;
  tkl_u64 races; /* bytes to a tkl_race_head behind the order; 0: none        */
  /* With TKL_ORDER_COPIES: */
  tkl_u64 sums_end;   /* bytes of the memory with the sums                   */
  tkl_u64 copy_bytes; /* from one copy to the next, a multiple of 64          */
  tkl_u32 copies;
  tkl_u32 sum_bytes; /* of each: 4 or 8                                      */
  /* So many payloads, a power of 2, fill lines of both lists; 1: there are no
   * lines (payload.cl). */
  tkl_u32 line_slots;
  tkl_u32 longest_chain; /* levels: so many work-items may join another one  */
  /* Streams (stream.cl): */
  tkl_u64 starts_offset;
  tkl_u64 stream_offset;
  tkl_u64 stream_bytes; /* that there is room for; 0: there are none         */
  tkl_u64 stream_token; /* names what they are to hold; 0: run without them  */
  tkl_u64 stream_mask;  /* bits: the parameters that are read from them      */
  tkl_u64 destinations_offset;
  tkl_u32 destination; /* bytes of each payload that are in that list         */
  /* With TKL_ORDER_BINS: work-items are sampled first (sample.cl), and a line
   * has 2^(sampled - 1) elements; 0: they are not. With other plans, 1: it is
   * looked first whether owners pay. */
  tkl_u32 sampled;
  tkl_u32 spread_shift; /* 0: how much memory a run touches does not matter  */
  tkl_u32 reserved1[3];
  /* 384 bytes so far. The host zeroes what follows. */

  /* The machine; phases.cl. Fields that change at different times lie on
   * different cache lines. */
  tkl_u64 claim; /* high half: number of the phase; low half: next chunk, or
                    which of the chunks are taken, from the lowest bit on    */
  tkl_u32 arrived; /* workers that have begun                                  */
  tkl_u32 pad0[13];
  tkl_u32 done; /* chunks of the phase that are complete                      */
  tkl_u32 pad1[15];
  tkl_u32 phase;  /* TKL_PHASE_*                                              */
  tkl_u32 chunks; /* of the phase                                             */
  tkl_u64 begin;  /* the phase is about these work-items, or places ...       */
  tkl_u64 end;
  tkl_u64 chunk;  /* ... and each chunk about so many                         */
  tkl_u32 listed; /* 1: begin and end are places in the list; machine.h       */
  tkl_u32 bucket; /* the bucket that runs                                     */
  tkl_u64 since;  /* when the phase began                                     */
  tkl_u64 pad2;

  /* The analysis of the present segment. */
  tkl_u64 segment_begin;  /* its first work-item                              */
  tkl_u32 segment_items;  /* how many work-items                              */
  tkl_u32 executor;       /* TKL_ORDER_*: what came of the plan               */
  tkl_u32 buckets;        /* levels or bins                                   */
  tkl_u32 parts;          /* the list was made in so many parts               */
  tkl_u32 active;         /* passes: work-items that have no level yet        */
  tkl_u32 pass;           /* its number, from 1                               */
  tkl_u32 torn;           /* TKL_REASON_*: what makes the analysis vain       */
  tkl_u32 reused;         /* 1: it is that of an earlier command              */
  tkl_u32 ran;            /* beside: 1: all work-items have run               */
  tkl_u32 task_items;     /* tasks: of one, at most                           */
  tkl_u32 run_begin;      /* passes: places of the level that runs meanwhile  */
  tkl_u32 run_end;

  /* Statistics. */
  tkl_u32 reason;      /* TKL_REASON_*                                        */
  tkl_u32 passes;      /* over work-items that the inspector made             */
  tkl_u64 levels;      /* of all segments; with bins, the bins; with tasks,
                          those of the longest chain                          */
  tkl_u64 widest;      /* work-items of the largest level or bin; with tasks, as
                          if a level had those with an equally long way to them */
  tkl_u64 conflicts;   /* levels: work-items, or tasks, that wait for others  */
  tkl_u64 inspected;   /* ticks of the clock                                  */
  tkl_u64 executed;    /* likewise                                            */
  tkl_u64 segments;
  tkl_u64 complete;    /* 1: all phases have run                              */
  tkl_u64 chains;      /* levels: of work-items that run in one go            */
  tkl_u64 traced;      /* phases; more than trace_capacity: some are missing  */
  tkl_u64 streamed;    /* bytes of the streams that work-items read           */

  /* Levels in order (levels.cl). */
  tkl_u32 ranked;  /* 1: ranks are found; 0: chains                           */
  tkl_u32 pad3;
  tkl_u64 follows; /* ranks: work-items that come a level after the one before */
  tkl_u64 conflicts_before; /* in earlier segments                             */
  /* 736 bytes so far */
  tkl_u64 pad4[4];
  tkl_u64 zeros[16]; /* what a slice reads in the place of what is not there  */
} tkl_order_header; /* 896 bytes */

#endif
