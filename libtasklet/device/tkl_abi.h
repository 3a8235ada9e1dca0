/*===- tkl_abi.h - Layout shared by compiler, device and host ------- C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The one description of what lies in the heap buffer of a command. It is
 * compiled three times: as OpenCL C (device runtime), as C++ (passes) and as
 * C++ (host library). docs/abi.md explains it in prose.
 *
 * The heap buffer, from its first byte:
 *
 *   tkl_heap_header                    one
 *   tkl_worker_block                   `workers` of them
 *   deques                             `workers` x deque_capacity records
 *   arena                              from arena_offset to size:
 *     root records, growing upwards    put there by the user's kernel
 *     chunks of frames                 taken by the dispatch kernel
 *     root frames, growing downwards   of kernels that use force
 */
#ifndef TKL_ABI_H
#define TKL_ABI_H

#define TKL_ABI_VERSION 1

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
#define TKL_FAULT_DEQUE 2u  /* a worker's deque is full              */
#define TKL_FAULT_ROOTS 3u  /* root records and frames do not fit    */

/* Upper limit of tkl_heap_header.workers. */
#define TKL_MAX_WORKERS 1024u

/* Alignment of records, frames, chunks and of everything placed in the heap,
 * in bytes: that of the largest OpenCL vector a task commonly passes. The
 * buffer itself is aligned to at least this. */
#define TKL_ALIGN 16u

/* Bytes before the slots of a frame and before the arguments of a record. */
#define TKL_FRAME_HEADER 32u
#define TKL_RECORD_HEADER 24u

/* Steps that the runtime itself provides; compiled steps follow. */
enum {
  TKL_STEP_SEGMENT_END = 0, /* the bottom of a segment was reached; 0, so that
                               the zeroed root_sentinel of the header says it */
  TKL_STEP_EXIT = 1,        /* this worker is done                            */
  TKL_STEP_CHUNK_END = 2,   /* the bottom of a chunk was reached              */
  TKL_STEP_LEAVE = 3,       /* a task that had returned waits no longer       */
  TKL_STEP_RESUME = 4,      /* root record of a kernel's force with no child  */
  TKL_STEP_FIRST = 8
};

/* What a compiled step returns: TKL_ACTION_RETURN, TKL_ACTION_FAIL, or the number
 * of the entry step that goes on in its place. */
enum {
  TKL_ACTION_RETURN = 0, /* go on with the frame below                        */
  TKL_ACTION_FAIL = 1    /* the command has failed                            */
};

/* First part: written by the host before every command. Second part: zeroed by
 * the host, then used by the device, read back by the host afterwards. */
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
  tkl_u32 reserved0[4];
  /* 64 bytes so far */
  tkl_u32 status;    /* TKL_OK or TKL_FAULT_*                                */
  tkl_u32 next_root; /* root records handed to workers so far                */
  tkl_u64 need;      /* with a fault: bytes of heap that would have done for
                        what is known so far, 0 if unknown                   */
  tkl_u64 roots;     /* low half: root records wanted; high half: root frame
                        bytes wanted, in units of TKL_ALIGN                  */
  tkl_u64 bump;      /* bytes of chunks taken from the arena                 */
  tkl_u64 free_list; /* low half: first free chunk, in units of TKL_ALIGN from
                        the start of the buffer, 0 if none; high half: tag   */
  tkl_u32 busy;      /* workers that hold work                               */
  tkl_u32 reserved1[5];
  /* 128 bytes so far */
  /* The frame below every kernel's root frame, a tkl_frame of frame.h. */
  tkl_u64 root_sentinel[8];
  tkl_u64 reserved2[8];
} tkl_heap_header; /* 256 bytes */

/* One per worker. What different parties write lies on different cache lines
 * of 64 bytes. */
typedef struct tkl_worker_block {
  tkl_u64 deque;     /* low half: tail (oldest record, thieves take it there);
                        high half: split (first private record)              */
  tkl_u64 pad0[7];
  tkl_u32 hungry;    /* set by thieves that found nothing public             */
  tkl_u32 pad1[15];
  tkl_u32 copied;    /* records that thieves have finished copying           */
  tkl_u32 pad2[15];
  /* Statistics, written once when the worker ends. */
  tkl_u64 tasks;         /* tasks run                                        */
  tkl_u64 steals;        /* records taken from other workers                 */
  tkl_u64 continuations; /* force bodies run                                 */
  tkl_u64 blocked;       /* segments left behind at a force                  */
  tkl_u64 chunks;        /* chunks this worker took from the arena           */
  /* In ticks of the cycle counter; all 0 unless has_clock. */
  tkl_u64 begin;     /* when the worker began                                */
  tkl_u64 end;       /* when it ran out of work for good                     */
  tkl_u64 searching; /* ticks between, spent on searches that found work     */
} tkl_worker_block; /* 256 bytes */

#endif
