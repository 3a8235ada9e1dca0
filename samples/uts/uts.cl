//===- uts.cl - Unbalanced tree search ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Counts the nodes of a tree that exists only as a rule: a node is a random
// state, and the state says how many children the node has. See README.md.
//
//===----------------------------------------------------------------------===//

// Longer ranges of siblings are cut in two, so that an array of this many
// futures is enough for any number of children.
#define SIBLINGS 8

// As in Tree.h.
#define MAX_CHILDREN 100
typedef struct {
  uint root[5];
  uint root_children;
  uint depth_limit;
  uint binomial_children;
  uint binomial_limit;
  uint geometric[MAX_CHILDREN];
} tree;

typedef struct {
  uint state[5];
  uint depth;
} node;

// What there is in a part of the tree.
typedef struct {
  uint nodes;
  uint leaves;
  uint depth; // of the deepest node
} tally;

// The schedule word of SHA-1 for round `t` from 16 on, in a ring of 16 words.
#define NEXT_WORD(w, t)                                                        \
  (w[(t) & 15] = rotate(w[((t) + 13) & 15] ^ w[((t) + 8) & 15] ^               \
                            w[((t) + 2) & 15] ^ w[(t) & 15],                   \
                        1u))

#define ROUND(mix, constant, word)                                             \
  {                                                                            \
    uint next = rotate(a, 5u) + (mix) + e + (constant) + (word);               \
    e = d;                                                                     \
    d = c;                                                                     \
    c = rotate(b, 30u);                                                        \
    b = a;                                                                     \
    a = next;                                                                  \
  }

// SHA-1 of 24 bytes: the parent's state and the child's number.
node child(node parent, uint index) {
  uint w[16];
  for (int i = 0; i < 5; ++i)
    w[i] = parent.state[i];
  w[5] = index;
  w[6] = 0x80000000u;
  for (int i = 7; i < 15; ++i)
    w[i] = 0;
  w[15] = 24 * 8;

  const uint h0 = 0x67452301u, h1 = 0xefcdab89u, h2 = 0x98badcfeu,
             h3 = 0x10325476u, h4 = 0xc3d2e1f0u;
  uint a = h0, b = h1, c = h2, d = h3, e = h4;
#pragma unroll
  for (int t = 0; t < 16; ++t)
    ROUND((b & c) | (~b & d), 0x5a827999u, w[t])
#pragma unroll
  for (int t = 16; t < 20; ++t)
    ROUND((b & c) | (~b & d), 0x5a827999u, NEXT_WORD(w, t))
#pragma unroll
  for (int t = 20; t < 40; ++t)
    ROUND(b ^ c ^ d, 0x6ed9eba1u, NEXT_WORD(w, t))
#pragma unroll
  for (int t = 40; t < 60; ++t)
    ROUND((b & c) | (b & d) | (c & d), 0x8f1bbcdcu, NEXT_WORD(w, t))
#pragma unroll
  for (int t = 60; t < 80; ++t)
    ROUND(b ^ c ^ d, 0xca62c1d6u, NEXT_WORD(w, t))

  node result;
  result.state[0] = h0 + a;
  result.state[1] = h1 + b;
  result.state[2] = h2 + c;
  result.state[3] = h3 + d;
  result.state[4] = h4 + e;
  result.depth = parent.depth + 1;
  return result;
}

uint count_children(node n, __global const tree *shape) {
  uint random = n.state[4] & 0x7fffffffu;
  if (shape->binomial_children)
    return random < shape->binomial_limit ? shape->binomial_children : 0u;
  if (n.depth >= shape->depth_limit)
    return 0;
  uint children = 0;
  while (children < MAX_CHILDREN && random >= shape->geometric[children])
    ++children;
  return children;
}

tally add(tally a, tally b) {
  a.nodes += b.nodes;
  a.leaves += b.leaves;
  a.depth = max(a.depth, b.depth);
  return a;
}

__task tally visit(node parent, uint index, __global const tree *shape);

// The subtrees of the children [first, last) of `n`. Who has the first child
// counts `n` itself too.
__task tally visit_children(node n, uint first, uint last,
                            __global const tree *shape) {
  if (last - first > SIBLINGS) {
    uint middle = first + (last - first) / 2;
    tally one, other;
    one <- visit_children(n, first, middle, shape);
    other <- visit_children(n, middle, last, shape);
    force (one, other) { return add(one, other); }
  }
  tally part[SIBLINGS];
  for (uint i = first; i < last; ++i)
    part[i - first] <- visit(n, i, shape);
  force (part, first, last) {
    tally sum = {first == 0, 0, 0};
    for (uint i = 0; i < last - first; ++i)
      sum = add(sum, part[i]);
    return sum;
  }
}

// The subtree of child `index` of `parent`. A node with children hands on to
// the task above: a tail call, it leaves nothing behind.
__task tally visit(node parent, uint index, __global const tree *shape) {
  node self = child(parent, index);
  uint children = count_children(self, shape);
  if (children == 0) {
    tally leaf = {1, 1, self.depth};
    return leaf;
  }
  tally below;
  below <- visit_children(self, 0u, children, shape);
  force (below) {
    return below;
  }
}

__kernel void start(__global const tree *shape, __global tally *out) {
  node root;
  for (int i = 0; i < 5; ++i)
    root.state[i] = shape->root[i];
  root.depth = 0;
  out[0] <- visit_children(root, 0u, shape->root_children, shape);
}
