//===- merkle_tree.cl - Hash trees over SHA-256 ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A leaf is the hash of a block of 64 bytes, an inner node that of the hashes
// of its children. A digest is a vector of eight words.
//
//===----------------------------------------------------------------------===//

typedef uint8 digest;

typedef union {
  uint16 all;
  digest half_of[2];
  uint word[16];
} block;

__constant digest initial =
    (digest)(0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
             0x9b05688c, 0x1f83d9ab, 0x5be0cd19);

__constant uint round_key[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

#define ROTATE_RIGHT(x, n) rotate((x), 32u - (n))

uint mix(uint x, uint a, uint b, uint c) {
  return ROTATE_RIGHT(x, a) ^ ROTATE_RIGHT(x, b) ^ c;
}

digest compress(digest before, block b) {
  digest s = before;
  for (uint round = 0; round < 64; ++round) {
    if (round >= 16) {
      const uint w2 = b.word[(round - 2) % 16], w15 = b.word[(round - 15) % 16];
      b.word[round % 16] += mix(w15, 7, 18, w15 >> 3) +
                            b.word[(round - 7) % 16] +
                            mix(w2, 17, 19, w2 >> 10);
    }
    const uint choice = bitselect(s.s6, s.s5, s.s4);
    const uint majority = bitselect(s.s0, s.s1, s.s0 ^ s.s2);
    const uint first = s.s7 + mix(s.s4, 6, 11, ROTATE_RIGHT(s.s4, 25u)) +
                       choice + round_key[round] + b.word[round % 16];
    const uint second = mix(s.s0, 2, 13, ROTATE_RIGHT(s.s0, 22u)) + majority;
    s = (digest)(first + second, s.s012, s.s3 + first, s.s456);
  }
  return before + s;
}

// A message of exactly one block: the second one is padding and length.
digest hash(block message) {
  block padding;
  padding.all = 0;
  padding.word[0] = 0x80000000;
  padding.word[15] = 512;
  return compress(compress(initial, message), padding);
}

digest join(digest left, digest right) {
  block both;
  both.half_of[0] = left;
  both.half_of[1] = right;
  return hash(both);
}

// Node 1 is the root, 2 n and 2 n + 1 are the children of n.
__task digest grow(__global const uint16 *data, uint leaves, uint node,
                   __global digest *nodes) {
  if (leaves == 1) {
    block b;
    b.all = *data;
    return nodes[node] = hash(b);
  }
  const uint left_leaves = leaves / 2;
  block children;
  children.half_of[0] <- grow(data, left_leaves, 2 * node, nodes);
  children.half_of[1] <-
      grow(data + left_leaves, leaves - left_leaves, 2 * node + 1, nodes);
  force (children) { return nodes[node] = hash(children); }
}

// Walks up from a leaf by the hashes of the siblings alone.
__task digest climb(__global const digest *nodes, uint node, digest here) {
  if (node == 1)
    return here;
  const digest sibling = nodes[node ^ 1];
  digest root;
  root <- climb(nodes, node / 2,
                node & 1 ? join(sibling, here) : join(here, sibling));
  force (root) { return root; }
}

__kernel void grow_tree(__global const uint16 *data, uint leaves,
                        __global digest *nodes) {
  () <- grow(data, leaves, 1u, nodes);
}

// Work-item i says whether leaf i, a power of two of them, is in the tree.
__kernel void prove(__global const uint16 *data, __global const digest *nodes,
                    __global int *proven) {
  const uint i = get_global_id(0), leaves = get_global_size(0);
  block b;
  b.all = data[i];
  digest root;
  root <- climb(nodes, leaves + i, hash(b));
  force (root) { proven[get_global_id(0)] = all(root == nodes[1]); }
}
