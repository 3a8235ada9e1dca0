/*===- tkl_abi.h - Layout shared by compiler, device and host ------- C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The one description of the layout of a command's heap buffer. It is compiled
 * three times: as OpenCL C (device runtime), as C++ (passes) and as C++ (host
 * library). docs/abi.md explains it in prose.
 *
 * The heap buffer, from its first byte:
 *
 *   tkl_heap_header                    one
 *   tkl_worker_block                   `workers` of them
 *   tkl_services                       one
 *   tkl_stack_path                     one, in programs that know their spawns
 *   traces, if there are any           `workers` x a tkl_trace_head and
 *                                      trace_capacity events
 *   deques                             `workers` x deque_capacity records
 *   arena                              from arena_offset to size:
 *     root records, growing upwards    put there by the user's kernel
 *     chunks of frames                 taken by the dispatch kernel
 *     root frames, growing downwards   of kernels that use force
 */
#ifndef TKL_ABI_H
#define TKL_ABI_H

#define TKL_ABI_VERSION 9

#ifdef __OPENCL_C_VERSION__
typedef uint tkl_u32;
typedef ulong tkl_u64;
#define TKL_GLOBAL __global
#else
#include <stdint.h>
typedef uint32_t tkl_u32;
typedef uint64_t tkl_u64;
#define TKL_GLOBAL
#endif

/* Values of tkl_heap_header.status: why the command failed. */
#define TKL_OK 0u
#define TKL_FAULT_CHUNKS 1u /* no memory for another chunk of frames */
#define TKL_FAULT_ROOTS 2u  /* root records and frames do not fit    */
/* A deque is full, and the task whose children fill it cannot be suspended at a
 * spawn, because it keeps addresses of its private variables. */
#define TKL_FAULT_ADDRESSES 3u
#define TKL_FAULT_PROGRAM 4u /* a task has called tkl_fail               */
#define TKL_FAULT_PERMITS 5u /* a semaphore has got too many permits     */
#define TKL_FAULT_SEMAPHORE 6u /* what tkl_release got is no semaphore   */
#define TKL_FAULT_ASSERT 7u /* the condition of a tkl_assert is false    */

/* Upper limit of tkl_heap_header.workers. */
#define TKL_MAX_WORKERS 8192u

/* Alignment, in bytes, of records, frames, chunks and everything else in the
 * heap: that of the largest OpenCL vector that a task commonly passes. The
 * buffer itself is aligned to at least this. */
#define TKL_ALIGN 16u

/* Bytes before the slots of a frame and before the arguments of a record. */
#define TKL_FRAME_HEADER 32u
#define TKL_RECORD_HEADER 24u
/* Bytes of a join group (group.cl); groups follow the header of a frame. */
#define TKL_GROUP_SIZE 32u
/* In programs that know their spawns (tkl_stack.h) each of the three has so many
 * bytes more. */
#define TKL_WAY_SIZE 16u
/* Bytes of the text of tkl_fail, with the 0 at its end. */
#define TKL_TEXT_SIZE 320u

/* Bytes of private memory for what functions for tasks need to know of a kernel's
 * work-item, a part of tkl_cold. */
#define TKL_KERNEL_STATE 256u

/* Steps that the runtime itself provides; compiled steps follow. */
enum {
  TKL_STEP_SEGMENT_END = 0, /* the bottom of a segment was reached; 0, so that
                               the zeroed root_sentinel of the header says it */
  TKL_STEP_EXIT = 1,        /* this worker is done                            */
  TKL_STEP_CHUNK_END = 2,   /* the bottom of a chunk was reached              */
  TKL_STEP_LEAVE = 3,       /* a task that had returned no longer waits       */
  TKL_STEP_RESUME = 4,      /* root record of a kernel's force with no child  */
  TKL_STEP_MARK_END = 5,    /* a traced task has returned                     */
  TKL_STEP_AWAIT = 6,       /* a continuation waits for a join group          */
  TKL_STEP_LEAVE_GROUPS = 7, /* as LEAVE, of a task with join groups          */
  TKL_STEP_FIRST = 8,
  /* Of teams (team.cl), above all numbers of compiled steps: */
  TKL_STEP_IDLE = 0x7ffffffe, /* the lane has no work                         */
  TKL_STEP_PAUSE = 0x7fffffff /* its step was not chosen in this turn         */
};

/* Of teams: with this bit, the arguments of a step are in the lane's private
 * memory, not in a record. */
#define TKL_STEP_AT_HAND 0x80000000u

/* What a compiled step returns: one of these, or the number of the step that
 * continues in its place. */
enum {
  TKL_ACTION_RETURN = 0, /* go on with the frame below                        */
  TKL_ACTION_FAIL = 1,   /* the command has failed                            */
  TKL_ACTION_TAKEN = 2,  /* start the record that the step took back           */
  TKL_ACTION_WAIT = 3    /* the task waits for a permit (semaphore.cl)         */
};

