/*===- warp.h - What the lanes of a warp do together ------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The functions that lowered everywhere statements call. They have three forms,
 * and a program gets one of them:
 *
 *   warp_group.cl     a warp is a run of consecutive work-items of a work-group,
 *                     and its lanes meet at barriers of the work-group
 *   warp_subgroup.cl  a warp is a sub-group of the device; it may go its own way,
 *                     as on GPUs, or all of a work-group go the same way
 *
 * Lanes meet in a function marked "meets": every work-item of the work-group
 * must call it, whether active or not. The number after "meets" is the cost in
 * the first form, in barriers. A value of more than 8 bytes goes in pieces,
 * each at that price.
 *
 * `active` says whether the lane runs the call in the program; the others take
 * part only for the barriers. The comment of each function says what they
 * contribute. The result is of no use to them.
 */
#ifndef TKL_WARP_H
#define TKL_WARP_H

typedef struct __tkl_warp {
  __local ulong *slots; /* first form: of this work-item's warp, 8 bytes a lane */
  __local ulong *votes; /* first form: of the work-group                        */
  uint lane;            /* of this work-item, from 0 on                         */
  uint size;            /* lanes of this warp                                   */
  uint index;           /* of this warp in the work-group                       */
  uint count;           /* warps in the work-group                              */
  uint most;            /* lanes of the largest warp                            */
} tkl_warp;

#define TKL_LANES __attribute__((always_inline))
#define TKL_WARP const __private tkl_warp

/* Words of local memory for a work-group of that many work-items: first the
 * words for votes, then 8 bytes for each work-item. If there are only votes,
 * the second part may be missing. */
#define TKL_VOTE_WORDS(items) ((items) / 8 + (items) / 64 + 4)
#define TKL_WARP_WORDS(items) ((items) + TKL_VOTE_WORDS(items))

/* Fills *w; comes before all others. `slots`: TKL_WARP_WORDS(work-items) words;
 * the second form does not use them. `width`: lanes of a warp, a power of two
 * up to 64. The second form asks the device instead; an attribute of the kernel
 * may have set the number there. */
void __tkl_warp_begin(__private tkl_warp *w, __local ulong *slots, uint width);

/* The lanes with a true predicate; it is false in inactive lanes. Meets, 2. */
ulong __tkl_warp_ballot(TKL_WARP *w, bool predicate);

/* Three ballots at once: of the lowest bits of `bits`. Only in a work-group that is
 * one warp. Meets, 2. */
void __tkl_warp_ballots(TKL_WARP *w, uint bits, __private ulong *masks);

/* Looks for two groups of lanes with equal values. *one becomes those of `lanes`
 * that have the value of the first of `leaders`, and *other those of the rest that
 * have the value of the first of the rest. `leaders` are some of `lanes`. Only in
 * a work-group that is one warp. Meets, 2. */
void __tkl_warp_two_groups(TKL_WARP *w, ulong lanes, ulong leaders, uint value,
                           __private ulong *one, __private ulong *other);

/* Whether any work-item of the work-group has a true predicate. All of them get
 * the same answer. Meets, 2. */
bool __tkl_warp_any_of_all(TKL_WARP *w, bool predicate);

/* A visit of an everywhere block. Lanes that have come to it say `reached`; all
 * others take part, too. It has the form of a loop, so that every condition
 * around a barrier leads back to that condition:
 *
 *   __tkl_warp_arrive(w, reached);
 *   for (uint turn = 1; __tkl_warp_enter(w, reached, turn); turn = 2) {
 *     ulong mask = __tkl_warp_visitors(w, reached);
 *     the body, for lanes whose mask is not 0; then `reached` is false
 *     __tkl_warp_leave(w);
 *   }
 *
 * The loop runs once, or not at all if no lane has reached it. What was written
 * to memory before the visit is visible in the visit, and what was written in
 * the visit is visible after it. Meets, 1. */
