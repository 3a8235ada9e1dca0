/*===- services.cl - Functions for tasks ------------------------ OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * What the program calls as tkl_alloc, tkl_fail, tkl_print_... and
 * tkl_command_area (docs/language.md, "Functions for tasks"). tkl-services makes
 * these calls of the program's, with the worker's `cold` as first argument: it
 * never changes, so the worker itself stays in registers (slow.h). A program that
 * calls none of them has nothing of this file: all its functions but
 * __tkl_services_of begin with `__tkl_serve_`, and DeviceRuntime.cpp removes
 * those that are not called.
 *
 * After a failure `leaving` is set. The code that tkl-services puts behind a
 * call then ends the step, so that nobody goes on with a null pointer.
 */
#include "atomics.h"
#include "frame.h"
#include "slow.h"
#include "stack.h"

TKL_FAST char *__tkl_services_of(tkl_worker *w) { return (char *)w->cold; }

#ifndef TKL_TRACE /* That part is for workers. */
typedef char
    __tkl_check_state[sizeof(tkl_cold) <= TKL_KERNEL_STATE ? 1 : -1];
#endif

/* The same for a work-item of a kernel, which may only assert. If one has failed,
 * others may leave early, too. */
void __tkl_serve_in_kernel(char *c, __global char *heap) {
  tkl_cold *cold = (tkl_cold *)c;
  cold->heap = (__global tkl_heap_header *)heap;
  cold->id = 0;
  cold->deque = 0; /* It is no worker. */
  cold->tasks = __tkl_serve_work_item();
#ifdef TKL_STACK
  tkl_way way = {0, __tkl_serve_work_item(), 0, 0};
  cold->way = way;
  cold->below = 0;
#endif
}

static TKL_FAST __global tkl_worker_block *__tkl_serve_block(tkl_cold *cold) {
  return (__global tkl_worker_block *)(cold->heap + 1) + cold->id;
}

/* Whether the running step must end. */
TKL_FAST uint __tkl_serve_left(char *c) {
  return __tkl_serve_block((tkl_cold *)c)->leaving;
}

/*===----------------------------------------------------------------------===*
 * Memory
 *===----------------------------------------------------------------------===*/

/* There is no memory for `bytes`, which a heap of `need` bytes would have had;
 * 0: that is not known. */
static __global char *__tkl_serve_short(tkl_cold *cold, ulong bytes,
                                        ulong need) {
  __tkl_serve_block(cold)->leaving = 1;
  if (!TKL_FIRST_FAILURE(cold))
    return 0;
  /* Release, here and below, though relaxed would do: nobody but the host reads
   * them. */
  if (need != 0)
    __tkl_atomic_store_u64(&cold->heap->need, need);
  __tkl_atomic_store_u64(&__tkl_shared(cold)->wanted, bytes == 0 ? 1 : bytes);
  __tkl_fail(cold->heap, TKL_FAULT_CHUNKS);
  return 0;
}

static __global char *__tkl_serve_zeroed(__global char *memory, ulong bytes) {
  __global ulong *units = (__global ulong *)memory;
  for (ulong i = 0; i < bytes / 8; ++i)
    units[i] = 0;
  return memory;
}

/* Any object, or array of them, of that size: its size is a multiple of its
 * alignment, and no type of OpenCL has more than 128. */
static ulong __tkl_serve_alignment(ulong bytes) {
  ulong power = bytes & -bytes;
  return power < 16 ? 16 : power > 128 ? 128 : power;
}

static TKL_SLOW __global char *__tkl_serve_large(tkl_cold *cold, ulong bytes) {
  __global tkl_heap_header *heap = cold->heap;
  ulong roots = heap->roots;
  ulong begin = __tkl_records_end(heap, cold->roots);
  ulong end = heap->size - (roots >> 32) * TKL_ALIGN;
  /* Such a size is not even counted, so that `bump` cannot overflow. */
  if (bytes > heap->size)
    return __tkl_serve_short(
        cold, bytes, begin + (bytes < 1ul << 62 ? bytes : 1ul << 62));
  ulong alignment = __tkl_serve_alignment(bytes);
  bytes = (bytes + 63) & ~63ul;
  /* What `bump` counts is a multiple of 64. */
  ulong counted = alignment > 64 ? bytes + 64 : bytes;
  /* Relaxed: as in __tkl_new_chunks. */
  ulong at = begin + __tkl_atomic_count_u64(&heap->bump, counted);
  if (at + counted > end)
    return __tkl_serve_short(cold, bytes, 0);
  at = (at + alignment - 1) & ~(alignment - 1);
  return __tkl_serve_zeroed((__global char *)heap + at, bytes);
}

