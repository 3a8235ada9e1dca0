/*===- fake.cl - What a compiler could have made ---------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Stands for a compiled program with tasks, so that the host side can be
 * tested without a compiler: kernels with the hidden argument, and a dispatch
 * kernel that runs what they leave in the arena. A task here computes
 * out[index] = scale * index * index.
 */
#include "tkl_abi.h"

typedef struct {
  __global int *out;
  uint index;
  int scale;
} record;

__kernel void squares(__global int *out, int scale, __global char *buffer) {
  __global tkl_heap_header *heap = (__global tkl_heap_header *)buffer;
  /* A scale below 0 asks for a command that fails as if memory had run out. */
  if (scale < 0) {
    heap->need = (100u << 20) + heap->apart;
    heap->status = TKL_FAULT_CHUNKS;
    return;
  }
  uint slot = atomic_inc((__global uint *)&heap->roots);
  __global record *place =
      (__global record *)(buffer + heap->arena_offset) + slot;
  place->out = out;
  place->index = get_global_id(0);
  place->scale = scale;
}

static void run_roots(__global char *buffer, uint worker) {
  __global tkl_heap_header *heap = (__global tkl_heap_header *)buffer;
  __global tkl_worker_block *block =
      (__global tkl_worker_block *)(heap + 1) + worker;
  if (heap->status != TKL_OK)
    return;
  uint roots = (uint)heap->roots;
  __global record *records = (__global record *)(buffer + heap->arena_offset);
  for (uint i; (i = atomic_inc(&heap->next_root)) < roots; ++block->tasks)
    records[i].out[records[i].index] =
        records[i].scale * (int)(records[i].index * records[i].index);
}

/* As squares with ten work-items, whatever its range. It runs the workers itself
 * if the host says so. */
__kernel void ten(__global int *out, int scale, __global char *buffer) {
  __global tkl_heap_header *heap = (__global tkl_heap_header *)buffer;
  if (!heap->one_launch || atomic_xchg(&heap->claimed, 1) == 0) {
    for (uint i = 0; i < 10; ++i) {
      __global record *place =
          (__global record *)(buffer + heap->arena_offset) +
          atomic_inc((__global uint *)&heap->roots);
      place->out = out;
      place->index = i;
      place->scale = scale;
    }
    if (!heap->one_launch)
      return;
    atomic_xchg(&heap->placed, 1);
  }
  while (atomic_or(&heap->placed, 0) == 0)
    ;
  run_roots(buffer, get_global_id(0));
}

__kernel void plain(__global int *out) { out[get_global_id(0)] = 7; }

__kernel void __tkl_dispatch(__global char *buffer) {
  run_roots(buffer, get_global_id(0));
}