void __tkl_warp_arrive(TKL_WARP *w, bool reached);
/* Whether the body is to be run; the same answer for all. Meets, 1. */
bool __tkl_warp_enter(TKL_WARP *w, bool reached, uint turn);
/* The lanes of this warp that have come. Call it right after enter. */
ulong __tkl_warp_visitors(TKL_WARP *w, bool reached);
/* Meets, 1: all lanes return through one block, which is stronger than one
 * edge. */
void __tkl_warp_leave(TKL_WARP *w);

/* The value of that lane, whether it is active or not; if there is no such
 * lane, the caller's own value. Meets, 2. */
ulong __tkl_warp_shuffle(TKL_WARP *w, ulong value, uint lane);

/* Those of `lanes`, the active lanes, that have the same value. Meets, 2. */
ulong __tkl_warp_match(TKL_WARP *w, ulong lanes, ulong value);

/* Reductions and scans over the active lanes, in the order of the lanes. Values
 * of less than 8 bytes are widened before the call: integers by sign or zero,
 * half to float. `identity` is the result of an exclusive scan in the first
 * active lane. `cluster` is a power of two: each run of that many lanes is
 * reduced by itself; the last run of a warp may be shorter. Each of them meets,
 * 2. */
#define TKL_DECLARE_FOLD(type, suffix)                                         \
  type __tkl_warp_reduce_##suffix(TKL_WARP *w, bool active, type value);       \
  type __tkl_warp_scan_inclusive_##suffix(TKL_WARP *w, bool active,            \
                                          type value);                         \
  type __tkl_warp_scan_exclusive_##suffix(TKL_WARP *w, bool active,            \
                                          type value, type identity);

/* X(type, suffix, operation, its neutral value) */
#define TKL_FOLDS_OF_INTEGERS(X)                                               \
  X(long, add_i64, TKL_ADD, 0)                                                 \
  X(long, min_i64, min, LONG_MAX)                                              \
  X(long, max_i64, max, LONG_MIN)                                              \
  X(ulong, min_u64, min, ULONG_MAX)                                            \
  X(ulong, max_u64, max, 0)                                                    \
  X(long, mul_i64, TKL_MUL, 1)                                                 \
  X(long, and_i64, TKL_AND, -1)                                                \
  X(long, or_i64, TKL_OR, 0)                                                   \
  X(long, xor_i64, TKL_XOR, 0)
/* -0.0 and not 0.0: the sum of -0.0 and 0.0 is 0.0. fmin and fmax drop a NaN.
 * */
#define TKL_FOLDS_OF_FLOATS(X)                                                 \
  X(float, add_f32, TKL_ADD, -0.0f)                                            \
  X(float, min_f32, fmin, NAN)                                                 \
  X(float, max_f32, fmax, NAN)                                                 \
  X(float, mul_f32, TKL_MUL, 1.0f)
#define TKL_FOLDS_OF_DOUBLES(X)                                                \
  X(double, add_f64, TKL_ADD, -0.0)                                            \
  X(double, min_f64, fmin, (double)NAN)                                        \
  X(double, max_f64, fmax, (double)NAN)                                        \
  X(double, mul_f64, TKL_MUL, 1.0)
#define TKL_ADD(a, b) ((a) + (b))
#define TKL_MUL(a, b) ((a) * (b))
#define TKL_AND(a, b) ((a) & (b))
#define TKL_OR(a, b) ((a) | (b))
#define TKL_XOR(a, b) ((a) ^ (b))

#define TKL_DECLARE(type, suffix, op, neutral) TKL_DECLARE_FOLD(type, suffix)
TKL_FOLDS_OF_INTEGERS(TKL_DECLARE)
TKL_FOLDS_OF_FLOATS(TKL_DECLARE)
#ifdef cl_khr_fp64
TKL_FOLDS_OF_DOUBLES(TKL_DECLARE)
#endif

/* sub_group_barrier(flags): meets, 1. Fences local, global and image memory,
 * whatever the flags are. Translators to SPIR-V take only constant flags, and
 * without optimisation an argument is not constant. */
void __tkl_warp_barrier(TKL_WARP *w, uint flags);
#define TKL_ALL_FENCES 7

#endif
