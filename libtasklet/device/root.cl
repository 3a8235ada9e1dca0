/*===- root.cl - What kernels that spawn call ------------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * A kernel's work-items only put root records, and root frames if they force,
 * into the arena. The workers run them afterwards. One word counts
 * both, so that a single atomic tells whether they still fit. If they do not
 * fit, the counting goes on: the host then learns how much was wanted.
 */
#include "atomics.h"
#include "frame.h"
#include "slow.h"
#include "stack.h"

/* The linear number of the work-item that asks, without the offset, and 1. */
static uint __tkl_serve_work_item(void) {
  ulong number = 0;
  for (uint i = 3; i-- != 0;)
    number = number * get_global_size(i) + get_global_id(i) -
             get_global_offset(i);
  return (uint)number + 1;
}

/* Whether as many records and frames as `now` counts fit into the arena. */
static bool __tkl_root_fits(__global tkl_heap_header *heap, ulong now) {
  ulong need = __tkl_records_end(heap, (uint)now) + (now >> 32) * TKL_ALIGN;
  if (need <= heap->size)
    return true;
  /* Relaxed: workers read it afterwards, and the end of a kernel, or of its only
   * work-item (__tkl_end_root), orders more. */
  __tkl_atomic_set_u32(&heap->status, TKL_FAULT_ROOTS);
  return false;
}

static __global tkl_record *__tkl_root_record(__global tkl_heap_header *heap) {
  /* Relaxed, here and in __tkl_root_frame: each work-item gets other bytes, and
   * workers read the records afterwards. */
  ulong now = __tkl_atomic_count_u64(&heap->roots, 1) + 1;
  ulong slot = heap->workers + (uint)now - 1;
  if (!__tkl_root_fits(heap, now))
    slot = 0; /* An inbox. Workers will end at once. */
  return (__global tkl_record *)((__global char *)heap + heap->arena_offset +
                                 slot * __tkl_record_size());
}

/* Like __tkl_spawn. `frame` is the work-item's root frame or null. */
__global char *__tkl_root_spawn(__global char *heap, uint task,
                                __global char *frame, __global char *ret) {
  __global tkl_record *record =
      __tkl_root_record((__global tkl_heap_header *)heap);
  record->task = task;
  record->frame = (__global tkl_frame *)frame;
  record->ret = ret;
  return (__global char *)record;
}

/* A frame for a work-item that may force; null if the command has failed. */
__global char *__tkl_root_frame(__global char *buffer, uint size) {
  __global tkl_heap_header *heap = (__global tkl_heap_header *)buffer;
  ulong units = (size + TKL_ALIGN - 1) / TKL_ALIGN;
  ulong now = __tkl_atomic_count_u64(&heap->roots, units << 32) + (units << 32);
  if (!__tkl_root_fits(heap, now))
    return 0;
  __global tkl_frame *frame =
      (__global tkl_frame *)(buffer + heap->size - (now >> 32) * TKL_ALIGN);
  frame->pending = 0;
  frame->join = 0;
  frame->segment = 0;
  frame->prev = (__global tkl_frame *)heap->root_sentinel;
  frame->ret = 0;
#ifdef TKL_STACK
  tkl_way way = {0, __tkl_serve_work_item(), 0, 0};
  frame->way = way;
  frame->step = TKL_STEP_LEAVE; /* TKL_KEEP_WAY says why. */
#endif
  return (__global char *)frame;
}

/* The same in a kernel with everywhere blocks. Its work-items must all go on to
 * where they meet, so the result is never null. If the command has failed, they
 * share a frame that is never read; the host makes sure that the arena has room
 * for one. */
__global char *__tkl_root_frame_to_meet(__global char *buffer, uint size) {
  __global char *frame = __tkl_root_frame(buffer, size);
  __global tkl_heap_header *heap = (__global tkl_heap_header *)buffer;
  ulong units = (size + TKL_ALIGN - 1) / TKL_ALIGN;
  return frame ? frame : buffer + heap->size - units * TKL_ALIGN;
}

/* A kernel that runs the workers itself (passes/tasks/RunsWorkers.h). Plain: the
 * host wrote it before the kernel. */
bool __tkl_in_one_launch(__global char *buffer) {
  return ((__global tkl_heap_header *)buffer)->one_launch != 0;
}

/* Whether this worker is to run the kernel's only work-item. Relaxed: nothing is
 * read that another worker has written. */
bool __tkl_claim_root(__global char *buffer) {
  return __tkl_atomic_swap_u32(
             &((__global tkl_heap_header *)buffer)->claimed, 1) == 0;
}

/* Release: the roots, for __tkl_await_root. */
void __tkl_end_root(__global char *buffer) {
  __tkl_atomic_store_u32(&((__global tkl_heap_header *)buffer)->placed, 1);
}

/* The worker that has claimed the work-item has begun, so it will end. Acquire:
 * what it wrote. With less, a worker could find fewer roots than there are. */
void __tkl_await_root(__global char *buffer) {
  while (__tkl_atomic_load_u32(
             &((__global tkl_heap_header *)buffer)->placed) == 0)
    ;
}

/* Ends a work-item at a force. No task runs yet, so the counter can simply be
 * set. If there is nothing to wait for, a root record stands for the frame
 * itself. */
void __tkl_root_suspend(__global char *heap, __global char *buffer, uint step,
                        uint children) {
  __global tkl_frame *frame = (__global tkl_frame *)buffer;
  frame->step = step;
  frame->join = (int)children;
  if (children != 0)
    return;
  __global tkl_record *record =
      __tkl_root_record((__global tkl_heap_header *)heap);
  record->task = TKL_STEP_RESUME;
  record->frame = frame;
  record->ret = 0;
}
