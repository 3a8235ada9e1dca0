/*===- warp.h - What the lanes of a warp do together ------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * What lowered everywhere statements call. There are two forms of these
 * functions, of which a program gets one:
 *
 *   warp_group.cl     a warp is a run of consecutive work-items of a work-group,
 *                     and its lanes meet at barriers of the work-group
 *   warp_subgroup.cl  a warp is a sub-group of the device
 *
 * A function marked "meets" is one in which lanes meet: every work-item of the
 * work-group must call it, whether active or not. What it costs is written behind
 * it for the first form, as barriers; a value of more than 8 bytes goes in pieces,
 * each at that price.
 *
 * `active` says whether the lane runs the call in the program; the others take
 * part for the sake of the barriers. What each of those contributes is said at
 * the function. What it gets is of no use to it.
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

/* Words of local memory for a work-group of so many work-items: what votes need, then
 * 8 bytes for each, which may be missing where there are nothing but votes. */
#define TKL_VOTE_WORDS(items) ((items) / 8 + (items) / 64 + 4)
#define TKL_WARP_WORDS(items) ((items) + TKL_VOTE_WORDS(items))

/* Fills *w; before all others. `slots`: TKL_WARP_WORDS(work-items) words, not used by
 * the second form. `width`: lanes of a warp, a power of two and at most 64; the second
 * form asks the device, which may have been told by an attribute of the kernel. */
void __tkl_warp_begin(__private tkl_warp *w, __local ulong *slots, uint width);

/* Lanes with a true predicate; inactive lanes have none. Meets, 2. */
ulong __tkl_warp_ballot(TKL_WARP *w, bool predicate);

/* Whether any work-item of the work-group has a true predicate: the same answer
 * for all of them. Meets, 2. */
bool __tkl_warp_any_of_all(TKL_WARP *w, bool predicate);

/* A visit of an everywhere block: those who have come to it say `reached`, all
 * others take part, too. Its form is that of a loop, so that no barrier is under
 * a condition that does not come back to it:
 *
 *   __tkl_warp_arrive(w, reached);
 *   for (uint turn = 1; __tkl_warp_enter(w, reached, turn); turn = 2) {
 *     ulong mask = __tkl_warp_visitors(w, reached);
 *     the body, for lanes whose mask is not 0; then `reached` is false
 *     __tkl_warp_leave(w);
 *   }
 *
 * which is run once or, if nobody has reached it, not at all. What was written to
 * memory before the visit is seen in it, and what was written in it behind it.
 * Meets, 1. */
void __tkl_warp_arrive(TKL_WARP *w, bool reached);
/* Whether the body is to be run; the same answer for all. Meets, 1. */
bool __tkl_warp_enter(TKL_WARP *w, bool reached, uint turn);
/* The lanes of this warp that have come. Next to enter. */
ulong __tkl_warp_visitors(TKL_WARP *w, bool reached);
/* Meets, 1: what leads back is one block for all, which is more than an edge. */
void __tkl_warp_leave(TKL_WARP *w);

/* The value of that lane, whether it is active or not; where there is no such
 * lane, the caller's own. Meets, 2. */
ulong __tkl_warp_shuffle(TKL_WARP *w, ulong value, uint lane);

/* Those of `lanes`, the active ones, that have the same value. Meets, 2. */
ulong __tkl_warp_match(TKL_WARP *w, ulong lanes, ulong value);

/* Reductions and scans over the active lanes, in the order of the lanes. What has
 * less than 8 bytes is widened before: integers by sign or zero, half to float.
 * `identity` is what an exclusive scan gives the first active lane. `cluster`, a
 * power of two: each run of so many lanes is reduced for itself; the last one of a
 * warp may be shorter. Each of them meets, 2. */
#define TKL_DECLARE_FOLD(type, suffix)                                         \
  type __tkl_warp_reduce_##suffix(TKL_WARP *w, bool active, type value);       \
  type __tkl_warp_scan_inclusive_##suffix(TKL_WARP *w, bool active,            \
                                          type value);                         \
  type __tkl_warp_scan_exclusive_##suffix(TKL_WARP *w, bool active,            \
                                          type value, type identity);

/* X(type, suffix, operation, what changes no other value under it) */
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
/* -0.0 and not 0.0, to which -0.0 adds as 0.0; fmin and fmax drop a NaN. */
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

/* sub_group_barrier(flags): meets, 1. Fences of local, global and image memory
 * whatever the flags are: translators to SPIR-V take only constant flags, which
 * arguments are not where nothing is optimised. */
void __tkl_warp_barrier(TKL_WARP *w, uint flags);
#define TKL_ALL_FENCES 7

#endif
