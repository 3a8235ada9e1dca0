//===- Prelude.cpp - What each generated program begins with --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "code/Prelude.h"

namespace tasklet::kite {

static const char Common[] = R"(#pragma OPENCL FP_CONTRACT OFF

typedef char unit; // the value of ()

// The index, if it is one.
__attribute__((always_inline))
static long kite_index(long index, ulong length, __constant char *message) {
  if ((ulong)index >= length)
    tkl_fail(message, index, length);
  return index;
}

// Memory for n elements.
static __global void *kite_new(long n, ulong size, __constant char *message) {
  if (n < 0 || n > INT_MAX)
    tkl_fail(message, n, 0);
  return tkl_alloc(n * size);
}

static long kite_product(long a, long b, __constant char *message) {
  if (b < 0 || b > INT_MAX)
    tkl_fail(message, b, 0);
  return a * b;
}

// How many elements a task does in a row.
static int kite_block(ulong length, uint largest, uint blocks) {
  return (int)clamp(length / blocks, 1ul, (ulong)largest);
}

// A character inside of another value: a literal.
static void kite_print_char(tkl_print out, char c) {
  __constant char *digits = "0123456789abcdef";
  tkl_print_char(out, '\'');
  char escaped = c == '\n' ? 'n' : c == '\t' ? 't' : c == '\r' ? 'r'
                 : c == '\0' ? '0' : c == '\'' || c == '\\' ? c : 0;
  if (escaped) {
    tkl_print_char(out, '\\');
    tkl_print_char(out, escaped);
  } else if (c >= ' ' && c <= '~') {
    tkl_print_char(out, c);
  } else {
    tkl_print_char(out, '\\');
    tkl_print_char(out, 'x');
    tkl_print_char(out, digits[c >> 4 & 15]);
    tkl_print_char(out, digits[c & 15]);
  }
  tkl_print_char(out, '\'');
}

// Values that contain others are printed from a stack of places.
typedef struct kite_tree {
  __global struct kite_tree *below;
  __global const void *value;
  ulong step;
  uint number;
  uint depth;
} kite_tree;

static __global kite_tree *kite_push(__global kite_tree *below, uint number,
                                     __global const void *value, ulong step) {
  __global kite_tree *top = (__global kite_tree *)tkl_alloc(sizeof(kite_tree));
  top->below = below;
  top->value = value;
  top->step = step;
  top->number = number;
  top->depth = below ? below->depth + 1 : 1;
  return top;
}

)";

/// For critical sections.
static const char Locks[] =
    R"(// The lock of an array: an entry of a table that all tasks of the command share.
// Entries are found by their distance from the start of the table, in units of
// 16 bytes, since OpenCL C 1.2 has atomic operations on 32 bits only.
typedef struct kite_entry {
  __global void *of;
  tkl_semaphore semaphore;
  uint next;
} kite_entry;

static __global tkl_semaphore *kite_lock(__global void *of) {
  __global char *base = (__global char *)tkl_command_area();
  volatile __global uint *table = (volatile __global uint *)base;
  if (*table == 0) {
    uint made = ((__global char *)tkl_alloc(1024 * sizeof(uint)) - base) >> 4;
    atomic_cmpxchg(table, 0, made);
  }
  uint hash = (uint)((ulong)of >> 4) * 2654435761u >> 22;
  volatile __global uint *bucket =
      (volatile __global uint *)(base + ((ulong)*table << 4)) + hash;
  __global kite_entry *mine = 0;
  for (;;) {
    uint first = *bucket;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    for (uint at = first; at != 0;) {
      __global kite_entry *entry =
          (__global kite_entry *)(base + ((ulong)at << 4));
      if (entry->of == of)
        return &entry->semaphore;
      at = entry->next;
    }
    if (mine == 0) {
      mine = (__global kite_entry *)tkl_alloc(sizeof(kite_entry));
      mine->of = of;
      tkl_release(&mine->semaphore); // it is free
    }
    mine->next = first;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    if (atomic_cmpxchg(bucket, first, ((__global char *)mine - base) >> 4) ==
        first)
      return &mine->semaphore;
  }
}

)";

std::string preludeFor(bool HasLocks) {
  return std::string(Common) + (HasLocks ? Locks : "");
}

} // namespace tasklet::kite
