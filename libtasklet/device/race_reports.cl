/*===- race_reports.cl - The races that were found -------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Each pair of places once, in the head, which the host reads.
 */
#include "race.h"

/* What the access `own_word` of the node `own` has met at `address`. An access
 * to many bytes counts once. */
static void __tkl_race_report(TKL_RACE_HEADP h, uint node, uint word, uint own,
                              uint own_word, ulong address) {
  uint low = min(word, own_word), high = max(word, own_word);
  uint slot = (low * 2654435761u + high * 2246822519u) >> 16;
  for (uint i = 0; i < TKL_RACE_PAIRS; ++i) {
    __global tkl_race_pair *p = &h->pairs[(slot + i) & (TKL_RACE_PAIRS - 1)];
    if (p->count == 0) {
      p->count = 1;
      p->access = h->accesses;
      p->address = address;
      p->older.word = word;
      p->newer.word = own_word;
      __tkl_race_describe(h, &p->older, node);
      __tkl_race_describe(h, &p->newer, own);
      p->spawn = __tkl_race_fork(h, node, own);
      return;
    }
    if (min(p->older.word, p->newer.word) == low &&
        max(p->older.word, p->newer.word) == high) {
      p->count += p->access != h->accesses;
      p->access = h->accesses;
      return;
    }
  }
  ++h->unreported;
}
