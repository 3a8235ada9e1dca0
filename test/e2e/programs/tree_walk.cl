//===- tree_walk.cl - Measures of a tree, and an order of its nodes -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A node knows its first child and its next sibling, so that it may have any
// number of children. One walk goes up with sizes, the next one down with
// numbers, which follow from the sizes alone.
//
//===----------------------------------------------------------------------===//

#define NOBODY 0xffffffffu
// Children that a task takes at a time.
#define BATCH 3

typedef struct {
  uint child, sibling;
} links;

// Of a node's subtree, or of those of some siblings together.
typedef struct {
  uint nodes;
  uint height;   // of the highest, in nodes
  uint second;   // the second highest: for the longest path through the parent
  uint diameter; // of the longest path inside, in nodes
} measures;

measures side_by_side(measures a, measures b) {
  measures m;
  m.nodes = a.nodes + b.nodes;
  m.height = max(a.height, b.height);
  m.second = max(min(a.height, b.height), max(a.second, b.second));
  m.diameter = max(a.diameter, b.diameter);
  return m;
}

measures below_parent(measures children) {
  measures m;
  m.nodes = children.nodes + 1;
  m.height = children.height + 1;
  m.second = 0;
  m.diameter = max(children.diameter, children.height + children.second + 1);
  return m;
}

__task measures measure(__global const links *tree, uint node,
                        __global uint *size);

// A node and all siblings that follow.
__task measures measure_siblings(__global const links *tree, uint node,
                                 __global uint *size, measures before) {
  if (node == NOBODY)
    return before;
  measures of[BATCH];
  int count = 0;
  do {
    of[count++] <- measure(tree, node, size);
    node = tree[node].sibling;
  } while (node != NOBODY && count < BATCH);
  force (of) {
    for (int i = 0; i < count; ++i)
      before = side_by_side(before, of[i]);
    measures all;
    all <- measure_siblings(tree, node, size, before);
    force (all) { return all; }
  }
}

__task measures measure(__global const links *tree, uint node,
                        __global uint *size) {
  const measures nothing = {0, 0, 0, 0};
  measures children;
  children <- measure_siblings(tree, tree[node].child, size, nothing);
  force (children) {
    const measures all = below_parent(children);
    size[node] = all.nodes;
    return all;
  }
}

// Numbers in the order of a walk that visits parents first. Nobody waits for
// anybody here but the end of the command.
__task void number(__global const links *tree, __global const uint *size,
                   uint node, uint next, uint depth, __global uint2 *place) {
  for (; node != NOBODY; node = tree[node].sibling) {
    place[node] = (uint2)(next, depth);
    const uint child = tree[node].child;
    if (child != NOBODY)
      () <- number(tree, size, child, next + 1, depth + 1, place);
    next += size[node];
  }
}

__kernel void measure_tree(__global const links *tree, __global uint *size,
                           __global measures *result) {
  *result <- measure(tree, 0u, size);
}

__kernel void number_tree(__global const links *tree, __global const uint *size,
                          __global uint2 *place) {
  () <- number(tree, size, 0u, 0u, 0u, place);
}

// The same in one command, for every work-item its own tree from root[i] on.
__kernel void measure_and_number(__global const links *tree,
                                 __global const uint *root, __global uint *size,
                                 __global uint2 *place) {
  const uint mine = root[get_global_id(0)];
  measures all;
  all <- measure(tree, mine, size);
  force (all) {
    if (all.nodes > 0)
      () <- number(tree, size, root[get_global_id(0)], 0u, 0u, place);
  }
}