static TKL_SLOW bool __tkl_serve_refill(tkl_cold *cold) {
  tkl_worker w;
  w.cold = cold; /* All that it needs. */
  uint chunk = __tkl_chunk_alloc(&w);
  if (chunk == 0)
    return false;
  __global tkl_worker_block *block = __tkl_serve_block(cold);
  /* The first bytes stay as they are: a worker that looks at the list may still
   * read the chunk's link. */
  block->pool = (ulong)chunk * TKL_ALIGN + TKL_ALIGN;
  block->pool_end = (ulong)chunk * TKL_ALIGN + cold->heap->chunk_size;
  return true;
}

static __global char *__tkl_serve_any(tkl_cold *cold, ulong bytes) {
  __global tkl_heap_header *heap = cold->heap;
  if (bytes > heap->chunk_size / 16)
    return __tkl_serve_large(cold, bytes);
  __global tkl_worker_block *block = __tkl_serve_block(cold);
  ulong rounded = bytes == 0 ? 16 : (bytes + 15) & ~15ul;
  ulong alignment = __tkl_serve_alignment(rounded);
  ulong at = (block->pool + alignment - 1) & ~(alignment - 1);
  if (at + rounded > block->pool_end) {
    if (!__tkl_serve_refill(cold))
      return __tkl_serve_short(cold, bytes, 0);
    at = (block->pool + alignment - 1) & ~(alignment - 1);
  }
  __global char *memory = (__global char *)heap + at;
  block->pool = at + rounded;
  return __tkl_serve_zeroed(memory, rounded);
}

/* Null: the command has failed. */
__global char *__tkl_serve_alloc(char *c, ulong bytes) {
  return __tkl_serve_any((tkl_cold *)c, bytes);
}

__global char *__tkl_serve_command_area(char *c) {
  return (__global char *)__tkl_shared((tkl_cold *)c)->area;
}

/*===----------------------------------------------------------------------===*
 * Failures
 *===----------------------------------------------------------------------===*/

void __tkl_serve_fail(char *c, __constant const char *text, long a, long b) {
  tkl_cold *cold = (tkl_cold *)c;
  __global tkl_services *shared = __tkl_shared(cold);
  __tkl_serve_block(cold)->leaving = 1;
  if (!TKL_FIRST_FAILURE(cold))
    return;
  /* Needs no order: the host reads what the winner writes. */
  if (__tkl_atomic_swap_u32(&shared->failing, 1) == 0) {
    uint i = 0;
    for (; text && i < TKL_TEXT_SIZE - 1 && text[i] != 0; ++i)
      shared->text[i] = text[i];
    shared->text[i] = 0;
    shared->values[0] = (ulong)a;
    shared->values[1] = (ulong)b;
  }
  __tkl_fail(cold->heap, TKL_FAULT_PROGRAM);
}

/* The text after `used` bytes, less what there is no room for. `rest` bytes are
 * for others. Returns how many are used then. */
static uint __tkl_serve_part(__global tkl_services *shared, uint used,
                             uint rest, __constant const char *text) {
  for (; used < TKL_TEXT_SIZE - 1 - rest && *text != 0; ++text)
    shared->text[used++] = *text;
  shared->text[used++] = 0;
  return used;
}

/* The condition of a tkl_assert is false. */
void __tkl_serve_assert(char *c, __constant const char *place,
                        __constant const char *function,
                        __constant const char *condition) {
  tkl_cold *cold = (tkl_cold *)c;
  __global tkl_services *shared = __tkl_shared(cold);
  __tkl_serve_block(cold)->leaving = 1;
  if (!TKL_FIRST_FAILURE(cold))
    return;
  if (__tkl_atomic_swap_u32(&shared->failing, 1) == 0) { /* as above */
    uint used = __tkl_serve_part(shared, 0, TKL_TEXT_SIZE / 2, place);
    used = __tkl_serve_part(shared, used, TKL_TEXT_SIZE / 4, function);
    __tkl_serve_part(shared, used, 0, condition);
    shared->values[0] = cold->deque ? 0 : cold->tasks;
  }
  __tkl_fail(cold->heap, TKL_FAULT_ASSERT);
}

/*===----------------------------------------------------------------------===*
 * Prints
 *===----------------------------------------------------------------------===*/

#define TKL_FIRST_BLOCK 96u  /* bytes of items: most prints are short */
#define TKL_LATER_BLOCK 480u /* ... and those that are not, are longer */

static ulong __tkl_serve_offset(tkl_cold *cold, __global void *p) {
  return (ulong)((__global char *)p - (__global char *)cold->heap);
}

