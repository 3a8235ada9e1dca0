/*===- builtins.c - Functions of OpenCL C for the simulation ------*- C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * What the programs call, by the names that clang gives these functions. It is
 * compiled into each program, so its time and its accesses are counted as well.
 * A function that is missing is an error when the program is made.
 */
#include "Hooks.h"

#define BUILTIN(name) __asm__(name)

/* A worker is a work-item of one dimension, and a work-group. */
unsigned long get_global_id(unsigned) BUILTIN("_Z13get_global_idj");
unsigned long get_global_id(unsigned dimension) {
  return dimension ? 0 : TKL_SCALE_WORKER();
}

int min_int(int, int) BUILTIN("_Z3minii");
int min_int(int a, int b) { return a < b ? a : b; }
int max_int(int, int) BUILTIN("_Z3maxii");
int max_int(int a, int b) { return a > b ? a : b; }
double fma_double(double, double, double) BUILTIN("_Z3fmaddd");
double fma_double(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}

int atomic_inc_int(volatile int *) BUILTIN("_Z10atomic_incPU3AS1Vi");
int atomic_inc_int(volatile int *at) {
  return __atomic_fetch_add(at, 1, __ATOMIC_RELAXED);
}
unsigned atomic_inc(volatile unsigned *) BUILTIN("_Z10atomic_incPU3AS1Vj");
unsigned atomic_inc(volatile unsigned *at) {
  return __atomic_fetch_add(at, 1, __ATOMIC_RELAXED);
}
unsigned atomic_add(volatile unsigned *, unsigned)
    BUILTIN("_Z10atomic_addPU3AS1Vjj");
unsigned atomic_add(volatile unsigned *at, unsigned value) {
  return __atomic_fetch_add(at, value, __ATOMIC_RELAXED);
}
int atomic_cmpxchg(volatile int *, int, int)
    BUILTIN("_Z14atomic_cmpxchgPU3AS1Viii");
int atomic_cmpxchg(volatile int *at, int expected, int wanted) {
  __atomic_compare_exchange_n(at, &expected, wanted, 0, __ATOMIC_RELAXED,
                              __ATOMIC_RELAXED);
  return expected;
}
