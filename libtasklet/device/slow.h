/*===- slow.h - Calling out of the fast path -------------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * A worker's state stays in registers only if its address never reaches a call
 * that is not inlined. So slow paths get the address of a copy, which is made
 * before the call and copied back after it. On the fast path that costs
 * nothing. Fields that only slow paths use are elsewhere (tkl_cold), for the
 * same reason: a value that is live across the loop of the dispatch kernel
 * takes a register from the rest.
 */
#ifndef TKL_SLOW_H
#define TKL_SLOW_H

#define TKL_FAST __attribute__((always_inline))
#define TKL_SLOW __attribute__((noinline))

/* Takes over the worker's state from `copy`, which a slow path has changed. Two
 * fields never change. They are written once, so each is one value in all of
 * the dispatch kernel, and `cold` is even a constant address. A value that a
 * slow path might change would need a register, or moves, on the fast path. */
TKL_FAST void __tkl_take_over(tkl_worker *w, tkl_worker *copy) {
  w->frame = copy->frame;
  w->prev = copy->prev;
  w->limit = copy->limit;
  w->head = copy->head;
  w->split = copy->split;
  w->end = copy->end;
  w->ret = copy->ret;
  w->record = copy->record;
}

#define TKL_CALL_SLOW(result, w, call)                                         \
  do {                                                                         \
    tkl_worker copy = *(w);                                                    \
    {                                                                          \
      tkl_worker *w = &copy;                                                   \
      result = call;                                                           \
    }                                                                          \
    __tkl_take_over(w, &copy);                                                 \
  } while (0)

#endif