/* First part: the host writes it before every command. Second part: the host
 * zeroes it, the device uses it, and the host reads it afterwards. What many
 * workers write lies on other cache lines than what idle workers look at again
 * and again, and than each other: with 64 workers a line that holds all of it
 * takes most of their time (bench/README.md, "More workers than there are"). */
typedef struct tkl_heap_header {
  tkl_u64 size;           /* bytes of the whole buffer                       */
  tkl_u64 deque_offset;   /* bytes from the start of the buffer              */
  tkl_u64 arena_offset;   /* bytes from the start of the buffer, multiple of
                             64                                              */
  tkl_u32 abi;            /* TKL_ABI_VERSION                                 */
  tkl_u32 workers;        /* work-items of the dispatch kernel, 1 or more    */
  tkl_u32 deque_capacity; /* records per worker, a power of two              */
  tkl_u32 record_size;    /* bytes, from the manifest                        */
  tkl_u32 chunk_size;     /* bytes, from the manifest                        */
  tkl_u32 has_clock;      /* 1: workers may read the cycle counter; on some
                             devices that instruction is not allowed         */
  tkl_u64 trace_offset;   /* bytes from the start of the buffer to the traces;
                             0: none                                         */
  tkl_u32 trace_capacity; /* events per worker                               */
  tkl_u32 team_lanes;     /* workers of a team; 1: there are no teams        */
  /* 64 bytes so far; the next line is written when a root task is put down or
     starts, and when the command fails or ends */
  tkl_u32 status;    /* TKL_OK or TKL_FAULT_*                                */
  tkl_u32 next_root; /* root records handed to workers so far                */
  tkl_u64 need;      /* with a fault: bytes of heap that would have sufficed
                        as far as is known, 0 if unknown                     */
  tkl_u64 roots;     /* low half: root records wanted; high half: root frame
                        bytes wanted, in units of TKL_ALIGN                  */
  tkl_u64 trace_shortest; /* set by the host: shorter events are not recorded;
                             in ticks, or in tasks unless has_clock          */
  tkl_u32 finished; /* 1: all work is done                                   */
  tkl_u32 one_launch; /* set by the host: 1 if workers run the user's kernel,
                         and each goes on as the dispatch kernel would; only if
                         the manifest says that the kernel can do that        */
  tkl_u32 claimed;    /* ... 1: a worker has begun the one work-item         */
  tkl_u32 placed;     /* ... 1: it is done, and its roots are in the arena   */
  tkl_u32 apart;    /* for the host: bytes of other commands between the services
                       and what follows them                                 */
  tkl_u32 reserved0[3];
  /* 128 bytes so far */
  /* The frame below every kernel's root frame, a tkl_frame of frame.h. */
  tkl_u64 root_sentinel[8];
  /* 192 bytes so far */
  tkl_u64 free_list; /* low half: first batch of free chunks, in units of
                        TKL_ALIGN from the start of the buffer, 0 if none;
                        high half: tag                                       */
  tkl_u64 trace_clock; /* unless has_clock: the latest time that a worker has
                          shared                                             */
  tkl_u64 reserved1[6];
  /* 256 bytes so far */
  tkl_u32 busy; /* workers that hold work, or have just run out of it        */
  tkl_u32 reserved2[15];
  /* 320 bytes so far */
  tkl_u64 bump; /* bytes of chunks that workers have reserved in the arena   */
  tkl_u64 reserved3[7];
} tkl_heap_header; /* 384 bytes */

/* One per worker. What thieves write lies on other cache lines of 64 bytes than
 * what only the owner uses. */
typedef struct tkl_worker_block {
  /* All that a theft needs lies on one line: the owner answers a thief, and the
     thief takes a record, with one transfer of it each. */
  tkl_u64 deque;     /* low half: tail (oldest record, thieves take it there);
                        high half: split (first private record)              */
  tkl_u32 hungry;    /* set by thieves that found nothing public             */
  tkl_u32 copied;    /* records that thieves have finished copying           */
  tkl_u32 pad0[12];
  /* For services.cl; only the owner uses them. */
  tkl_u32 leaving;   /* 1: the running step must end, the command has failed */
  tkl_u32 reserved0;
  tkl_u64 pool;      /* memory for small requests, in bytes from the start of
                        the heap: the first free one                         */
  tkl_u64 pool_end;  /* ... and the end                                      */
  tkl_u32 pad1[10];
  tkl_u64 awaited; /* low 36 bits: the frame that this worker has left and looks
                      for (join.cl), in units of TKL_ALIGN from the start of the
                      heap; 0: none. Above: a number                         */
  tkl_u64 reserved1;
  /* Statistics of teams, written as those below. */
  tkl_u64 turns;  /* of the first lane: turns in which the team ran something */
  tkl_u64 ran;    /* turns in which this lane ran a step                     */
  tkl_u64 groups; /* of the first lane: different steps, summed over turns   */
  tkl_u64 handed; /* records got from lanes of the team                      */
  tkl_u64 tries;  /* looks for work elsewhere                                */
  tkl_u64 reserved;
  /* Statistics, written once when the worker ends. */
  tkl_u64 tasks;         /* tasks run                                        */
  tkl_u64 steals;        /* records taken from other workers                 */
  tkl_u64 continuations; /* force bodies run                                 */
  tkl_u64 blocked;       /* segments left at a force                         */
  tkl_u64 chunks;        /* chunks this worker took from the arena           */
  /* In ticks of the cycle counter; all 0 unless has_clock. */
  tkl_u64 begin;     /* when the worker began                                */
  tkl_u64 end;       /* when it ran out of work for good                     */
  tkl_u64 searching; /* ticks between, spent on searches that found work     */
} tkl_worker_block; /* 256 bytes */

