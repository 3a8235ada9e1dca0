// Words that programs use for macros mean nothing in <tasklet/everywhere.clh>.
// RUN: python3 %S/Inputs/macros-of-words.py %S/../../../headers/tasklet/everywhere.clh > %t.h
// RUN: FileCheck --input-file=%t.h %s
// RUN: %clang -target spir64 -fplugin=%plugin -Wall -Wextra -Werror -include %t.h -fsyntax-only %s
// RUN: %taskletc -cl-std=CL2.0 -DMACROS='"%t.h"' -o %t.bc %s
// CHECK-DAG: #define n ]not this[
// CHECK-DAG: #define add ]not this[
// CHECK-DAG: #define T ]not this[
#ifdef MACROS
#include MACROS
#endif
#define min(one, other) ((one) < (other) ? (one) : (other))
#define max(one, other) ((one) > (other) ? (one) : (other))
#include <tasklet/everywhere.clh>

__kernel void own(__global int *__restrict to, __global const int *of,
                  __global const uint *__restrict at_, __local float *part_of,
                  __constant char *text, __global uint *hash, uint how_many) {
  ew_copy(to, of, how_many);
  ew_fill(part_of, 1.0f, how_many);
  ew_gather(to, of, at_, how_many);
  *to = ew_reduce_add(of, how_many);
  *part_of =
      ew_reduce_min(part_of, how_many) + ew_reduce_max(part_of, how_many);
  ew_scan_inclusive_add(to, of, how_many);
  ew_scan_exclusive_add(part_of, part_of, how_many);
  ew_sort(to, how_many);
  *to += ew_find(of, how_many, 7) + ew_lower_bound(of, how_many, 8);
  *to += ew_compare(to, of, how_many);
  *to += ew_string_compare(text, text, how_many);
  *hash = ew_hash_find(hash, how_many, 3) + ew_hash_insert(hash, how_many, 4);
}
