/*===- failure.pml - Busy workers learn of a failure (deque.cl, memory.cl) ===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * A worker that fails sets `status`, then everyone's `hungry`; thieves set
 * `hungry` as well. A busy worker polls `hungry` alone, and takes it back when
 * it acts on it. Whatever the interleaving: a failure is not taken for hunger, so
 * the busy worker stops at one of its next spawns.
 *
 * Names that begin with BREAK_ are as in deque.pml.
 */
#ifndef THIEVES
#define THIEVES 2
#endif

bit status, hungry, stopped;

proctype thief() {
  do
  :: status -> break
  :: !status ->
     if
     :: !hungry -> hungry = 1
     :: else
     fi
  od
}

proctype failing() {
#ifdef BREAK_HUNGRY_BEFORE_STATUS
  hungry = 1;
  status = 1
#else
  status = 1;
  hungry = 1
#endif
}

/* The owner spawns for ever. */
active proctype owner() {
  byte i;
  atomic {
    run failing();
    i = 0;
    do
    :: i < THIEVES -> run thief(); i++
    :: else -> break
    od
  }
  do
  :: hungry -> /* __tkl_publish */
#ifdef BREAK_STATUS_BEFORE_SWAP
     if
     :: status -> stopped = 1; break
     :: else -> hungry = 0
     fi
#else
     hungry = 0;
     if
     :: status -> stopped = 1; break
     :: else
     fi
#endif
  od
}

/* When nothing moves any more. */
active proctype judge() {
  timeout -> assert(stopped)
}
