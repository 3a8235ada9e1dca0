/*===- race_paths.cl - The ways to two tasks that race ---------- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*/

static void __tkl_race_describe(TKL_RACE_HEADP h, __global tkl_race_side *side,
                                uint node) {
  __global tkl_race_node *nodes = __tkl_race_nodes(h);
  uint state = nodes[node].state;
  side->item = __tkl_race_item_at(h, state >> TKL_BAG_BITS)->number;
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

/* The first spawn on the way to `older`, from where that left the path to `newer`,
 * whose task has not been joined. */
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
