/*===- slow.h - Calling out of the fast path -------------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * A worker's state stays in registers only if its address never reaches a call
 * that is not inlined. So the slow paths get the address of a copy, made and
 * copied back around the call; on the fast path that costs nothing. Fields that
 * only slow paths use are elsewhere (tkl_cold), for the same reason: a value that
 * is live across the loop of the dispatch kernel takes a register from the rest.
 */
#ifndef TKL_SLOW_H
#define TKL_SLOW_H

#define TKL_FAST __attribute__((always_inline))
#define TKL_SLOW __attribute__((noinline))

#define TKL_CALL_SLOW(result, w, call)                                         \
  do {                                                                         \
    tkl_worker copy = *(w);                                                    \
    {                                                                          \
      tkl_worker *w = &copy;                                                   \
      result = call;                                                           \
    }                                                                          \
    *(w) = copy;                                                               \
  } while (0)

#endif