/* What the functions for tasks (services.cl) share; it follows the last worker
 * block. The host zeroes it before every command, and reads it afterwards. */
typedef struct tkl_services {
  tkl_u64 area[8];   /* for the program: tkl_command_area                     */
  tkl_u64 prints;    /* the print that ended last, in bytes from the start of
                        the heap; 0: none                                     */
  tkl_u64 values[2]; /* of tkl_fail                                           */
  tkl_u64 wanted;    /* bytes of the tkl_alloc that failed; 0: none           */
  tkl_u32 failing;   /* 1: `text` and `values` are those of the first tkl_fail */
  /* Of semaphore.cl: tasks that began to wait for a permit, and those of them
     that got one. */
  tkl_u32 suspended;
  tkl_u32 resumed;
  tkl_u32 reserved0;
  tkl_u64 ready; /* low half: the newest waiter that is to go on, in units of
                    TKL_ALIGN from the start of the heap, 0 if none; high half:
                    tag                                                       */
  tkl_u64 spilled; /* likewise, chunks of records                             */
  /* 128 bytes so far */
  char text[TKL_TEXT_SIZE]; /* of tkl_fail, ends with 0. Of tkl_assert: the
                               place, the function and the condition, each
                               ends with 0                                    */
} tkl_services;             /* 448 bytes                                      */

/* What one task prints as a whole. Its first block follows. */
typedef struct tkl_print {
  tkl_u64 older; /* the print that ended before; bytes from the start of the
                    heap, 0: none                                             */
  tkl_u64 last;  /* the block that is being filled, likewise; 0: it has ended */
} tkl_print;     /* 16 bytes */

/* `used` bytes of items follow. An item is a TKL_PRINT_* and its value, and may
 * go on in the next block. */
typedef struct tkl_print_block {
  tkl_u64 next; /* bytes from the start of the heap; 0: none                  */
  tkl_u32 used;
  tkl_u32 capacity;
} tkl_print_block; /* 16 bytes */

/* The first byte of an item, and what follows it. */
#define TKL_PRINT_TEXT 1u   /* characters, the last one 0                     */
#define TKL_PRINT_INT 2u    /* 8 bytes, signed                                */
#define TKL_PRINT_UINT 3u   /* 8 bytes, unsigned                              */
#define TKL_PRINT_HALF 4u   /* 4 bytes, a float that is to look like a half   */
#define TKL_PRINT_FLOAT 5u  /* 4 bytes                                        */
#define TKL_PRINT_DOUBLE 6u /* 8 bytes                                        */
#define TKL_PRINT_FALSE 7u  /* nothing                                        */
#define TKL_PRINT_TRUE 8u   /* nothing                                        */
#define TKL_PRINT_CHAR 9u   /* 1 byte                                         */

/* At the start of a worker's trace; written when the worker ends. */
typedef struct tkl_trace_head {
  tkl_u64 count;    /* events that follow                                    */
  tkl_u64 dropped;  /* events that did not fit                               */
  tkl_u64 shortest; /* as trace_shortest; larger if events did not fit       */
  tkl_u64 reserved[5];
} tkl_trace_head; /* 64 bytes */

/* Values of tkl_trace_event.flags. */
#define TKL_TRACE_SEARCH 1u  /* not a task: the worker looked for work        */
#define TKL_TRACE_ROOT 2u    /* a root task                                   */
#define TKL_TRACE_STOLEN 4u  /* stolen from worker `other`                    */
#define TKL_TRACE_SEVERAL 8u /* `id` short tasks, one after the other; step 0:
                                of several kinds                              */
/* One worker may leave a task and another one continue it. */
#define TKL_TRACE_UNFINISHED 16u /* not the last part                         */
#define TKL_TRACE_RESUMED 32u    /* not the first part                        */
#define TKL_TRACE_BLOCKED 64u    /* its segment was left, under the name `id` */
#define TKL_TRACE_ADOPTED 128u   /* ... and continued, under `other`          */

/* What one worker did from `begin` to `end`; events are in the order of `end`.
 * Two events of one worker are nested or disjoint. */
typedef struct tkl_trace_event {
  tkl_u64 begin; /* ticks, or tasks unless has_clock                          */
  tkl_u64 end;
  tkl_u32 step; /* the number of the task's entry step                        */
  tkl_u32 flags;
  tkl_u32 other; /* of a nested task: the step that waits for it              */
  tkl_u32 id;
} tkl_trace_event; /* 32 bytes */

#endif
