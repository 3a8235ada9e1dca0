//===- Tree.cpp - The trees of Unbalanced Tree Search ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Tree.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

using namespace uts;

namespace {

uint32_t rotate(uint32_t Word, unsigned Bits) {
  return Word << Bits | Word >> (32 - Bits);
}

/// The schedule word of round T, made from four of the 16 before it, in a ring.
template <int T> uint32_t scheduleWord(uint32_t (&Ring)[16]) {
  if constexpr (T >= 16)
    Ring[T & 15] = rotate(Ring[(T + 13) & 15] ^ Ring[(T + 8) & 15] ^
                              Ring[(T + 2) & 15] ^ Ring[T & 15],
                          1);
  return Ring[T & 15];
}

/// Round T of SHA-1. The five words keep their places and change their roles,
/// so that no word is copied.
template <int T, typename MixT>
void turn(State &S, uint32_t (&Ring)[16], MixT Mix, uint32_t Constant) {
  constexpr int A = (80 - T) % 5, B = (81 - T) % 5, C = (82 - T) % 5,
                D = (83 - T) % 5, E = (84 - T) % 5;
  S[E] += rotate(S[A], 5) + Mix(S[B], S[C], S[D]) + Constant +
          scheduleWord<T>(Ring);
  S[B] = rotate(S[B], 30);
}

/// The 20 rounds from First on that share a function and a constant. Written
/// out by the compiler: with loops the ring stays in memory.
template <int First, typename MixT, int... Ts>
void turnTwenty(State &S, uint32_t (&Ring)[16], MixT Mix, uint32_t Constant,
                std::integer_sequence<int, Ts...>) {
  (turn<First + Ts>(S, Ring, Mix, Constant), ...);
}

/// Children that the paper's formula gives a node of a geometric tree whose
/// random number is \p Random: geometrically distributed with mean b0.
uint32_t geometricChildren(const TreeRule &Rule, uint32_t Random) {
  const double P = 1.0 / (1.0 + Rule.RootBranching);
  const double U = Random / 2147483648.0;
  const double Children = std::floor(std::log(1.0 - U) / std::log(1.0 - P));
  return static_cast<uint32_t>(
      std::min(Children, static_cast<double>(MaxChildren)));
}

/// The smallest random number for which \p Holds, which must hold from some
/// number on; 2^31 if it never does.
template <typename Predicate> uint32_t smallestRandom(Predicate Holds) {
  uint32_t Low = 0, High = 1u << 31;
  while (Low < High) {
    const uint32_t Middle = Low + (High - Low) / 2;
    if (Holds(Middle))
      High = Middle;
    else
      Low = Middle + 1;
  }
  return Low;
}

} // namespace

uint32_t uts::countChildren(const Node &N, const TreeRule &Rule) {
  const uint32_t Random = N.Random[4] & 0x7fffffffu;
  if (!Rule.Binomial)
    return N.Depth < Rule.DepthLimit ? geometricChildren(Rule, Random) : 0;
  if (N.Depth == 0)
    return static_cast<uint32_t>(Rule.RootBranching);
  return Random / 2147483648.0 < Rule.NonLeafChance ? Rule.NonLeafCount : 0;
}

Node uts::makeRoot(const TreeRule &Rule) {
  const uint32_t Words[5] = {0, 0, 0, 0, Rule.Seed};
  return {hashWords(Words, 5), 0};
}

State uts::hashWords(const uint32_t *Words, uint32_t Count) {
  uint32_t Ring[16] = {};
  std::copy(Words, Words + Count, Ring);
  Ring[Count] = 0x80000000u;
  Ring[15] = Count * 32;
  auto Choose = [](uint32_t B, uint32_t C, uint32_t D) {
    return D ^ (B & (C ^ D));
  };
  auto Parity = [](uint32_t B, uint32_t C, uint32_t D) { return B ^ C ^ D; };
  auto Majority = [](uint32_t B, uint32_t C, uint32_t D) {
    return (B & C) | (D & (B | C));
  };

  const State Begin = {0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u,
                       0xc3d2e1f0u};
  State S = Begin;
  const std::make_integer_sequence<int, 20> All;
  turnTwenty<0>(S, Ring, Choose, 0x5a827999u, All);
  turnTwenty<20>(S, Ring, Parity, 0x6ed9eba1u, All);
  turnTwenty<40>(S, Ring, Majority, 0x8f1bbcdcu, All);
  turnTwenty<60>(S, Ring, Parity, 0xca62c1d6u, All);
  for (size_t I = 0; I < S.size(); ++I)
    S[I] += Begin[I];
  return S;
}

const std::vector<TreeRule> &uts::knownTrees() {
  // T1 and T3 are the paper's, T1L and T3L stand beside them in the authors'
  // sample_trees.sh. The small ones have their shape.
  static const std::vector<TreeRule> All = {
      {"T1", false, 4, 10, 0, 0, 19, 4130071},
      {"T3", true, 2000, 0, 0.124875, 8, 42, 4112897},
      {"T1L", false, 4, 13, 0, 0, 29, 102181082},
      {"T3L", true, 2000, 0, 0.200014, 5, 7, 111345631},
      {"small1", false, 4, 6, 0, 0, 19, 0},
      {"small3", true, 200, 0, 0.12, 8, 42, 0},
      {"tiny1", false, 4, 3, 0, 0, 19, 0},
      {"tiny3", true, 20, 0, 0.1, 8, 42, 0},
  };
  return All;
}

const TreeRule &uts::findTree(const std::string &Name) {
  for (const TreeRule &Rule : knownTrees())
    if (Rule.Name == Name)
      return Rule;
  throw std::invalid_argument("there is no tree '" + Name + "'");
}

Tree uts::makeTree(const TreeRule &Rule) {
  Tree Result = {};
  const Node Root = makeRoot(Rule);
  Result.Root = Root.Random;
  Result.RootChildren = countChildren(Root, Rule);
  Result.DepthLimit = Rule.DepthLimit;
  if (Rule.Binomial) {
    Result.BinomialChildren = Rule.NonLeafCount;
    Result.BinomialLimit = smallestRandom([&](uint32_t Random) {
      return Random / 2147483648.0 >= Rule.NonLeafChance;
    });
    return Result;
  }
  for (uint32_t I = 0; I < MaxChildren; ++I)
    Result.Geometric[I] = smallestRandom(
        [&](uint32_t Random) { return geometricChildren(Rule, Random) > I; });
  return Result;
}

Tally uts::countSerially(const TreeRule &Rule) {
  // A stack of its own: T3 is more than a thousand nodes deep.
  Tally Sum;
  std::vector<Node> Open = {makeRoot(Rule)};
  while (!Open.empty()) {
    const Node N = Open.back();
    Open.pop_back();
    const uint32_t Children = countChildren(N, Rule);
    Sum += {1, Children == 0, N.Depth};
    for (uint32_t I = 0; I < Children; ++I)
      Open.push_back(makeChild(N, I));
  }
  return Sum;
}
