/*===- frame.h - Frames, records and the private state of a worker -- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The data that the device runtime works on. docs/abi.md explains it; this file
 * is the layout. Compiled code accesses frames and workers only through the
 * functions of steps.cl and root.cl, and through TKL_FRAME_HEADER and
 * TKL_RECORD_HEADER.
 */
#ifndef TKL_FRAME_H
#define TKL_FRAME_H

#include "tkl_abi.h"
#ifdef TKL_STACK
#include "tkl_stack.h"
#endif

/* A frame: the state of one task between its steps. The slots of its futures
 * and the values that its continuation captured follow the header. */
typedef struct tkl_frame {
  uint step;    /* the step that follows when `pending` children have run    */
  uint pending; /* own records that still lie in the deque of this worker    */
  int join;     /* 0 while nothing was stolen; see __tkl_deliver in join.cl  */
  uint segment; /* of a blocked frame: its chunk, in units of TKL_ALIGN from
                   the start of the heap; 0 for a root frame. At the bottom of a
                   segment: 1 more than the worker from which its first record
                   was stolen, or 0                                          */
  __global struct tkl_frame *prev; /* the frame below on this segment        */
  __global char *ret;              /* where the task's result goes, or null  */
#ifdef TKL_STACK
  tkl_way way; /* how the task came to be                                    */
#endif
} tkl_frame;

/* A spawn that has been written down. The arguments follow the header. */
typedef struct tkl_record {
  uint task; /* step that loads the arguments and runs the task               */
  uint arranged; /* of a child of a join group; see group.cl              */
  __global tkl_frame *frame; /* the frame, or the join group, that waits for the
                                task, or null                                 */
  __global char *ret;        /* where the result goes, or null                */
#ifdef TKL_STACK
  tkl_way way; /* how the task came to be                                     */
#endif
} tkl_record;

#ifdef TKL_TRACE
#define TKL_TRACE_LEVELS 32 /* marks above each other, at most */
#define TKL_TRACE_VAIN 64   /* after so many short ones, children are left alone */
#define TKL_TRACE_CREDIT 16

/* What a worker records for a trace (trace.cl). */
typedef struct __tkl_tracer {
  __global tkl_trace_head *head; /* 0: this command is not traced             */
  __global struct tkl_mark *top; /* the newest mark of the segment, or 0      */
  ulong shortest;   /* shorter events are not recorded                        */
  uint capacity;    /* in events                                              */
  uint count;       /* events that the trace has so far                       */
  ulong dropped;    /* events that were recorded, then became too short       */
  ulong base;       /* without a clock: add this to the number of tasks       */
  ulong search;     /* when the search for work began; all ones: none         */
  bool in_kernel;   /* a kernel goes on after its force, without a segment    */
  uint kernel_step; /* its step, if in_kernel                                 */
  uint vain;        /* children in a row that were not tried                  */
  uint credit;      /* children that may be tried                             */
  uint before_block; /* `count`                                               */
  ulong kernel_since;
  ulong dropped_before_block;
  ulong credited; /* when credit was given for the last time                  */
  ulong expected[TKL_TRACE_LEVELS]; /* how long marks of this level last      */
} tkl_tracer;
#endif

/* What a worker needs on slow paths only. It lies in private memory. */
typedef struct __tkl_cold {
  __global tkl_heap_header *heap;
  __global char *deque; /* first slot                                         */
  ulong tasks, continuations, steals, blocked, chunks;
  ulong begin, searching; /* as in tkl_worker_block                           */
  ulong search; /* when the current search began; 0: none                     */
  uint chunk; /* chunk that `limit` ends, in units of TKL_ALIGN; 0: none      */
  /* Free chunks that the worker keeps (memory.cl): */
  uint spare;  /* the first of those that it takes from, likewise             */
  uint spares; /* their number, up to that of a batch                         */
  uint batch;  /* chunks of a batch                                           */
  uint full;   /* the first one of a full batch, likewise; 0: there is none   */
  uint fulls;  /* the number of full ones                                     */
  uint most_fulls;
  uint counted; /* of a worker that looks for work: 1, `busy` counts it still; a
                   worker that has work is counted in any case                */
  uint patience; /* vain looks before a worker asks for records (join.cl)      */
  uint victim;   /* while it is patient: the worker that it watches; none: their
                    number                                                    */
  ulong watched; /* that one's deque, as it was at first                      */
  uint lent; /* 1 more than the worker that got a frame back from this one which
                it may take again; 0: none                                    */
  __global tkl_frame *lent_frame; /* that frame                               */
  __global tkl_frame *recalled;   /* the same, when it has taken it again     */
  __global tkl_frame *expected;   /* the frame that it has left and looks for */
  ulong awaited; /* what is, or was last, in `awaited` of its block           */
  uint id;
  uint roots; /* root records of this command                                 */
#ifdef TKL_TRACE
  tkl_tracer trace;
#endif
#ifdef TKL_STACK
  tkl_way next; /* of the task that starts next                               */
  tkl_way way;  /* of the running one                                         */
  __global tkl_frame *below; /* what the running task's frame has, or would
                                have, as `prev`                               */
#endif
} tkl_cold;

/* The state of one worker. Its address never escapes, so the optimiser keeps
 * all of it in registers; see slow.h. */
typedef struct __tkl_worker {
  __global tkl_frame *frame; /* where the running step's frame is, or would be
                                opened                                        */
  __global tkl_frame *prev;  /* the frame below                               */
  __global char *limit;      /* end of the chunk that `frame` points into     */
  __global char *head;       /* deque: the next slot to write                 */
  __global char *split; /* the first private slot; a copy, but nobody else
                           changes it                                         */
  __global char *end;   /* end of the deque                                   */
  __global tkl_worker_block *block; /* as `cold`, the same for ever: slow.h    */
  /* Only from one step to the next: */
  __global char *ret;    /* where the result of the entry step goes           */
  __global char *record; /* the record whose task is being started            */
  tkl_cold *cold;
} tkl_worker;

/* What the functions for tasks share. */
__attribute__((always_inline)) static __global tkl_services *
__tkl_shared(tkl_cold *cold) {
  return (__global tkl_services *)((__global tkl_worker_block *)(cold->heap + 1) +
                                   cold->heap->workers);
}

#ifdef TKL_STACK
#define TKL_IN_HEADERS TKL_WAY_SIZE
#else
#define TKL_IN_HEADERS 0
#endif
typedef char __tkl_check_frame
    [sizeof(tkl_frame) == TKL_FRAME_HEADER + TKL_IN_HEADERS ? 1 : -1];
typedef char __tkl_check_record
    [sizeof(tkl_record) == TKL_RECORD_HEADER + TKL_IN_HEADERS ? 1 : -1];

/* Bytes of a record; a constant that the dispatch pass provides. */
uint __tkl_record_size(void);

/* Whether the program has tasks that may wait for semaphores; a constant, as
 * above. */
bool __tkl_has_semaphores(void);

/* The number of lanes of a team (team.cl); 1: each worker is alone. A constant, as
 * above. */
uint __tkl_team_lanes(void);

/* The cycle counter; 0 where the target's language has none, as in SPIR-V. The
 * dispatch pass gives it its body. Not to be called unless has_clock. */
ulong __tkl_clock(void);

#endif