/* The block that is being filled, with room for a byte; null if there is none:
 * the print has ended, or the command has failed. */
static __global tkl_print_block *__tkl_serve_room(tkl_cold *cold,
                                                  __global char *p) {
  __global tkl_print *print = (__global tkl_print *)p;
  if (!print || print->last == 0)
    return 0;
  __global tkl_print_block *last =
      (__global tkl_print_block *)((__global char *)cold->heap + print->last);
  if (last->used < last->capacity)
    return last;
  __global tkl_print_block *next = (__global tkl_print_block *)__tkl_serve_any(
      cold, sizeof(tkl_print_block) + TKL_LATER_BLOCK);
  if (!next)
    return 0;
  next->capacity = TKL_LATER_BLOCK;
  last->next = print->last = __tkl_serve_offset(cold, next);
  return next;
}

static TKL_SLOW void __tkl_serve_item(tkl_cold *cold, __global char *p,
                                      uint tag, ulong value, uint bytes) {
  for (uint i = 0; i <= bytes; ++i) {
    __global tkl_print_block *block = __tkl_serve_room(cold, p);
    if (!block)
      return;
    __global uchar *items = (__global uchar *)(block + 1);
    items[block->used++] = (uchar)(i == 0 ? tag : value);
    if (i != 0)
      value >>= 8;
  }
}

__global char *__tkl_serve_print_begin(char *c) {
  tkl_cold *cold = (tkl_cold *)c;
  __global tkl_print *print = (__global tkl_print *)__tkl_serve_any(
      cold, sizeof(tkl_print) + sizeof(tkl_print_block) + TKL_FIRST_BLOCK);
  if (!print)
    return 0;
  __global tkl_print_block *first = (__global tkl_print_block *)(print + 1);
  first->capacity = TKL_FIRST_BLOCK;
  print->last = __tkl_serve_offset(cold, first);
  return (__global char *)print;
}

void __tkl_serve_print_text(char *c, __global char *p,
                            __constant const char *text) {
  tkl_cold *cold = (tkl_cold *)c;
  if (!text)
    return;
  __tkl_serve_item(cold, p, TKL_PRINT_TEXT, 0, 0);
  for (bool more = true; more; ++text) {
    __global tkl_print_block *block = __tkl_serve_room(cold, p);
    if (!block)
      return;
    more = *text != 0;
    ((__global char *)(block + 1))[block->used++] = *text;
  }
}

void __tkl_serve_print_int(char *c, __global char *p, long value) {
  __tkl_serve_item((tkl_cold *)c, p, TKL_PRINT_INT, (ulong)value, 8);
}
void __tkl_serve_print_uint(char *c, __global char *p, ulong value) {
  __tkl_serve_item((tkl_cold *)c, p, TKL_PRINT_UINT, value, 8);
}
static uint __tkl_serve_bits(float value) {
  union {
    float value;
    uint bits;
  } of;
  of.value = value;
  return of.bits;
}
void __tkl_serve_print_half(char *c, __global char *p, float value) {
  __tkl_serve_item((tkl_cold *)c, p, TKL_PRINT_HALF, __tkl_serve_bits(value), 4);
}
void __tkl_serve_print_float(char *c, __global char *p, float value) {
  __tkl_serve_item((tkl_cold *)c, p, TKL_PRINT_FLOAT, __tkl_serve_bits(value), 4);
}
void __tkl_serve_print_double(char *c, __global char *p, double value) {
  union {
    double value;
    ulong bits;
  } of;
  of.value = value;
  __tkl_serve_item((tkl_cold *)c, p, TKL_PRINT_DOUBLE, of.bits, 8);
}
void __tkl_serve_print_bool(char *c, __global char *p, int value) {
  __tkl_serve_item((tkl_cold *)c, p, value ? TKL_PRINT_TRUE : TKL_PRINT_FALSE,
                   0, 0);
}
void __tkl_serve_print_char(char *c, __global char *p, int value) {
  __tkl_serve_item((tkl_cold *)c, p, TKL_PRINT_CHAR, (uchar)value, 1);
}

void __tkl_serve_print_end(char *c, __global char *p) {
  tkl_cold *cold = (tkl_cold *)c;
  __global tkl_print *print = (__global tkl_print *)p;
  /* A print that could not be completed is none. */
  if (!print || print->last == 0 || __tkl_serve_left(c))
    return;
  print->last = 0;
  /* Needs no order: the host reads the list when all workers have ended. */
  print->older = __tkl_atomic_swap_u64(&__tkl_shared(cold)->prints,
                                       __tkl_serve_offset(cold, print));
}
