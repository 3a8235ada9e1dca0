/*===- chunks.pml - The list of free chunks (libtasklet/device/memory.cl) -===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Workers take batches of chunks from a list in which each batch holds the number
 * of the next one, use them, and put them back. The list's head carries a tag that
 * every change counts up. Whatever the interleaving: no batch has two owners, and
 * none is lost. A batch is named by its first chunk, so `chunk` here is a batch.
 *
 * Names that begin with BREAK_ are as in deque.pml.
 */
#ifndef CHUNKS
#define CHUNKS 3
#endif
#ifndef WORKERS
#define WORKERS 3
#endif
#ifndef TURNS
#define TURNS 2
#endif

byte list = 1, tag;         /* one word; 0: the list is empty */
byte next[CHUNKS + 1];      /* the first word of each, from 1 on */
byte owners[CHUNKS + 1];

#ifdef BREAK_NO_TAG
#define UNCHANGED(c, t) list == c
#else
#define UNCHANGED(c, t) list == c && tag == t
#endif

proctype worker() {
  byte turn, chunk, seen, seen_tag, following, other;
  do
  :: turn < TURNS ->
     turn++;
     chunk = 0;
     do /* __tkl_take_batch */
     :: d_step { seen = list; seen_tag = tag }
        if
        :: seen == 0 -> break
        :: else ->
           following = next[seen]; /* perhaps another worker's chunk by now */
           if
           :: atomic { UNCHANGED(seen, seen_tag) ->
                       list = following; tag++;
                       chunk = seen;
                       owners[chunk]++;
                       assert(owners[chunk] == 1) }
              break
           :: atomic { !(UNCHANGED(seen, seen_tag)) -> skip }
           fi
        fi
     od;
     if
     :: chunk != 0 ->
        next[chunk] = 0; /* the owner writes frames there */
        d_step { seen = list; seen_tag = tag }
        do /* __tkl_put_batch */
        :: next[chunk] = seen;
           if
           :: atomic { UNCHANGED(seen, seen_tag) ->
                       owners[chunk]--;
                       list = chunk; tag++ }
              break
           :: atomic { !(UNCHANGED(seen, seen_tag)) ->
                       seen = list; seen_tag = tag }
           fi
        od
     :: else
     fi
  :: else -> break
  od
}

init {
  byte i, c;
  atomic {
    i = 1;
    do
    :: i < CHUNKS -> next[i] = i + 1; i++
    :: else -> break
    od;
    i = 0;
    do
    :: i < WORKERS -> run worker(); i++
    :: else -> break
    od
  }
  timeout ->
  atomic {
    i = 0;
    c = list;
    do
    :: c != 0 && i <= CHUNKS -> assert(owners[c] == 0); c = next[c]; i++
    :: else -> break
    od;
    assert(i == CHUNKS)
  }
}
