/*===- race_reports.cl - The races that were found -------------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Each pair of places once, in the head, which the host reads.
 */

static void __tkl_race_describe(TKL_RACE_HEADP h, __global tkl_race_side *side,
                                uint node, uint word) {
  __global tkl_race_node *nodes = __tkl_race_nodes(h);
  uint state = nodes[node].state;
  side->word = word;
  side->item = __tkl_race_context_at(h, state >> TKL_BAG_BITS)->number;
  uint depth = 0;
  if (!__tkl_race_is_body(state))
    for (; node != 0 && nodes[node].place != 0; node = nodes[node].parent) {
      if (depth < TKL_RACE_PATH)
        side->path[depth] = nodes[node].place;
      ++depth;
    }
  side->depth = depth;
}

/* Of a task. */
static uint __tkl_race_depth(__global tkl_race_node *nodes, uint node) {
  uint depth = 0;
  for (; node != 0 && nodes[node].place != 0; node = nodes[node].parent)
    ++depth;
  return depth;
}

/* The place of the spawn that made them parallel: the first one on the way to
 * `older`, from where that left the path to `newer`, whose task has not been
 * joined. 0: they are of two work-items. */
static uint __tkl_race_fork(TKL_RACE_HEADP h, uint older, uint newer) {
  __global tkl_race_node *nodes = __tkl_race_nodes(h);
  if (nodes[older].state >> TKL_BAG_BITS != nodes[newer].state >> TKL_BAG_BITS)
    return 0;
  bool body = __tkl_race_is_body(nodes[older].state);
  if (body || __tkl_race_is_body(nodes[newer].state)) {
    /* The body went on after the spawn of the other one's root task. */
    uint task = body ? newer : older;
    uint place = 0;
    if (!__tkl_race_is_body(nodes[task].state))
      for (; task != 0 && nodes[task].place != 0; task = nodes[task].parent)
        place = nodes[task].place;
    return place;
  }
  uint a = __tkl_race_depth(nodes, older), b = __tkl_race_depth(nodes, newer);
  uint place = nodes[older].place;
  for (; b > a; --b)
    newer = nodes[newer].parent;
  for (; a > b; --a) {
    if (!__tkl_race_precedes(h, older))
      place = nodes[older].place;
    older = nodes[older].parent;
  }
  for (; older != newer && a != 0; --a) {
    if (!__tkl_race_precedes(h, older))
      place = nodes[older].place;
    older = nodes[older].parent;
    newer = nodes[newer].parent;
  }
  return place;
}

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
      __tkl_race_describe(h, &p->older, node, word);
      __tkl_race_describe(h, &p->newer, own, own_word);
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
