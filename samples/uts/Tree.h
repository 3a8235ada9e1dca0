//===- Tree.h - The trees of Unbalanced Tree Search -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The rule that makes a tree, as host code: shared by the sample, which checks
/// the device's result with it, and by the benchmarks.
///
/// S. Olivier et al., "UTS: An Unbalanced Tree Search Benchmark", LCPC 2006.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_UTS_TREE_H
#define TASKLET_SAMPLES_UTS_TREE_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace uts {

/// No node but the root of a binomial tree has more.
constexpr uint32_t MaxChildren = 100;

/// A SHA-1 digest as five big-endian words.
using State = std::array<uint32_t, 5>;

/// SHA-1 of \p Count words, 0 to 13, each taken as four big-endian bytes.
State hashWords(const uint32_t *Words, uint32_t Count);

/// A tree as the paper describes it.
struct TreeRule {
  std::string Name;
  bool Binomial;         ///< Else geometric with fixed shape.
  double RootBranching;  ///< b0: of the root, or expected of every node.
  uint32_t DepthLimit;   ///< d; geometric only.
  double NonLeafChance;  ///< q; binomial only.
  uint32_t NonLeafCount; ///< m; binomial only.
  uint32_t Seed;         ///< r
  uint64_t KnownNodes;   ///< As published; 0: not published.
};

/// Every tree that the sample offers.
const std::vector<TreeRule> &knownTrees();
const TreeRule &findTree(const std::string &Name);

/// The same rule without floating point, so that a device needs none: the
/// layout is that of `tree` in uts.cl.
struct Tree {
  State Root;
  uint32_t RootChildren;
  uint32_t DepthLimit;
  uint32_t BinomialChildren; ///< 0: a geometric tree.
  uint32_t BinomialLimit;    ///< Smaller random numbers have children.
  /// A node has as many children as there are entries up to its random number.
  std::array<uint32_t, MaxChildren> Geometric;
};
static_assert(sizeof(Tree) == (5 + 4 + MaxChildren) * 4,
              "the device reads this layout");

Tree makeTree(const TreeRule &Rule);

/// Layout as `node` in uts.cl.
struct Node {
  State Random;
  uint32_t Depth;
};

Node makeRoot(const TreeRule &Rule);

inline Node makeChild(const Node &Parent, uint32_t Index) {
  const State &S = Parent.Random;
  const uint32_t Words[6] = {S[0], S[1], S[2], S[3], S[4], Index};
  return {hashWords(Words, 6), Parent.Depth + 1};
}

/// Children of any node, straight from the paper's formulas.
uint32_t countChildren(const Node &N, const TreeRule &Rule);

/// Children of a node that is not the root, by table as on the device.
inline uint32_t countChildren(const Node &N, const Tree &T) {
  const uint32_t Random = N.Random[4] & 0x7fffffffu;
  if (T.BinomialChildren)
    return Random < T.BinomialLimit ? T.BinomialChildren : 0;
  if (N.Depth >= T.DepthLimit)
    return 0;
  uint32_t Children = 0;
  while (Children < MaxChildren && Random >= T.Geometric[Children])
    ++Children;
  return Children;
}

/// What there is in a tree or a part of it. Layout as `tally` in uts.cl.
struct Tally {
  uint32_t Nodes = 0;
  uint32_t Leaves = 0;
  uint32_t Depth = 0; ///< Of the deepest node; the root's is 0.

  Tally &operator+=(const Tally &Other) {
    Nodes += Other.Nodes;
    Leaves += Other.Leaves;
    Depth = Depth > Other.Depth ? Depth : Other.Depth;
    return *this;
  }
  bool operator==(const Tally &Other) const {
    return Nodes == Other.Nodes && Leaves == Other.Leaves &&
           Depth == Other.Depth;
  }
};

/// Counts the whole tree, straight from the paper's formulas.
Tally countSerially(const TreeRule &Rule);

} // namespace uts

#endif
