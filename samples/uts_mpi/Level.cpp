//===- Level.cpp - A level of a tree as roots -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Level.h"

#include <utility>

using namespace uts;

static Level rootLevel(const TreeRule &Rule) {
  Level Result;
  Result.Nodes = {makeRoot(Rule)};
  return Result;
}

static Level nextLevel(const TreeRule &Rule, const Level &From) {
  Level Result;
  Result.Depth = From.Depth + 1;
  Result.Above = From.Above;
  for (const Node &N : From.Nodes) {
    const uint32_t Children = countChildren(N, Rule);
    Result.Above += {1, Children == 0, N.Depth};
    for (uint32_t I = 0; I < Children; ++I)
      Result.Nodes.push_back(makeChild(N, I));
  }
  return Result;
}

Level uts::makeLevel(const TreeRule &Rule, uint32_t Depth) {
  Level Result = rootLevel(Rule);
  // Below the deepest level all are empty.
  while (Result.Depth < Depth && !Result.Nodes.empty())
    Result = nextLevel(Rule, Result);
  Result.Depth = Depth;
  return Result;
}

Level uts::findLevel(const TreeRule &Rule, size_t Wanted) {
  Level Next = rootLevel(Rule), Largest = Next;
  while (!Next.Nodes.empty() && Largest.Nodes.size() < Wanted &&
         Next.Above.Nodes < 64 * Wanted) {
    Next = nextLevel(Rule, Next);
    if (Next.Nodes.size() > Largest.Nodes.size())
      Largest = Next;
  }
  return Largest;
}
