//===- uts_mpi.cl - Unbalanced tree search by many commands ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Counts below some nodes, and hands back what is left after a budget: nodes
// below which another command is to count. The host puts uts.cl before this, into
// one program.
//
//===----------------------------------------------------------------------===//

#ifndef SIBLINGS // Compiled alone.
#include "../uts/uts.cl"
#endif

// A command. Tasks get one pointer to all of it. Nodes that are handed back
// follow.
typedef struct {
  tree shape;
  // As Account in Search.h.
  uint counted; // so far, about
  uint budget;  // from here on nodes are handed back; 0: never
  uint room;    // for nodes
  uint left;    // how many are handed back, or more than `room`
} command;

// True if `n`, which has children, is left to another command.
bool hand_back(node n, uint children, __global command *now) {
  if (now->budget == 0)
    return false;
  // All workers write this word, so not for each node: every sixteenth, by its
  // digest, stands for sixteen.
  if ((n.state[0] & 15) == 0)
    atomic_add(&now->counted, 16 * children);
  if (*(volatile __global uint *)&now->counted < now->budget)
    return false;
  uint place = atomic_inc(&now->left);
  if (place >= now->room)
    return false;
  ((__global node *)(now + 1))[place] = n;
  return true;
}

__task tally search(node parent, uint index, __global command *now);

// As visit_children() and visit(), but for what is handed back.
__task tally search_children(node n, uint first, uint last,
                             __global command *now) {
  if (last - first > SIBLINGS) {
    uint middle = first + (last - first) / 2;
    tally one, other;
    one <- search_children(n, first, middle, now);
    other <- search_children(n, middle, last, now);
    force (one, other) { return add(one, other); }
  }
  tally part[SIBLINGS];
  for (uint i = first; i < last; ++i)
    part[i - first] <- search(n, i, now);
  force (part, first, last) {
    tally sum = {first == 0, 0, 0};
    for (uint i = 0; i < last - first; ++i)
      sum = add(sum, part[i]);
    return sum;
  }
}

__task tally search(node parent, uint index, __global command *now) {
  node self = child(parent, index);
  uint children = count_children(self, &now->shape);
  if (children == 0) {
    tally leaf = {1, 1, self.depth};
    return leaf;
  }
  if (hand_back(self, children, now)) {
    tally none = {0, 0, 0};
    return none;
  }
  tally below;
  below <- search_children(self, 0u, children, now);
  force (below) {
    return below;
  }
}

// One node for each work-item, of which at least the children are looked at: so
// each command comes nearer to the end.
__kernel void start_nodes(__global command *now, __global const node *nodes,
                          __global tally *out) {
  size_t i = get_global_id(0);
  node self = nodes[i];
  // The root has a number of its own.
  uint children = self.depth == 0 ? now->shape.root_children
                                  : count_children(self, &now->shape);
  if (children == 0) {
    tally leaf = {1, 1, self.depth};
    out[i] = leaf;
  } else {
    out[i] <- search_children(self, 0u, children, now);
  }
}
