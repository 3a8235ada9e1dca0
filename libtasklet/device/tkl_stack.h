/*===- tkl_stack.h - The way of spawns to a failure ----------------- C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * A program that is compiled with --check=stack knows for each task which spawn
 * has made it. This file is compiled as OpenCL C (device runtime, stack.cl) and
 * as C++ (host library, heap/StackPath.h).
 *
 * Each place that spawns has a number from 1 on, by which the manifest names it.
 */
#ifndef TKL_STACK_H
#define TKL_STACK_H

#include "tkl_abi.h"

/* How a task came to be. It is at the end of the headers of records and frames. */
typedef struct tkl_way {
  tkl_u32 place; /* of the spawn; 0: it is no task but the body of a kernel      */
  tkl_u32 item;  /* of a kernel's work-item, or a task that one has spawned: its
                    linear number, without the offset, and 1. 0: of others      */
  /* The task may have handed its place over to one that it spawned as its last
     act, and that one likewise. */
  tkl_u32 tail;  /* place of the last of these spawns; 0: there was none        */
  tkl_u32 tails; /* how many there were                                         */
} tkl_way;

/* `times` tasks, each spawned by the next one, that came to be in one way. */
typedef struct tkl_stack_entry {
  tkl_way way;
  tkl_u32 times;
  tkl_u32 reserved;
} tkl_stack_entry; /* 24 bytes */

#define TKL_STACK_ENTRIES 32u

/* The host zeroes it before every command. The first worker, or work-item, whose
 * failure is the command's writes it. */
typedef struct tkl_stack_path {
  tkl_u64 taken; /* who has failed: the number of the worker, and 1; 0: nobody  */
  tkl_u32 count; /* entries of the whole way                                    */
  tkl_u32 reserved;
  tkl_stack_entry first[TKL_STACK_ENTRIES]; /* from the failing task on         */
  /* The entries that follow, number i at i % TKL_STACK_ENTRIES. */
  tkl_stack_entry last[TKL_STACK_ENTRIES];
} tkl_stack_path; /* 1552 bytes */

#endif
